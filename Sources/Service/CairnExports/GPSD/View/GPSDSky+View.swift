internal import CairnReceiver
public import CairnTypes

extension SatelliteView {
  /// Satellites with a known number, as gpsd shows them.
  var rows: [GPSDSky.Row] {
    satellites.map { satellite in
      var satellite = satellite
      // A u-blox receiver sends an azimuth of 0 while the direction is unknown.
      if wireProtocol == .ubx, satellite.elevation == nil {
        satellite.azimuth = satellite.azimuth ?? 0
      }
      // A CASIC receiver sends a strength of 0 for a satellite that it does not track.
      if wireProtocol == .casic { satellite.carrierToNoise = satellite.carrierToNoise ?? 0 }
      return satellite
    }.rows
  }
}

extension [Satellite] {
  /// Those with a known number.
  var rows: [GPSDSky.Row] {
    filter { $0.number != nil }.map { satellite in
      let signal = satellite.signal.flatMap { satellite.system.gpsdSignal($0) } ?? 0
      return GPSDSky.Row(satellite: satellite, signal: signal)
    }
  }
}

extension SatelliteSystem {
  /// Returns gpsd's number, unique over all systems, for a satellite's number in its own system.
  public func gpsdNumber(_ number: UInt8) -> Int {
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

  /// Returns gpsd's number of a signal, from NMEA's; `nil` where there is none.
  ///
  /// The numbers are u-blox's, except two that gpsd's clients know only from gpsd: Galileo E1 is 4
  /// as NMEA receivers report it, and SBAS on L5 is 7.
  ///
  /// Source: NMEA 0183 version 4.11, table 20; u-blox UBX-21035062 R02, "Signal identifiers".
  func gpsdSignal(_ signal: UInt8) -> UInt8? {
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
