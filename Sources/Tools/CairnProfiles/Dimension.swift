/// Quantity that a number in a profile measures: its possible units and its range.
enum Dimension {
  case power
  /// A power that may be zero.
  case powerOrNone
  case energy, time, voltage
  /// A 68 % radius or a distance.
  case accuracy
  /// Degrees.
  case latitude, longitude
  /// Metres above mean sea level.
  case altitude
  case share
  /// A factor of at least 1.
  case factor
  case capacity

  /// A unit, named as profiles write it.
  struct Unit {
    let name: String
    /// The unit's size in the dimension's first unit.
    let scale: Double
    /// Whether the unit measures a current or charge, which needs a voltage.
    var needsVoltage = false
  }

  /// The radius that holds 68 % of the fixes over the one that holds half of them, for circular
  /// errors: the root of ln 0.32 / ln 0.5.
  private static let radiusPerCEP = 1.2821

  /// The possible units; values are stored in the first.
  var units: [Unit] {
    switch self {
    case .power, .powerOrNone:
      [
        Unit(name: "mW", scale: 1), Unit(name: "W", scale: 1e3), Unit(name: "uW", scale: 1e-3),
        Unit(name: "mA", scale: 1, needsVoltage: true),
        Unit(name: "uA", scale: 1e-3, needsVoltage: true),
      ]
    case .energy: [Unit(name: "mJ", scale: 1), Unit(name: "J", scale: 1e3)]
    case .time:
      [
        Unit(name: "s", scale: 1), Unit(name: "ms", scale: 1e-3), Unit(name: "min", scale: 60),
        Unit(name: "h", scale: 3600),
      ]
    case .voltage: [Unit(name: "V", scale: 1)]
    case .accuracy:
      [
        Unit(name: "m", scale: 1), Unit(name: "cm", scale: 1e-2), Unit(name: "km", scale: 1e3),
        Unit(name: "cep_m", scale: Self.radiusPerCEP),
      ]
    case .latitude, .longitude: [Unit(name: "deg", scale: 1)]
    case .altitude: [Unit(name: "m", scale: 1)]
    case .share: [Unit(name: "share", scale: 1), Unit(name: "percent", scale: 1e-2)]
    case .factor: [Unit(name: "times", scale: 1)]
    case .capacity:
      [
        Unit(name: "mWh", scale: 1), Unit(name: "Wh", scale: 1e3),
        Unit(name: "mAh", scale: 1, needsVoltage: true),
      ]
    }
  }

  var unit: String { units[0].name }

  var noun: String {
    switch self {
    case .power, .powerOrNone: "power"
    case .energy: "energy"
    case .time: "time"
    case .voltage: "voltage"
    case .accuracy, .altitude: "length"
    case .latitude, .longitude: "angle"
    case .share: "share"
    case .factor: "factor"
    case .capacity: "capacity"
    }
  }

  /// Returns advice about an invalid value, given in the first unit; `nil` if it is valid.
  func objection(to value: Double) -> String? {
    switch self {
    case .power: value > 0 && value <= 1e5 ? nil : "write a power above 0, at most 100 W"
    case .powerOrNone: value >= 0 && value <= 1e5 ? nil : "write a power from 0 to 100 W"
    case .energy: value > 0 && value <= 1e6 ? nil : "write an energy above 0, at most 1000 J"
    case .time: value > 0 && value <= 1e7 ? nil : "write a time above 0"
    case .voltage: value >= 0.5 && value <= 60 ? nil : "write a voltage from 0.5 to 60 V"
    case .accuracy: value > 0 && value <= 1e5 ? nil : "write a length above 0, at most 100 km"
    case .latitude: abs(value) <= 90 ? nil : "write degrees from -90 to 90, positive north"
    case .longitude: abs(value) <= 180 ? nil : "write degrees from -180 to 180, positive east"
    case .altitude: abs(value) <= 1e4 ? nil : "write metres from -10000 to 10000"
    case .share: value >= 0 && value <= 1 ? nil : "write a share from 0 to 1, or 0 to 100 percent"
    case .factor: value >= 1 && value <= 100 ? nil : "write a factor from 1 to 100"
    case .capacity: value > 0 && value <= 1e8 ? nil : "write a capacity above 0"
    }
  }
}
