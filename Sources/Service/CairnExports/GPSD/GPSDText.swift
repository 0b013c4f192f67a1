package import CairnJSON
internal import CairnNMEA
internal import CairnTypes

/// Writes the objects of gpsd's JSON protocol: the one encoder for clients and for files.
///
/// The names, presence and digits of the fields follow gpsd's JSON protocol 3.x; `class` comes
/// first and `device` second, without blanks, because many clients compare the text.
///
/// Source: gpsd 3.27, gpsd_json(5).
package struct GPSDText {
  /// The objects so far, each a line.
  package var bytes: [UInt8] { json.bytes }

  private var json = JSONText()
  private let endsWithReturn: Bool

  /// - Parameter endsWithReturn: whether lines end as gpsd ends them on its sockets.
  package init(endsWithReturn: Bool) { self.endsWithReturn = endsWithReturn }

  /// Removes the objects so far.
  package mutating func clear() { json.clear() }

  /// Appends an object as a line of its own.
  package mutating func line(_ members: (inout JSONText) -> Void) {
    json.object(members)
    json.newline(withReturn: endsWithReturn)
  }

  /// Appends VERSION.
  package mutating func version(release: String, revision: String) {
    line {
      $0.member("class", "VERSION")
      $0.member("release", release)
      $0.member("rev", revision)
      $0.member("proto_major", 3)
      $0.member("proto_minor", 15)
    }
  }

  /// Appends TPV, SKY or GST of a device.
  package mutating func report(_ report: GPSDReport, of device: String) {
    line {
      switch report {
      case .position(let position): Self.members(of: position, device, &$0)
      case .sky(let sky): Self.members(of: sky, device, &$0)
      case .noise(let noise, let time): Self.members(of: noise, time, device, &$0)
      }
    }
  }

  /// Appends TOFF: a receiver's time, and the system's when it arrived.
  mutating func offset(of time: Timestamp, arrivedAt clock: Timestamp, device: String) {
    line {
      $0.member("class", "TOFF")
      $0.member("device", device)
      $0.member("real_sec", time.wholeSeconds)
      $0.member("real_nsec", time.restOfSecond)
      $0.member("clock_sec", clock.wholeSeconds)
      $0.member("clock_nsec", clock.restOfSecond)
    }
  }

  /// Appends ERROR.
  package mutating func error(_ message: String) {
    line {
      $0.member("class", "ERROR")
      $0.member("message", message)
    }
  }

  // MARK: Members of objects

  /// Writes the members of TPV, without a device where it is `nil`.
  static func members(of position: GPSDPosition, _ device: String?, _ json: inout JSONText) {
    json.member("class", "TPV")
    if let device { json.member("device", device) }
    if let status = position.status, status != .normal {
      json.member("status", status.rawValue)
    }
    json.member("mode", position.mode)
    if let time = position.timestamp { json.member("time", time.gpsdText) }
    json.optional("ept", position.timeError, places: 3)
    json.optional("lat", position.coordinate?.latitude, places: 9)
    json.optional("lon", position.coordinate?.longitude, places: 9)
    json.optional("altHAE", position.ellipsoidalAltitude, places: 4)
    json.optional("altMSL", position.altitude, places: 4)
    json.optional("alt", position.altitude, places: 4)
    json.optional("epx", position.eastError, places: 3)
    json.optional("epy", position.northError, places: 3)
    json.optional("epv", position.verticalError, places: 3)
    json.optional("track", position.course, places: 4)
    json.optional("speed", position.speed, places: 3)
    json.optional("climb", position.climb, places: 3)
    json.optional("epd", position.courseError, places: 4)
    json.optional("eps", position.speedError, places: 2)
    json.optional("epc", position.climbError, places: 2)
    if position.mode >= 3, let above = position.ellipsoidalAltitude,
      let altitude = position.altitude
    {
      json.member("geoidSep", above - altitude, places: 3)
    }
    json.optional("eph", position.horizontalError, places: 3)
    json.optional("sep", position.sphericalError, places: 3)
    json.optional("dgpsAge", position.correctionAge, places: 1)
  }

  /// Writes the members of GST.
  static func members(
    of noise: GST, _ time: Timestamp, _ device: String, _ json: inout JSONText
  ) {
    json.member("class", "GST")
    json.member("device", device)
    json.member("time", time.gpsdText)
    json.optional("rms", noise.rangeRMS, places: 3)
    json.optional("major", noise.semiMajor, places: 3)
    json.optional("minor", noise.semiMinor, places: 3)
    json.optional("orient", noise.orientation, places: 3)
    json.optional("lat", noise.latitudeDeviation, places: 3)
    json.optional("lon", noise.longitudeDeviation, places: 3)
    json.optional("alt", noise.altitudeDeviation, places: 3)
  }

  /// Writes the members of SKY; an empty list only where it is wanted, as by some clients of POLL.
  static func members(
    of sky: GPSDSky, _ device: String?, listsNone: Bool = false, _ json: inout JSONText
  ) {
    let dilution = sky.dilution
    json.member("class", "SKY")
    if let device { json.member("device", device) }
    if let time = sky.timestamp { json.member("time", time.gpsdText) }
    json.optional("gdop", dilution.geometric.map { Double($0) }, places: 2)
    json.optional("hdop", dilution.horizontal.map { Double($0) }, places: 2)
    json.optional("pdop", dilution.position.map { Double($0) }, places: 2)
    json.optional("tdop", dilution.time.map { Double($0) }, places: 2)
    json.optional("xdop", dilution.easting.map { Double($0) }, places: 2)
    json.optional("ydop", dilution.northing.map { Double($0) }, places: 2)
    json.optional("vdop", dilution.vertical.map { Double($0) }, places: 2)
    if !sky.rows.isEmpty { json.member("nSat", sky.rows.count) }
    if let used = sky.usedCount { json.member("uSat", used) }
    guard listsNone || !sky.rows.isEmpty else { return }
    json.array("satellites") { list in
      for row in sky.rows { list.object { members(of: row, &$0) } }
    }
  }

  private static func members(of row: GPSDSky.Row, _ json: inout JSONText) {
    let satellite = row.satellite
    guard let number = satellite.number else { return }
    json.member("PRN", satellite.system.gpsdNumber(number))
    json.member("gnssid", satellite.system.rawValue)
    json.member("svid", number)
    if row.signal != 0 { json.member("sigid", row.signal) }
    json.optional("az", satellite.azimuth.map { Double($0) }, places: 1)
    json.optional("el", satellite.elevation.map { Double($0) }, places: 1)
    json.optional("ss", satellite.carrierToNoise.map { Double($0) }, places: 1)
    json.member("used", satellite.isUsed)
  }
}
