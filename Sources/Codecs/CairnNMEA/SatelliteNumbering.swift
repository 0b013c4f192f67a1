public import CairnTypes

extension Talker {
  /// Satellite system of the receiver part that sends the sentence; `nil` for `GN` and others.
  public var system: SatelliteSystem? {
    switch self {
    case "GP": .gps
    case "GL": .glonass
    case "GA": .galileo
    case "GB", "BD": .beidou
    case "GQ", "QZ": .qzss
    case "GI": .navic
    default: nil
    }
  }
}

extension SatelliteSystem {
  /// Creates the system with NMEA's own system identifier, 1 GPS … 6 NavIC.
  ///
  /// - Parameter identifier: last field of GSA.
  public init?(nmeaIdentifier identifier: UInt8) {
    switch identifier {
    case 1: self = .gps
    case 2: self = .glonass
    case 3: self = .galileo
    case 4: self = .beidou
    case 5: self = .qzss
    case 6: self = .navic
    default: return nil
    }
  }
}

/// Identifies the satellite that a number in a sentence stands for.
///
/// Version 4.11 gives every system its own numbers and names the system; older versions and vendors
/// give each system a range. So the named system comes first, with its own numbers and the ranges
/// in use for it: for BeiDou 141...177 and 201...263, for all but GPS the number plus 100. The
/// general ranges apply only to the rest: GPS 1...32, SBAS 33...64 for PRN 120...151 or the PRN
/// itself, GLONASS 65...96, QZSS 193...202, Galileo 301...336, BeiDou 401...463, and the 141...177
/// and 201...237 of older BeiDou receivers where SBAS and QZSS leave room. The PRN of SBAS itself
/// stands for it only where GPS or no system is named.
public enum SatelliteNumbering {
  /// Returns the system and the satellite's number in it.
  ///
  /// - Parameters:
  ///   - number: number as sent.
  ///   - named: system named by a system identifier or the talker.
  /// - Returns: `nil` when no rule fits.
  public static func resolve(
    _ number: UInt16, named: SatelliteSystem?
  ) -> (system: SatelliteSystem, number: UInt8)? {
    let number = Int(number)
    if let named, let own = ownNumber(number, of: named) { return (named, own) }
    switch number {
    case 1...32: return named == nil || named == .gps ? (.gps, UInt8(number)) : nil
    case 33...64: return (.sbas, UInt8(number + 87))
    case 65...96: return (.glonass, UInt8(number - 64))
    case 120...158: return named == nil || named == .gps ? (.sbas, UInt8(number)) : nil
    case 159...177: return (.beidou, UInt8(number - 140))
    case 193...202: return (.qzss, UInt8(number - 192))
    case 203...237: return (.beidou, UInt8(number - 200))
    case 301...336: return (.galileo, UInt8(number - 300))
    case 401...463: return (.beidou, UInt8(number - 400))
    default: return nil
    }
  }

  private static func ownNumber(_ number: Int, of system: SatelliteSystem) -> UInt8? {
    switch (system, number) {
    case (.gps, 1...32), (.glonass, 1...32), (.galileo, 1...36), (.beidou, 1...63),
      (.qzss, 1...10), (.navic, 1...14), (.sbas, 120...158):
      UInt8(number)
    case (.beidou, 141...177): UInt8(number - 140)
    case (.beidou, 201...263): UInt8(number - 200)
    // As Quectel's LC79D numbers Galileo, and other receivers BeiDou.
    case (.glonass, 101...132), (.galileo, 101...136), (.beidou, 101...140), (.qzss, 101...110),
      (.navic, 101...114):
      UInt8(number - 100)
    default: nil
    }
  }
}

extension GSV {
  /// Appends the satellites of this sentence.
  ///
  /// Keeps a row without a number if it has a carrier-to-noise density: a signal not yet
  /// identified. Leaves out rows that are empty and those whose system is unknown.
  ///
  /// - Parameter satellites: receives 0...4 satellites.
  public func appendSatellites(to satellites: inout [Satellite]) {
    let named = talker.system
    for index in 0..<min(4, max(0, rowCount)) {
      let row = rows[index]
      let known = row.number.flatMap { SatelliteNumbering.resolve($0, named: named) }
      guard let system = known?.system ?? named,
        known != nil || row.number != nil || row.carrierToNoise != nil
      else { continue }
      satellites.append(
        Satellite(
          system: system, number: known?.number, signal: signal, elevation: row.elevation,
          azimuth: row.azimuth == 360 ? 0 : row.azimuth,
          carrierToNoise: row.carrierToNoise.map { Float($0) }))
    }
  }
}

extension GSA {
  /// System the sentence names by its identifier or, without one, by its talker.
  public var system: SatelliteSystem? {
    systemIdentifier.flatMap { SatelliteSystem(nmeaIdentifier: $0) } ?? talker.system
  }

  /// Appends the satellites that the sentence lists as used; only their numbers are known.
  ///
  /// - Parameter satellites: receives 0...12 satellites.
  public func appendSatellites(to satellites: inout [Satellite]) {
    let named = system
    for index in 0..<12 {
      guard let number = numbers[index],
        let known = SatelliteNumbering.resolve(number, named: named)
      else { continue }
      satellites.append(Satellite(system: known.system, number: known.number, isUsed: true))
    }
  }

  /// Appends the numbers whose meaning depends on the vendor, because they are beyond the standard's
  /// ranges and not of the system that the sentence names. The satellites in view may tell.
  ///
  /// - Parameter numbers: receives 0...12 numbers.
  public func appendVendorNumbers(to numbers: inout [UInt16]) {
    let named = system
    for index in 0..<12 {
      guard let number = self.numbers[index], number > 96,
        named == nil || SatelliteNumbering.resolve(number, named: named)?.system != named
      else { continue }
      numbers.append(number)
    }
  }
}
