import CairnJSON
import CairnTypes
import Testing

@testable import CairnExports

/// Two receivers, of which the planner uses the better one.
@Suite("two devices as gpsd's clients see them")
struct GPSDDevicePairTests {
  private func watching() -> Conversation {
    var client = Conversation("/dev/ttyS1", "/dev/ttyS2")
    _ = client.ask("?WATCH={\"enable\":true,\"json\":true};")
    client.devices.setWanted(true, at: client.moment)
    return client
  }

  private func serve(_ client: inout Conversation, _ path: String) -> [JSONValue] {
    client.note(.fix(Conversation.fix(at: client.moment.time)), of: path)
  }

  private func listed(_ client: inout Conversation, _ name: String) -> [String?] {
    guard case .array(let list)? = client.ask("?POLL;").first?[name] else { return [] }
    return list.map { $0["device"]?.asText }
  }

  @Test func `one that was never used is silent and not polled, and listed as not active`() {
    var client = watching()
    _ = serve(&client, "/dev/ttyS1")
    client.wait(.seconds(1))
    _ = serve(&client, "/dev/ttyS1")
    client.wait(.seconds(1))
    #expect(client.fire().isEmpty)
    #expect(listed(&client, "tpv") == ["/dev/ttyS1"])
    #expect(listed(&client, "sky") == ["/dev/ttyS1"])
    #expect(client.ask("?POLL;").first?["active"] == .number("1"))
    guard case .array(let devices)? = client.ask("?DEVICES;").first?["devices"] else {
      return #expect(Bool(false))
    }
    #expect(devices.map { $0["activated"] == nil } == [false, true])
  }

  @Test func `the other takes over, and only it is polled`() {
    var client = watching()
    _ = serve(&client, "/dev/ttyS1")
    let lost = client.note(.lost, of: "/dev/ttyS1")
    #expect(client.classes(lost) == ["DEVICE", "TPV"])
    #expect(lost.last?["mode"] == .number("1"))
    let taken = serve(&client, "/dev/ttyS2")
    #expect(client.classes(taken) == ["DEVICE", "TPV"])
    #expect(taken.last?["device"]?.asText == "/dev/ttyS2")
    #expect(listed(&client, "tpv") == ["/dev/ttyS2"])
    client.wait(.seconds(1))
    _ = serve(&client, "/dev/ttyS2")
    client.wait(.seconds(9))
    _ = serve(&client, "/dev/ttyS2")
    #expect(client.fire().isEmpty)
  }

  @Test func `one that searches while the other serves denies no position`() {
    var client = watching()
    _ = serve(&client, "/dev/ttyS1")
    #expect(client.classes(client.note(.noFix, of: "/dev/ttyS2")) == ["DEVICE"])
    #expect(client.note(.noFix, of: "/dev/ttyS2").isEmpty)
    #expect(listed(&client, "tpv") == ["/dev/ttyS1"])
    // Its own position is gone, which is news.
    #expect(client.classes(client.note(.noFix, of: "/dev/ttyS1")) == ["TPV"])
    #expect(listed(&client, "tpv") == ["/dev/ttyS1", "/dev/ttyS2"])
  }

  @Test func `one that is switched off, because the other serves, is closed and not lost`() {
    var client = watching()
    _ = serve(&client, "/dev/ttyS2")
    _ = client.note(.noFix, of: "/dev/ttyS1")
    _ = serve(&client, "/dev/ttyS1")
    let closed = client.note(.rested, of: "/dev/ttyS2")
    #expect(closed.first?["activated"] == .number("0"))
    #expect(client.note(.rested, of: "/dev/ttyS2").isEmpty)
    #expect(listed(&client, "tpv") == ["/dev/ttyS1"])
    client.wait(.milliseconds(1500))
    _ = serve(&client, "/dev/ttyS1")
    client.wait(.milliseconds(1500))
    #expect(client.fire().isEmpty)
  }

  @Test func `a client of one device hears that it has no position, whatever serves`() {
    var client = watching()
    _ = client.ask("?WATCH={\"device\":\"/dev/ttyS2\"};")
    _ = serve(&client, "/dev/ttyS1")
    #expect(client.classes(client.note(.noFix, of: "/dev/ttyS2")) == ["DEVICE", "TPV"])
    client.wait(.seconds(10))
    #expect(client.fire().map { $0["device"]?.asText } == ["/dev/ttyS2"])
  }

  @Test func `one that falls silent while the other serves is not told to who watches both`() {
    var client = watching()
    _ = serve(&client, "/dev/ttyS2")
    client.wait(.milliseconds(1500))
    _ = serve(&client, "/dev/ttyS1")
    client.wait(.seconds(1))
    #expect(client.fire().isEmpty)
    #expect(listed(&client, "tpv") == ["/dev/ttyS1"])
  }

  @Test func `without a sign of either, both are silent devices`() {
    var client = watching()
    client.wait(.seconds(2))
    #expect(client.fire().map { $0["mode"] } == [.number("1"), .number("1")])
    #expect(listed(&client, "tpv") == ["/dev/ttyS1"])
  }
}
