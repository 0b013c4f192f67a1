import CairnRTCM
import CairnReceiver
import CairnTypes

/// `--format gpsd`: the objects that a client of gpsd reads, one epoch one TPV.
///
/// Names, presence and digits of the fields as in gpsd's JSON protocol 3.x; what gpsd would make up
/// (errors from dilution, speed from two positions) is left out.
struct GPSDWriter: MessageWriter {
  private let output: StandardOutput
  private let device: String
  private var line = JSONText()
  private var signals = SignalsInView()

  init(_ output: StandardOutput, device: String) {
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

  mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo) {
    if info.wireProtocol == .ubx, let rows = signals.receive(frame) {
      line.object { Self.signals(rows, device, &$0) }
      flushLine()
    }
    guard info.wireProtocol == .rtcm3,
      case .rtcm3(let number?) = Message(frame, .rtcm3)
    else { return }
    line.object {
      $0.member("class", "RTCM3")
      $0.member("device", device)
      $0.member("type", number.rawValue)
      // gpsd counts the payload.
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

  mutating func show(_ event: ReceiverEvent) {
    switch event {
    case .epoch(let epoch):
      line.object { Self.position(epoch, device, &$0) }
      flushLine()
      guard !epoch.dilution.isEmpty || epoch.satellitesUsed != nil else { return }
      line.object {
        Self.sky(epoch.dilution, epoch.timestamp, device, &$0)
        if let used = epoch.satellitesUsed { $0.member("uSat", used) }
      }
      flushLine()
    case .satellites(let view):
      line.object { Self.satellites(view, device, &$0) }
      flushLine()
    }
  }

  func finish(_ summary: DecodeSummary) {}

  private mutating func flushLine() {
    line.newline()
    output.write(line.bytes)
    line.clear()
  }

  // MARK: - TPV

  private static func position(_ epoch: Epoch, _ device: String, _ json: inout JSONText) {
    json.member("class", "TPV")
    json.member("device", device)
    // gpsd calls a receiver that only times from its surveyed place a 3D fix with status 7.
    let isTiming = epoch.fix == .timeOnly && epoch.coordinate != nil
    let mode: UInt8 = isTiming ? 3 : epoch.hasPosition ? epoch.dimensions ?? 2 : 1
    if mode >= 2, let status = status(epoch) { json.member("status", status) }
    json.member("mode", mode)
    if let time = epoch.timestamp { json.member("time", time.description) }
    json.optional("ept", epoch.timeAccuracy, places: 3)
    guard mode >= 2, let coordinate = epoch.coordinate else { return }
    json.member("lat", coordinate.latitude, places: 9)
    json.member("lon", coordinate.longitude, places: 9)
    json.optional("altHAE", epoch.ellipsoidalAltitude, places: 4)
    json.optional("altMSL", epoch.altitude, places: 4)
    json.optional("alt", epoch.altitude, places: 4)
    json.optional("epx", epoch.eastDeviation, places: 3)
    json.optional("epy", epoch.northDeviation, places: 3)
    json.optional("epv", epoch.verticalAccuracy, places: 3)
    json.optional("track", epoch.course, places: 4)
    json.optional("speed", epoch.speed, places: 3)
    if mode >= 3 { json.optional("climb", epoch.verticalSpeed, places: 3) }
    json.optional("eps", epoch.speedAccuracy, places: 2)
    if mode >= 3, let above = epoch.ellipsoidalAltitude, let altitude = epoch.altitude {
      json.member("geoidSep", above - altitude, places: 3)
    }
    json.optional("eph", epoch.horizontalAccuracy, places: 3)
    json.optional("dgpsAge", epoch.correctionAge.map { Double($0) }, places: 1)
  }

  /// gpsd's number of the kind of solution; `nil` for a plain fix.
  private static func status(_ epoch: Epoch) -> Int? {
    if epoch.flags.contains(.simulated) { return 8 }
    switch epoch.fix {
    case .differential: return 2
    case .rtkFixed: return 3
    case .rtkFloat: return 4
    case .deadReckoning: return 5
    case .gnssDeadReckoning: return 6
    case .fixedPosition, .timeOnly: return 7
    case .unknown, .none, .twoD, .threeD: return nil
    }
  }

  // MARK: - SKY

  private static func sky(
    _ dilution: DilutionOfPrecision, _ time: Timestamp?, _ device: String, _ json: inout JSONText
  ) {
    json.member("class", "SKY")
    json.member("device", device)
    if let time { json.member("time", time.description) }
    json.optional("gdop", dilution.geometric.map { Double($0) }, places: 2)
    json.optional("hdop", dilution.horizontal.map { Double($0) }, places: 2)
    json.optional("pdop", dilution.position.map { Double($0) }, places: 2)
    json.optional("tdop", dilution.time.map { Double($0) }, places: 2)
    json.optional("xdop", dilution.easting.map { Double($0) }, places: 2)
    json.optional("ydop", dilution.northing.map { Double($0) }, places: 2)
    json.optional("vdop", dilution.vertical.map { Double($0) }, places: 2)
  }

  private static func satellites(
    _ view: SatelliteView, _ device: String, _ json: inout JSONText
  ) {
    sky(view.dilution, view.timestamp, device, &json)
    let satellites = view.satellites.filter { $0.number != nil }
    json.member("nSat", satellites.count)
    json.member("uSat", satellites.count { $0.isUsed })
    json.array("satellites") { list in
      for satellite in satellites {
        let signal = satellite.signal.flatMap { satellite.system.gpsdSignal($0) } ?? 0
        list.object { self.satellite(satellite, signal, &$0) }
      }
    }
  }

  /// The signals of an epoch that is not complete: its time and dilution come later.
  private static func signals(
    _ rows: [SignalsInView.Row], _ device: String, _ json: inout JSONText
  ) {
    json.member("class", "SKY")
    json.member("device", device)
    json.member("nSat", rows.count)
    json.member("uSat", rows.count { $0.satellite.isUsed })
    json.array("satellites") { list in
      for row in rows { list.object { satellite(row.satellite, row.signal, &$0) } }
    }
  }

  private static func satellite(
    _ satellite: Satellite, _ signal: UInt8, _ json: inout JSONText
  ) {
    guard let number = satellite.number else { return }
    json.member("PRN", satellite.system.prn(number))
    json.member("gnssid", satellite.system.rawValue)
    json.member("svid", number)
    if signal != 0 { json.member("sigid", signal) }
    json.optional("az", satellite.azimuth.map { Double($0) }, places: 1)
    json.optional("el", satellite.elevation.map { Double($0) }, places: 1)
    json.optional("ss", satellite.carrierToNoise.map { Double($0) }, places: 1)
    json.member("used", satellite.isUsed)
  }
}

extension MessageNumber {
  /// Whether gpsd gives the message's fields instead of its octets: its clients find the octets of no
  /// other.
  fileprivate var isDissectedByGPSD: Bool {
    switch rawValue {
    case 1001...1017, 1029, 1033, 1071...1077, 1081...1087, 1091...1097, 1101...1107, 1111...1117,
      1121...1127, 1131...1137, 1230:
      true
    default: false
    }
  }
}

extension SatelliteSystem {
  /// gpsd's number over all systems.
  fileprivate func prn(_ number: UInt8) -> Int {
    switch self {
    case .gps, .navic: Int(number)
    case .sbas: Int(number) - 87
    case .galileo: Int(number) + 300
    case .beidou: Int(number) + 400
    case .imes: Int(number) + 172
    case .qzss: Int(number) + 192
    case .glonass: Int(number) + 64
    }
  }
}

extension SatelliteSystem {
  /// gpsd's number of a signal, from NMEA's; `nil` where it has none.
  ///
  /// Those are u-blox's, with two that gpsd's clients know from it alone: Galileo's E1 as NMEA receivers
  /// report it is 4, and SBAS on L5 is 7.
  ///
  /// Source: NMEA 0183 version 4.11, table 20; u-blox UBX-21035062 R02, "Signal identifiers".
  fileprivate func gpsdSignal(_ signal: UInt8) -> UInt8? {
    switch (self, signal) {
    case (.gps, 1), (.sbas, 1), (.glonass, 1), (.galileo, 6), (.beidou, 1),
      (.qzss, 1), (.navic, 1):
      0
    case (.gps, 5), (.qzss, 5), (.galileo, 7): 4
    case (.gps, 6): 3
    case (.gps, 7): 6
    case (.gps, 8), (.sbas, 8), (.beidou, 5): 7
    case (.glonass, 3), (.beidou, 11): 2
    case (.galileo, 1): 3
    case (.galileo, 2), (.beidou, 3), (.qzss, 6): 5
    case (.qzss, 7): 8
    case (.qzss, 8): 9
    default: nil
    }
  }
}

extension DilutionOfPrecision {
  /// Whether nothing is known.
  fileprivate var isEmpty: Bool { self == DilutionOfPrecision() }
}
