import CairnJSON
import CairnNMEA
import CairnTypes
import Testing

@testable import CairnExports

@Suite("devices as gpsd's clients see them")
struct GPSDDevicesTests {
  private let satellites = [
    Satellite(
      system: .gps, number: 5, signal: 1, elevation: 40, azimuth: 120, carrierToNoise: 41,
      isUsed: true),
    Satellite(system: .glonass, number: 7, elevation: 10, azimuth: 300, isUsed: true),
    Satellite(system: .sbas, number: 122, carrierToNoise: 30),
    Satellite(system: .galileo, number: nil),
  ]

  private func watching() -> Conversation {
    var client = Conversation("/dev/ttyS1")
    _ = client.ask("?WATCH={\"enable\":true,\"json\":true,\"nmea\":true};")
    client.devices.setWanted(true, at: client.moment)
    return client
  }

  private func texts(_ lines: [GPSDLine]) -> [String] {
    lines.filter { $0.kind == .position }.map { String(decoding: $0.content, as: UTF8.self) }
  }

  @Test func `a fix is a position with class first, device second, and errors at 95 %`() {
    var client = watching()
    let lines = client.devices.note(
      .fix(Conversation.fix(at: client.moment.time)), of: "/dev/ttyS1", at: client.moment)
    #expect(
      texts(lines) == [
        #"{"class":"TPV","device":"/dev/ttyS1","mode":3,"time":"2026-05-28T20:26:40.000Z","ept":0.005,"#
          + #""lat":37.566500000,"lon":126.978000000,"altHAE":61.5000,"altMSL":38.5000,"alt":38.5000,"#
          + #""epx":2.600,"epy":2.600,"epv":5.880,"track":90.0000,"speed":1.400,"#
          + #""geoidSep":23.000,"eph":3.240,"sep":6.714}"# + "\r\n"
      ])
  }

  @Test func `the first sign of a receiver is a device that becomes active`() {
    var client = watching()
    let first = client.note(.fix(Conversation.fix(at: client.moment.time)))
    #expect(client.classes(first) == ["DEVICE", "TPV"])
    #expect(first.first?["activated"]?.asText == "2026-05-28T20:26:40.000Z")
    client.wait(.seconds(1))
    let second = client.note(.fix(Conversation.fix(at: client.moment.time)))
    #expect(client.classes(second) == ["TPV"])
    let found = client.note(.found(model: "NEO-M9N", baudRate: 38_400))
    #expect(found.first?["subtype"]?.asText == "NEO-M9N")
    #expect(found.first?["bps"] == .number("38400"))
    #expect(client.note(.found(model: "NEO-M9N", baudRate: 38_400)).isEmpty)
  }

  @Test(arguments: [Duration.milliseconds(100), .milliseconds(200), .seconds(1)])
  func `silence is told after two missed epochs, then every ten seconds`(interval: Duration) throws
  {
    var client = watching()
    for _ in 0..<4 {
      _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
      client.wait(interval)
    }
    #expect(client.fire().isEmpty)
    client.wait(interval)
    #expect(client.fire().isEmpty)
    client.wait(interval / 10)
    let due = try #require(client.devices.deadline)
    #expect(due <= client.moment.time)
    let told = client.fire()
    #expect(told.map { $0["mode"] } == [.number("1")])
    #expect(told.first?["lat"] == nil)
    #expect(client.devices.deadline == client.moment.time + .seconds(10))
    client.wait(.seconds(10))
    #expect(client.fire().count == 1)
  }

  @Test func `a lost position is never polled`() {
    var client = watching()
    _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
    _ = client.note(.satellites(satellites, DilutionOfPrecision()))
    client.wait(.seconds(3))
    _ = client.fire()
    let poll = client.ask("?POLL;").first
    guard case .array(let positions)? = poll?["tpv"], case .array(let skies)? = poll?["sky"] else {
      return #expect(Bool(false))
    }
    #expect(positions.first?["lat"] == nil)
    #expect(positions.first?["mode"] == .number("1"))
    #expect(skies.first?["satellites"] == .array([]))
  }

  @Test func `an unplugged receiver is told at once, and so is its return`() {
    var client = watching()
    _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
    let lost = client.note(.lost)
    #expect(client.classes(lost) == ["DEVICE", "TPV"])
    #expect(lost.first?["activated"] == .number("0"))
    #expect(lost.last?["mode"] == .number("1"))
    #expect(client.note(.lost).isEmpty)
    let poll = client.ask("?POLL;").first
    #expect(poll?["active"] == .number("0"))
    let back = client.note(.fix(Conversation.fix(at: client.moment.time)))
    #expect(client.classes(back) == ["DEVICE", "TPV"])
    #expect(client.ask("?POLL;").first?["active"] == .number("1"))
  }

  @Test func `nothing is due while nobody watches`() {
    var client = watching()
    _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
    client.devices.setWanted(false, at: client.moment)
    #expect(client.devices.deadline == nil)
    // What the receiver still sends while it is switched off must not be held for the next client.
    #expect(client.devices.all[0].position.mode == 1)
  }

  @Test func `satellites are listed with gpsd's numbers`() {
    var client = watching()
    let sky = client.note(.satellites(satellites, DilutionOfPrecision())).first
    #expect(sky?["nSat"] == .number("3"))
    #expect(sky?["uSat"] == .number("2"))
    guard case .array(let rows)? = sky?["satellites"] else { return #expect(Bool(false)) }
    #expect(rows.map { $0["PRN"] } == [.number("5"), .number("71"), .number("35")])
  }

  @Test func `sentences are made where the receiver sends none, and not where it does`() throws {
    var client = watching()
    _ = client.note(.satellites(satellites, DilutionOfPrecision()))
    func made(_ client: inout Conversation) -> [UInt8] {
      client.devices.note(
        .fix(Conversation.fix(at: client.moment.time)), of: "/dev/ttyS1", at: client.moment
      ).filter { $0.kind == .madeSentences }.flatMap(\.content)
    }
    let sentences = made(&client).split(separator: 0x0A).map { Array($0) + [0x0A] }
    #expect(sentences.count == 8)
    let rmc = try RMC.decode(sentences[0])
    #expect(rmc.status == .valid)
    #expect(abs(try #require(rmc.latitude) - 37.5665) < 1e-8)
    let gga = try GGA.decode(sentences[1])
    #expect(gga.altitude == 38.5)
    #expect(gga.geoidSeparation == 23)
    #expect(gga.satellitesUsed == 9)
    let gsv = try GSV.decode(sentences[4])
    #expect(gsv.satellitesInView == 2)
    client.wait(.seconds(1))
    client.devices.noteSentence(of: "/dev/ttyS1")
    #expect(made(&client).isEmpty)
    client.wait(.seconds(1))
    #expect(!made(&client).isEmpty)
  }

  @Test func `bytes are passed on as received, sentences whole, other frames in hexadecimal`() {
    let sentence = Array("$GPTXT,01,01,02,x*35\r\n".utf8)
    let frame: [UInt8] = [0xB5, 0x62, 0x01, 0x61, 0x00, 0x00, 0x62, 0x27]
    let feed = GPSDByteFeed(device: "/dev/ttyS1")
    var lines = feed.receive(sentence + frame.prefix(3))
    lines += feed.receive(Array(frame.dropFirst(3)))
    #expect(
      lines.filter { $0.kind == .bytes }.flatMap(\.content) == sentence + frame)
    #expect(
      lines.filter { $0.kind == .hexadecimal }.map(\.content) == [
        Array("b562016100006227\r\n".utf8)
      ])
    #expect(lines.filter { $0.kind == .sentence }.map(\.content) == [sentence])
  }
}

extension NMEASentence {
  fileprivate static func decode(_ bytes: [UInt8]) throws -> Self { try decode(bytes.span) }
}

extension GPSDByteFeed {
  fileprivate func receive(_ bytes: [UInt8]) -> [GPSDLine] { receive(bytes.span, wanted: .all) }
}
