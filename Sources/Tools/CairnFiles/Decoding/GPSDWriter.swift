import CairnGPSD
import CairnNMEA
import CairnRTCM
package import CairnReceiver
import CairnTypes

/// `--format gpsd`: writes the objects that gpsd's clients read, one TPV for each epoch.
///
/// The names, presence and digits of the fields follow gpsd's JSON protocol 3.x. `GPSDView`
/// decides what is shown.
package struct GPSDWriter: MessageWriter {
  package static let showsRepeatedInstants = true

  private let output: any LineOutput
  private let device: String
  private var line = JSONText()
  private var view = GPSDView()

  package init(_ output: some LineOutput, device: String) {
    self.output = output
    self.device = device
    line.object {
      $0.member("class", "VERSION")
      $0.member("release", "cairn 0.1.0")
      $0.member("rev", "0.1.0")
      $0.member("proto_major", 3)
      $0.member("proto_minor", 15)
    }
    flushLine()
    line.object {
      $0.member("class", "DEVICES")
      $0.array("devices") {
        $0.object {
          $0.member("class", "DEVICE")
          $0.member("path", device)
        }
      }
    }
    flushLine()
  }

  package mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    show(view.receive(frame, info))
    guard info.wireProtocol == .rtcm3,
      case .rtcm3(let number?) = Message(frame, .rtcm3)
    else { return }
    line.object {
      $0.member("class", "RTCM3")
      $0.member("device", device)
      $0.member("type", number.rawValue)
      // gpsd's length is that of the payload.
      $0.member("length", frame.count - 6)
      guard !number.isDissectedByGPSD, let payload = info.wireProtocol.payload(of: frame) else {
        return
      }
      $0.array("data") { list in
        for octet in payload { list.element("0x" + hexadecimal([octet])) }
      }
    }
    flushLine()
  }

  package mutating func show(_ events: [ReceiverEvent]) { show(view.receive(events)) }

  private mutating func show(_ reports: [GPSDReport]) {
    for report in reports {
      line.object {
        switch report {
        case .position(let position): Self.members(of: position, device, &$0)
        case .sky(let sky): Self.members(of: sky, device, &$0)
        case .noise(let noise, let time): Self.members(of: noise, time, device, &$0)
        }
      }
      flushLine()
    }
  }

  package func finish(_ summary: DecodeSummary) {}

  private mutating func flushLine() {
    line.newline()
    output.write(line.bytes)
    line.clear()
  }

  private static func members(
    of position: GPSDPosition, _ device: String, _ json: inout JSONText
  ) {
    json.member("class", "TPV")
    json.member("device", device)
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

  private static func members(
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

  private static func members(of sky: GPSDSky, _ device: String, _ json: inout JSONText) {
    let dilution = sky.dilution
    json.member("class", "SKY")
    json.member("device", device)
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
    guard !sky.rows.isEmpty else { return }
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

extension MessageNumber {
  /// Whether gpsd decodes the message's fields; of all other messages it gives the octets.
  fileprivate var isDissectedByGPSD: Bool {
    switch rawValue {
    case 1001...1017, 1029, 1033, 1071...1077, 1081...1087, 1091...1097, 1101...1107, 1111...1117,
      1121...1127, 1131...1137, 1230:
      true
    default: false
    }
  }
}
