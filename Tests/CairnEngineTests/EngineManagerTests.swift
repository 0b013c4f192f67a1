import CCairnCore
import CCairnEngine
import CairnCore
import CairnHAL
import CairnTypes
import Testing

@testable import CairnEngine

/// What front.c is told, in place of front.c.
private final class Heard {
  var words: [String] = []
  /// Called after each word.
  var then: (() -> Void)?

  static func note(_ manager: OpaquePointer?, _ word: String) {
    guard let manager else { return }
    let heard = Unmanaged<Heard>.fromOpaque(UnsafeRawPointer(manager)).takeUnretainedValue()
    heard.words.append(word)
    heard.then?()
  }

  var teller: Teller {
    var calls = cairn_engine_calls()
    calls.is_closing = { _ in 0 }
    calls.locations = { manager, _, count in Heard.note(manager, "locations \(count)") }
    calls.failed = { manager, error in Heard.note(manager, "failed \(error?.pointee.code ?? -1)") }
    calls.paused = { manager, isPaused in Heard.note(manager, "paused \(isPaused)") }
    calls.answered = { manager, number, location, error in
      let what = error.map { "\($0.pointee.code)" } ?? "-"
      Heard.note(manager, "answered \(number) \(location == nil ? "-" : "fix") \(what)")
    }
    calls.visited = { manager, _ in Heard.note(manager, "visited") }
    calls.heading = { manager, _ in Heard.note(manager, "heading") }
    calls.satellites = { manager, sky in
      Heard.note(manager, "satellites \(sky?.pointee.count ?? 0)")
    }
    calls.region = { manager, event in
      Heard.note(manager, "region \(event?.pointee.what ?? 99)")
    }
    calls.authorized = { manager, told in
      Heard.note(manager, "authorized \(told?.pointee.status ?? -1)")
    }
    calls.planned = { manager in Heard.note(manager, "planned") }
    return Teller(OpaquePointer(Unmanaged.passUnretained(self).toOpaque()), calls)
  }
}

@Suite("Managers in C with a receiver of their own")
struct EngineManagerTests {
  private let heard = Heard()

  private func open() throws -> EngineManager {
    try EngineManager(heard.teller, address: "/dev/null", EngineOptions(cairn_options()))
  }

  @Test
  func `the authorization is told first`() throws {
    let manager = try open()
    manager.process()
    manager.process()
    #expect(heard.words == ["authorized \(CAIRN_AUTHORIZED_ALWAYS)"])
    manager.close()
  }

  @Test
  func `a request that is cancelled is answered once, by the next call`() throws {
    let manager = try open()
    manager.process()
    heard.words = []
    #expect(manager.request(1, LocationRequest()))
    #expect(manager.cancel(1))
    #expect(!manager.cancel(1))
    #expect(heard.words.isEmpty)
    manager.process()
    manager.process()
    #expect(heard.words == ["answered 1 - \(CAIRN_ERROR_CANCELLED)"])
    manager.close()
  }

  @Test
  func `one that is cancelled in the answer of another is answered by the call after that`() throws
  {
    let manager = try open()
    manager.process()
    heard.words = []
    for number in 1...2 { #expect(manager.request(Int32(number), LocationRequest())) }
    heard.then = { [unowned heard] in
      if heard.words.count == 1 { #expect(manager.cancel(2)) }
    }
    #expect(manager.cancel(1))
    manager.process()
    #expect(heard.words.count == 1)
    manager.process()
    #expect(heard.words.count == 2)
    heard.then = nil
    manager.close()
  }

  @Test
  func `there is room for 64 requests`() throws {
    let manager = try open()
    for number in 1...64 { #expect(manager.request(Int32(number), LocationRequest())) }
    #expect(!manager.request(65, LocationRequest()))
    #expect(manager.cancel(64))
    #expect(manager.request(65, LocationRequest()))
    manager.close()
  }

  @Test
  func `a plan is the text that monitor writes`() {
    let plan = PowerPlan(
      told: [
        PowerPlan.Entry(
          "gnss", demand: ProviderDemand(interval: .seconds(2), accuracy: .best),
          estimatedPower: 87.5, expectedAccuracy: 3.25, told: "on: \"needed\"", servesClients: [1]),
        PowerPlan.Entry(
          "wifi", demand: nil, estimatedPower: nil, expectedAccuracy: 30, told: "off",
          servesClients: []),
      ], unmetClients: [])
    let text = String(decoding: EngineManager.text(of: plan), as: UTF8.self)
    #expect(
      text == """
        {"event":"plan","milliwatts":null,"unmetClients":0,"providers":[{"provider":"gnss","on":true,\
        "milliwatts":87.5,"expectedAccuracy":3.25,"interval":2,"reason":"on: \\"needed\\""},\
        {"provider":"wifi","on":false,"milliwatts":null,"expectedAccuracy":30,"interval":null,\
        "reason":"off"}]}
        """)
  }
}
