import CairnJSON
import CairnTypes

@testable import CairnExports

/// One client and its devices, at times that the test sets.
struct Conversation {
  var session = GPSDSession()
  var devices = GPSDDevices()
  var moment = GPSDMoment(
    MonotonicTime(nanoseconds: 0), utc: Timestamp(nanosecondsSince1970: 1_780_000_000_000_000_000))

  init(_ paths: String...) {
    for path in paths { devices.add(path, at: moment) }
  }

  mutating func wait(_ duration: Duration) {
    moment.time = moment.time + duration
    moment.utc = moment.utc.map { $0 + duration }
  }

  /// Sends text, and returns the replies.
  mutating func ask(_ text: String) -> [JSONValue] { objects(reply(Array(text.utf8))) }

  mutating func reply(_ bytes: [UInt8]) -> [UInt8] {
    session.receive(bytes.span, devices, at: moment).flatMap(\.content)
  }

  /// Reports to the first device, and returns what the client gets.
  mutating func note(_ event: GPSDDevice.Event) -> [JSONValue] {
    note(event, of: devices.all[0].path)
  }

  mutating func note(_ event: GPSDDevice.Event, of path: String) -> [JSONValue] {
    received(devices.note(event, of: path, at: moment))
  }

  mutating func fire() -> [JSONValue] { received(devices.fire(at: moment)) }

  func received(_ lines: [GPSDLine]) -> [JSONValue] {
    lines.filter(session.wants).flatMap { objects($0.content) }
  }

  func classes(_ values: [JSONValue]) -> [String] { values.compactMap { $0["class"]?.asText } }

  func objects(_ bytes: [UInt8]) -> [JSONValue] {
    bytes.split(separator: 0x0A).compactMap { line in
      line.last == 0x0D ? try? JSONReader.value(of: line.dropLast()) : nil
    }
  }

  /// A fix of a walk.
  static func fix(at time: MonotonicTime) -> Location {
    var fix = Location(
      coordinate: Coordinate(latitude: 37.5665, longitude: 126.978), horizontalAccuracy: 2,
      time: time,
      source: LocationSource(
        provider: "gnss", technology: .gnss, fix: .threeD, satellitesUsed: 9, hdop: 0.8))
    fix.altitude = 38.5
    fix.ellipsoidalAltitude = 61.5
    fix.verticalAccuracy = 3
    fix.speed = 1.4
    fix.course = 90
    fix.timestamp = Timestamp(
      nanosecondsSince1970: 1_780_000_000_000_000_000 + time.nanoseconds)
    return fix
  }
}

extension DilutionOfPrecision {
  init(position: Float? = nil, horizontal: Float, vertical: Float? = nil) {
    self.init()
    self.position = position
    self.horizontal = horizontal
    self.vertical = vertical
  }
}
