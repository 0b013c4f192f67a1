/// What a number of a profile measures: the units it may be written in, and how large it can be.
enum Dimension {
  case power
  /// May be zero.
  case powerOrNone
  case energy, time, voltage
  /// A 68 % radius, or a distance.
  case accuracy
  /// A length in one direction, of either sign.
  case offset
  case share
  /// At least 1.
  case factor
  /// A whole number.
  case count
  case capacity

  /// A unit by the name that profiles give it.
  struct Unit {
    let name: String
    /// How many of the first unit it is.
    let scale: Double
    /// Whether it is a current or a charge, which needs a voltage.
    var needsVoltage = false
  }

  /// The radius that 68 % of the fixes are in, of circular errors, over the one that half of them are in:
  /// the root of ln 0.32 / ln 0.5.
  private static let radiusPerCEP = 1.2821

  /// The first is the one that values are kept in.
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
    case .offset: [Unit(name: "m", scale: 1), Unit(name: "cm", scale: 1e-2)]
    case .share: [Unit(name: "share", scale: 1), Unit(name: "percent", scale: 1e-2)]
    case .factor: [Unit(name: "times", scale: 1)]
    case .count: [Unit(name: "number", scale: 1)]
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
    case .accuracy, .offset: "length"
    case .share: "share"
    case .factor: "factor"
    case .count: "number"
    case .capacity: "capacity"
    }
  }

  /// What is wrong with a value in the first unit, as an advice; `nil` when nothing is.
  func objection(to value: Double) -> String? {
    switch self {
    case .power: value > 0 && value <= 1e5 ? nil : "write a power above 0, at most 100 W"
    case .powerOrNone: value >= 0 && value <= 1e5 ? nil : "write a power from 0 to 100 W"
    case .energy: value > 0 && value <= 1e6 ? nil : "write an energy above 0, at most 1000 J"
    case .time: value > 0 && value <= 1e7 ? nil : "write a time above 0"
    case .voltage: value >= 0.5 && value <= 60 ? nil : "write a voltage from 0.5 to 60 V"
    case .accuracy: value > 0 && value <= 1e5 ? nil : "write a length above 0, at most 100 km"
    case .offset: abs(value) <= 100 ? nil : "write a length from -100 to 100 m"
    case .share: value >= 0 && value <= 1 ? nil : "write a share from 0 to 1"
    case .factor: value >= 1 && value <= 100 ? nil : "write a factor from 1 to 100"
    case .count:
      value >= 1 && value <= 1e6 && value == value.rounded() ? nil : "write a whole number above 0"
    case .capacity: value > 0 && value <= 1e8 ? nil : "write a capacity above 0"
    }
  }
}
