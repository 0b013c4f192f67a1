import CairnJSON
import CairnTypes
import Testing

@testable import CairnExports

/// Values beside the position: errors, dilution, statistics, and the offset of time.
@Suite("values for gpsd's clients")
struct GPSDValuesTests {
  private func watching(_ members: String = "") -> Conversation {
    var client = Conversation("/dev/ttyS1")
    _ = client.ask("?WATCH={\"enable\":true,\"json\":true\(members)};")
    return client
  }

  private func object(_ name: String, _ values: [JSONValue]) -> JSONValue? {
    values.first { $0["class"]?.asText == name }
  }

  private let sky: [Satellite] = [
    Satellite(system: .gps, number: 1, elevation: 80, azimuth: 10, isUsed: true),
    Satellite(system: .gps, number: 2, elevation: 40, azimuth: 100, isUsed: true),
    Satellite(system: .gps, number: 3, elevation: 35, azimuth: 190, isUsed: true),
    Satellite(system: .gps, number: 4, elevation: 30, azimuth: 280, isUsed: true),
    Satellite(system: .gps, number: 5, elevation: 15, azimuth: 330, isUsed: true),
  ]

  @Test func `the receiver's dilution is shown, and the geometry's where it has none`() throws {
    var client = watching()
    let given = DilutionOfPrecision(position: 1.9, horizontal: 1.1, vertical: 1.5)
    let shown = try #require(object("SKY", client.note(.satellites(sky, given))))
    #expect(shown["hdop"] == .number("1.10"))
    #expect(shown["pdop"] == .number("1.90"))
    let derived = try #require(object("SKY", client.note(.satellites(sky, .init()))))
    let geometry = try #require(DilutionOfPrecision(directionsOf: sky))
    let horizontal = try #require(geometry.horizontal)
    #expect(derived["hdop"] == .number(Double(horizontal).text(places: 2)))
    #expect(derived["vdop"] != nil)
  }

  @Test func `satellites without directions give no dilution`() throws {
    var client = watching()
    let blind = sky.map { Satellite(system: .gps, number: $0.number, isUsed: true) }
    let shown = try #require(object("SKY", client.note(.satellites(blind, .init()))))
    #expect(shown["hdop"] == nil)
    #expect(shown["uSat"] == .number("5"))
  }

  @Test func `statistics are sent of a receiver that gives its error by direction`() throws {
    var client = watching()
    var fix = Conversation.fix(at: client.moment.time)
    fix.errorEllipse = ErrorEllipse(semiMajor: 4, semiMinor: 2, orientation: 90)
    let values = client.note(.fix(fix))
    let noise = try #require(object("GST", values))
    #expect(noise["device"]?.asText == "/dev/ttyS1")
    #expect(noise["major"] == .number("4.000"))
    #expect(noise["lat"] == .number("2.000"))
    #expect(noise["lon"] == .number("4.000"))
    #expect(noise["alt"] == .number("3.000"))
    let position = try #require(object("TPV", values))
    #expect(position["epx"] == .number("7.840"))
    #expect(position["epy"] == .number("3.920"))
    guard case .array(let polled)? = client.ask("?POLL;").first?["gst"] else {
      return #expect(Bool(false))
    }
    #expect(polled == [noise])
    client.wait(.seconds(1))
    #expect(object("GST", client.note(.fix(Conversation.fix(at: client.moment.time)))) == nil)
  }

  @Test func `a receiver that states no accuracy has no errors, and nothing is null`() throws {
    var client = watching()
    var fix = Conversation.fix(at: client.moment.time)
    fix.horizontalAccuracy = .nan
    fix.verticalAccuracy = nil
    let lines = client.devices.note(.fix(fix), of: "/dev/ttyS1", at: client.moment)
    #expect(!lines.contains { String(decoding: $0.content, as: UTF8.self).contains("null") })
    #expect(try #require(object("TPV", client.received(lines)))["eph"] == nil)
  }

  @Test func `the error of the height follows from that of the plane and both dilutions`() throws {
    var client = watching()
    let given = DilutionOfPrecision(horizontal: 1, vertical: 2)
    _ = client.note(.satellites(sky, given))
    var fix = Conversation.fix(at: client.moment.time)
    fix.verticalAccuracy = nil
    let position = try #require(object("TPV", client.note(.fix(fix))))
    #expect(position["eph"] == .number("3.240"))
    #expect(position["epv"] == .number("7.322"))
  }

  @Test func `the time of arrival is sent to those that want it`() throws {
    var client = watching(",\"pps\":true")
    var fix = Conversation.fix(at: client.moment.time)
    client.wait(.milliseconds(70))
    fix.timestamp = fix.timestamp.map { $0 - .milliseconds(180) }
    let offset = try #require(object("TOFF", client.note(.fix(fix))))
    #expect(offset["device"]?.asText == "/dev/ttyS1")
    #expect(offset["real_sec"] == .number("1779999999"))
    #expect(offset["real_nsec"] == .number("820000000"))
    #expect(offset["clock_sec"] == .number("1780000000"))
    #expect(offset["clock_nsec"] == .number("0"))
    var other = watching()
    #expect(object("TOFF", other.note(.fix(fix))) == nil)
  }

  @Test func `what nobody wants is not written`() {
    var client = watching()
    client.devices.wanted = .objects
    let lines = client.devices.note(
      .fix(Conversation.fix(at: client.moment.time)), of: "/dev/ttyS1", at: client.moment)
    #expect(lines.map(\.kind) == [.device, .position])
  }
}
