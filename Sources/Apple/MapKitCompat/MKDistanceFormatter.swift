public import Foundation

/// Writes and reads distances as people say them: `850 m`, `2.3 km`, `1.4 mi`.
///
/// Distances are rounded to what is useful on the way: to 10 m, feet or yards above 100, and to a
/// tenth below 10 km or miles. The words of full units are English; numbers follow the locale.
///
/// Isolation: one thread or task at a time, like other formatters.
open class MKDistanceFormatter: Formatter {
  /// Units in which distances are written.
  public enum Units: UInt, Sendable {
    /// The usual units of the locale's region.
    case `default`
    /// Metres and kilometres.
    case metric
    /// Feet and miles.
    case imperial
    /// Yards and miles.
    case imperialWithYards
  }

  /// How units are written.
  public enum DistanceUnitStyle: UInt, Sendable {
    /// Abbreviated.
    case `default`
    /// Such as `km`.
    case abbreviated
    /// Such as `kilometers`.
    case full
  }

  /// For the numbers, and for the units if `units` is `.default`.
  open var locale = Locale.current
  /// Units in which distances are written.
  open var units = Units.default
  /// How units are written.
  open var unitStyle = DistanceUnitStyle.default

  /// Creates a formatter for the current locale.
  public override init() { super.init() }

  /// Creates a formatter for the current locale; archives hold nothing of it.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Writes a distance.
  ///
  /// - Parameter distance: metres; a value that is not finite, or below zero, is written as zero.
  /// - Returns: a number and its unit.
  open func string(fromDistance distance: CLLocationDistance) -> String {
    let metres = distance.isFinite ? max(0, distance) : 0
    let (small, large) = chosenUnits
    let short = Self.rounded(metres / small.metres)
    // A distance that rounds to a large unit is written in it.
    let isLarge = short * small.metres >= large.metres * large.least
    let unit = isLarge ? large : small
    let value = isLarge ? metres / large.metres : short
    let digits = isLarge && value < 9.95 ? 1 : 0
    let numbers = self.numbers
    numbers.maximumFractionDigits = digits
    let number = numbers.string(from: NSNumber(value: value)) ?? "\(Int(min(1e15, value)))"
    guard unitStyle == .full else { return "\(number) \(unit.short)" }
    return "\(number) \(number == "1" ? unit.singular : unit.plural)"
  }

  /// Returns the metres that a text states, in any of the units; -1 if it states none.
  open func distance(from distance: String) -> CLLocationDistance {
    let words = distance.trimmingCharacters(in: .whitespaces)
    let start = words.firstIndex { $0.isLetter } ?? words.endIndex
    let number = words[..<start].trimmingCharacters(in: .whitespaces)
    let name = words[start...].trimmingCharacters(in: .whitespaces).lowercased()
    let unit =
      name.isEmpty
      ? chosenUnits.small
      : Unit.all.first { [$0.short, $0.singular, $0.plural].contains(name) }
    guard let unit, let value = numbers.number(from: number)?.doubleValue, value >= 0,
      value.isFinite
    else { return -1 }
    return value * unit.metres
  }

  /// Returns a distance in words if `obj` is a number of metres.
  open override func string(for obj: Any) -> String? {
    let metres = (obj as? NSNumber)?.doubleValue ?? obj as? Double
    return metres.map(string(fromDistance:))
  }

  private struct Unit {
    let short: String
    let singular: String
    let plural: String
    let metres: Double
    /// The least number of it that is written, if there is a smaller unit.
    var least = 1.0

    static let metre = Unit(short: "m", singular: "meter", plural: "meters", metres: 1)
    static let kilometre = Unit(
      short: "km", singular: "kilometer", plural: "kilometers", metres: 1000)
    static let foot = Unit(short: "ft", singular: "foot", plural: "feet", metres: 0.3048)
    static let yard = Unit(short: "yd", singular: "yard", plural: "yards", metres: 0.9144)
    static let mile = Unit(
      short: "mi", singular: "mile", plural: "miles", metres: 1609.344, least: 0.2)

    static var all: [Unit] { [metre, kilometre, foot, yard, mile] }
  }

  private var chosenUnits: (small: Unit, large: Unit) {
    switch units {
    case .metric: return (.metre, .kilometre)
    case .imperial: return (.foot, .mile)
    case .imperialWithYards: return (.yard, .mile)
    case .default:
      switch locale.measurementSystem {
      case .us: return (.foot, .mile)
      case .uk: return (.yard, .mile)
      default: return (.metre, .kilometre)
      }
    }
  }

  private var numbers: NumberFormatter {
    let numbers = NumberFormatter()
    numbers.locale = locale
    numbers.numberStyle = .decimal
    return numbers
  }

  private static func rounded(_ value: Double) -> Double {
    value > 100 ? (value / 10).rounded() * 10 : value.rounded()
  }
}
