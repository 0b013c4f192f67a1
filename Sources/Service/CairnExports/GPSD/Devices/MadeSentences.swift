internal import CairnNMEA
internal import CairnTypes

/// NMEA 0183 made of a fix, for clients that read sentences from a receiver that sends none.
enum MadeSentences {
  /// Radius of 68 % of a circular normal distribution, in standard deviations along one axis.
  private static let deviationsPerRadius = 1.51

  /// Returns RMC, GGA, GSA, GSV, VTG and GST, the satellites being those of the last list.
  static func of(_ fix: Location, _ sky: GPSDSky) -> [UInt8] {
    var bytes: [UInt8] = []
    rmc(fix).encode(into: &bytes, minutePlaces: 7)
    gga(fix).encode(into: &bytes, minutePlaces: 7)
    let systems = Dictionary(grouping: sky.rows.map(\.satellite)) { $0.system.sentenceSystem }
    for (system, satellites) in systems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for sentence in gsa(fix, sky, system, satellites) { sentence.encode(into: &bytes) }
    }
    for (system, satellites) in systems.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      for sentence in gsv(system, satellites) { sentence.encode(into: &bytes) }
    }
    vtg(fix).encode(into: &bytes)
    if let sentence = gst(fix) { sentence.encode(into: &bytes) }
    return bytes
  }

  private static func rmc(_ fix: Location) -> RMC {
    var sentence = RMC()
    let time = fix.timestamp?.toMillisecond
    sentence.time = time?.timeOfDay
    sentence.date = time?.date
    sentence.status = .valid
    sentence.latitude = fix.coordinate.latitude
    sentence.longitude = fix.coordinate.longitude
    sentence.speedKnots = fix.speed.map { $0 * 3600 / 1852 }
    sentence.course = fix.course
    sentence.positionMode = fix.positionMode
    return sentence
  }

  private static func gga(_ fix: Location) -> GGA {
    var sentence = GGA()
    sentence.time = fix.timestamp?.toMillisecond.timeOfDay
    sentence.latitude = fix.coordinate.latitude
    sentence.longitude = fix.coordinate.longitude
    sentence.quality = fix.quality
    sentence.satellitesUsed = fix.source.satellitesUsed.map { Int($0) }
    sentence.hdop = fix.source.hdop.map { Double($0) }
    sentence.altitude = fix.altitude
    if let above = fix.ellipsoidalAltitude, let altitude = fix.altitude {
      sentence.geoidSeparation = above - altitude
    }
    sentence.differentialAge = fix.source.correctionAge.map { Double($0) }
    return sentence
  }

  private static func vtg(_ fix: Location) -> VTG {
    var sentence = VTG()
    sentence.course = fix.course
    sentence.speedKnots = fix.speed.map { $0 * 3600 / 1852 }
    sentence.speedKilometresPerHour = fix.speed.map { $0 * 3.6 }
    sentence.positionMode = fix.positionMode
    return sentence
  }

  /// - Returns: `nil` for a fix without an accuracy.
  private static func gst(_ fix: Location) -> GST? {
    guard fix.horizontalAccuracy.isFinite else { return nil }
    var sentence = GST()
    sentence.time = fix.timestamp?.toMillisecond.timeOfDay
    let deviation = fix.horizontalAccuracy / deviationsPerRadius
    sentence.latitudeDeviation = deviation
    sentence.longitudeDeviation = deviation
    sentence.altitudeDeviation = fix.verticalAccuracy
    return sentence
  }

  private static func gsa(
    _ fix: Location, _ sky: GPSDSky, _ system: SatelliteSystem, _ satellites: [Satellite]
  ) -> [GSA] {
    let numbers = satellites.filter(\.isUsed).compactMap(\.sentenceNumber)
    return stride(from: 0, to: numbers.count, by: 12).map { start in
      var sentence = GSA()
      sentence.selectionMode = .automatic
      sentence.navigationMode = fix.source.fix.isThreeD ? 3 : 2
      for (index, number) in numbers[start...].prefix(12).enumerated() {
        sentence.numbers[index] = number
      }
      sentence.pdop = sky.dilution.position.map { Double($0) }
      sentence.hdop = sky.dilution.horizontal.map { Double($0) }
      sentence.vdop = sky.dilution.vertical.map { Double($0) }
      sentence.systemIdentifier = system.sentenceIdentifier
      return sentence
    }
  }

  private static func gsv(_ system: SatelliteSystem, _ satellites: [Satellite]) -> [GSV] {
    // Two signals of a satellite are one row: the second list would need its signal's identifier.
    var seen: Set<UInt16> = []
    let listed = satellites.filter { satellite in
      satellite.sentenceNumber.map { seen.insert($0).inserted } ?? false
    }
    let count = (listed.count + 3) / 4
    return (0..<count).map { part in
      var sentence = GSV()
      sentence.envelope.talker = system.talker
      sentence.messageCount = UInt8(clamping: count)
      sentence.messageNumber = UInt8(clamping: part + 1)
      sentence.satellitesInView = UInt16(clamping: listed.count)
      for (index, satellite) in listed[(4 * part)...].prefix(4).enumerated() {
        var row = GSV.Row()
        row.number = satellite.sentenceNumber
        row.elevation = satellite.elevation
        row.azimuth = satellite.azimuth
        row.carrierToNoise = satellite.carrierToNoise.map { Double($0) }
        sentence.rows[index] = row
        sentence.rowCount = index + 1
      }
      return sentence
    }
  }
}

extension Location {
  fileprivate var positionMode: PositionMode {
    switch source.fix {
    case .differential: .differential
    case .rtkFloat: .floatRTK
    case .rtkFixed: .fixedRTK
    case .deadReckoning, .gnssDeadReckoning, .estimated: .estimated
    case .unknown, .none, .timeOnly, .twoD, .threeD, .fixedPosition: .autonomous
    }
  }

  /// The number of GGA for the kind of fix.
  fileprivate var quality: Int {
    switch source.fix {
    case .differential: 2
    case .rtkFixed: 4
    case .rtkFloat: 5
    case .deadReckoning, .gnssDeadReckoning, .estimated: 6
    case .fixedPosition: 7
    case .unknown, .none, .timeOnly, .twoD, .threeD: 1
    }
  }
}

extension SatelliteSystem {
  /// The system whose sentences list the satellites: those of SBAS are among GPS.
  fileprivate var sentenceSystem: SatelliteSystem { self == .sbas ? .gps : self }

  /// NMEA's own identifier, 1 GPS … 6 NavIC; `nil` for a system that it does not know.
  fileprivate var sentenceIdentifier: UInt8? {
    (1...6).first { SatelliteSystem(nmeaIdentifier: $0) == self }
  }

  fileprivate var talker: Talker {
    switch self {
    case .gps, .sbas, .imes: "GP"
    case .glonass: "GL"
    case .galileo: "GA"
    case .beidou: "GB"
    case .qzss: "GQ"
    case .navic: "GI"
    }
  }
}

extension Satellite {
  /// The number in sentences: each system has its own, except that SBAS and GLONASS follow GPS.
  fileprivate var sentenceNumber: UInt16? {
    guard let number else { return nil }
    return switch system {
    case .sbas: number > 87 ? UInt16(number) - 87 : nil
    case .glonass: UInt16(number) + 64
    case .gps, .galileo, .beidou, .imes, .qzss, .navic: UInt16(number)
    }
  }
}
