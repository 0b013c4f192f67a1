import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Netlink messages")
struct NetlinkTests {
  private let header = NetlinkHeader(type: 28, flags: [.request, .dump], sequence: 7, port: 9)

  private var datagram: [UInt8] {
    var writer = NetlinkWriter()
    for text in ["a", "abcd"] {
      writer.message(header) { message in
        message.command(5, version: 1)
        message.attribute(4, text: text)
        message.nested(47) { $0.attribute(2, UInt32(2437)) }
      }
    }
    return writer.bytes
  }

  @Test func `what is written is read`() {
    var found: [[UInt16]] = []
    let isWhole = NetlinkMessages.forEach(in: datagram.span) { read, content in
      #expect(read == header)
      var numbers: [UInt16] = []
      let isWhole = NetlinkAttributes.forEach(in: content.extracting(4..<content.count)) {
        number, value in
        numbers.append(number)
        if number == 47 {
          #expect(NetlinkAttributes.forEach(in: value) { numbers.append($0 + UInt16($1[0])) })
        }
      }
      #expect(isWhole)
      found.append(numbers)
    }
    #expect(isWhole)
    #expect(found == [[4, 47, 2 + 0x85], [4, 47, 2 + 0x85]])
    #expect(datagram.count == 40 + 44)
  }

  @Test func `a request for a family has the layout of the kernel`() {
    let bytes = GenericNetlink.request(family: "nl80211", sequence: 1)
    let head: [UInt8] = [
      32, 0, 0, 0, 16, 0, 5, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 12, 0, 2, 0,
    ]
    #expect(bytes == head + Array("nl80211\0".utf8))
  }

  @Test func `every truncation ends the iteration without the message`() {
    let bytes = datagram
    for count in 0..<bytes.count {
      var messages = 0
      let isWhole = NetlinkMessages.forEach(in: bytes.span.extracting(0..<count)) { _, _ in
        messages += 1
      }
      #expect(messages == (count >= 40 ? 1 : 0))
      #expect(isWhole == (count == 0 || count == 40))
    }
  }

  @Test(arguments: [0, 1, 15, 1000, 0xFFFF_FFFF] as [UInt32])
  func `a length that cannot be ends the iteration`(length: UInt32) {
    var bytes = datagram
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index)) }
    #expect(!NetlinkMessages.forEach(in: bytes.span) { _, _ in Issue.record("a message") })
    let attribute: [UInt8] = [UInt8(truncatingIfNeeded: length), 0xFF, 1, 0, 1, 2, 3, 4]
    #expect(!NetlinkAttributes.forEach(in: attribute.span) { _, _ in Issue.record("a value") })
  }

  @Test func `an errno is positive, and any content has one`() {
    #expect(NetlinkMessages.errno(in: [0xFF, 0xFF, 0xFF, 0xFF].span) == 1)
    #expect(NetlinkMessages.errno(in: [0, 0, 0, 0x80].span) == .max)
    #expect(NetlinkMessages.errno(in: [1, 0, 0, 0].span) == 0)
    #expect(NetlinkMessages.errno(in: [1].span) == 0)
  }

  @Test func `a family needs a number of its own and a name`() {
    func family(_ id: UInt16, _ name: String) -> GenericNetlinkFamily? {
      var writer = NetlinkWriter()
      writer.attribute(1, id)
      writer.attribute(2, text: name)
      return GenericNetlinkFamily(attributes: writer.bytes.span)
    }
    #expect(family(16, "a")?.groups == [:])
    #expect(family(15, "a") == nil)
    #expect(family(16, "") == nil)
  }

  @Test func `damage of any kind stops nothing`() {
    var random = SplitMix(seed: 11)
    for _ in 0..<3000 {
      var bench = DialogueBench()
      bench.kernel.entries[3] = [
        .init(bssid: AccessPoints.bssid(1), signal: -50, lastSeen: bench.now)
      ]
      bench.start()
      bench.request()
      for template in [
        FakeKernel.event(34, interface: 3), FakeKernel.familyMessage(2, 0), datagram,
        FakeKernel.message(28, 34, [.multipart], 3) { message in
          message.nested(47) {
            FakeKernel.fields(
              .init(bssid: AccessPoints.bssid(2), signal: -70, lastSeen: bench.now), &$0)
          }
        },
      ] {
        var bytes = template
        for _ in 0..<Int.random(in: 0...3, using: &random) {
          bytes[Int.random(in: bytes.indices, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        bench.receive(Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random))))
      }
      bench.pass(.seconds(200))
      #expect(bench.outcomes.count == 1)
    }
  }
}
