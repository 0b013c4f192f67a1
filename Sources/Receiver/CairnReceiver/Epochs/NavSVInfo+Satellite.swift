internal import CairnTypes
internal import CairnUBX

extension Satellite {
  /// Creates the satellite of a NAV-SVINFO channel; `nil` for a number of no system.
  ///
  /// All systems share one number space. Source: u-blox UBX-13003221 R28 (M8 SPG 3.01), "Satellite
  /// Numbering".
  init?(_ channel: NavSVInfo.Channel) {
    let number = channel.number
    let known: (system: SatelliteSystem, number: UInt8?)
    switch number {
    case 1...32: known = (.gps, number)
    case 33...64: known = (.beidou, number &- 27)
    case 65...96: known = (.glonass, number &- 64)
    case 120...158: known = (.sbas, number)
    case 159...163: known = (.beidou, number &- 158)
    case 173...182: known = (.imes, number &- 172)
    case 193...202: known = (.qzss, number &- 192)
    case 211...246: known = (.galileo, number &- 210)
    case 255: known = (.glonass, nil)
    default: return nil
    }
    let elevation = (-90...90).contains(channel.elevation) ? channel.elevation : nil
    let azimuth = (0...360).contains(channel.azimuth) ? UInt16(channel.azimuth % 360) : nil
    self.init(
      system: known.system, number: known.number, elevation: elevation, azimuth: azimuth,
      carrierToNoise: channel.carrierToNoise.map { Float($0) }, isUsed: channel.flags.isUsed)
  }
}
