internal import CairnTypes
internal import CairnUBX

/// Signals listed by UBX-NAV-SIG, with the directions that UBX-NAV-SAT gives for their satellites.
///
/// The library's `SatelliteView` has one row per satellite of a u-blox receiver; clients of gpsd
/// see there what the receiver reports about every signal.
struct SignalsInView {
  private var directions: [Satellite] = []
  /// Milliseconds of GPS week to which the directions belong.
  private var timeOfWeek: UInt32?

  /// Takes one UBX frame.
  ///
  /// - Returns: signals in the receiver's order, if the frame lists any.
  mutating func receive(_ frame: Span<UInt8>) -> [GPSDSky.Row]? {
    switch UBXFrame.messageID(of: frame) {
    case NavSat.id?:
      guard let message = try? NavSat.decode(UBXFrame.payload(of: frame)) else { return nil }
      directions = message.satellites.compactMap { Satellite($0) }
      timeOfWeek = message.timeOfWeek
      return nil
    case NavSig.id?:
      guard let message = try? NavSig.decode(UBXFrame.payload(of: frame)) else { return nil }
      let isSameEpoch = message.timeOfWeek == timeOfWeek
      return message.signals.compactMap { row($0, hasDirections: isSameEpoch) }
    default: return nil
    }
  }

  /// Returns the row of a signal; `nil` when its satellite or system is unknown.
  private func row(_ signal: NavSig.Signal, hasDirections: Bool) -> GPSDSky.Row? {
    guard let system = signal.gnss.system, signal.number != 0,
      system != .glonass || signal.number != 255
    else { return nil }
    let seen =
      hasDirections
      ? directions.first { $0.system == system && $0.number == signal.number } : nil
    let satellite = Satellite(
      system: system, number: signal.number, elevation: seen?.elevation, azimuth: seen?.azimuth,
      carrierToNoise: signal.carrierToNoise.map { Float($0) }, isUsed: signal.isLocked)
    return GPSDSky.Row(satellite: satellite, signal: signal.signal)
  }
}

extension NavSig.Signal {
  /// Whether at least the code is locked: gpsd calls such signals used, whatever the solution uses.
  fileprivate var isLocked: Bool { quality >= 4 }
}
