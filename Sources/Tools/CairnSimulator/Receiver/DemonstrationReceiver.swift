/// Receivers that programs simulate by name: a walk around a plaza, as each of them reports it.
package enum DemonstrationReceiver: String, CaseIterable, Sendable {
  case m8, m9, m10, f9p, nmea

  /// What it is, for a person.
  package var title: String {
    switch self {
    case .m8: "u-blox M8"
    case .m9: "u-blox M9"
    case .m10: "u-blox M10"
    case .f9p: "u-blox F9P"
    case .nmea: "receiver of NMEA alone"
    }
  }

  /// How it is simulated; u-blox receivers send UBX, which carries their own accuracies.
  package var configuration: SimulatedReceiver.Configuration {
    var configuration =
      switch self {
      case .m8: SimulatedReceiver.Configuration(.uBloxM8)
      case .m9: SimulatedReceiver.Configuration(.uBloxM9)
      case .m10: SimulatedReceiver.Configuration(.uBloxM10)
      case .f9p: SimulatedReceiver.Configuration(.uBloxF9P)
      case .nmea: SimulatedReceiver.Configuration(.nmeaOnly)
      }
    configuration.output = self == .nmea ? .nmea : .ubx
    return configuration
  }
}
