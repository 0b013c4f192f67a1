import ArgumentParser
import CairnHAL
import CairnTypes

/// A part of a day that is spent in one way.
struct DayPhase: Equatable {
  /// How the device is carried.
  enum Kind: String, CaseIterable {
    case standing, walking, cycling, driving

    /// Metres per second, on average while it goes.
    var speed: Double {
      switch self {
      case .standing: 0
      case .walking: 1.4
      case .cycling: 5
      case .driving: 14
      }
    }

    /// Metres between two turns, on average.
    var leg: Double {
      switch self {
      case .standing: .infinity
      case .walking: 120
      case .cycling: 250
      case .driving: 500
      }
    }

    var surroundings: SurroundingsMixture {
      switch self {
      case .standing: .pedestrian
      case .walking: .walking
      case .cycling: .fitness
      case .driving: .automotive
      }
    }
  }

  var kind: Kind
  var seconds: Int
}

/// A day as it is written on the command line: `standing 21h, walking 2h, driving 1h`.
struct DayArgument: ExpressibleByArgument {
  let phases: [DayPhase]

  /// The longest day that is simulated: a week.
  private static let longest = 7 * 86_400

  init?(argument: String) {
    var phases: [DayPhase] = []
    for part in argument.split(separator: ",") {
      let words = part.split(separator: " ")
      guard words.count == 2, let kind = DayPhase.Kind(rawValue: String(words[0])),
        let seconds = Self.seconds(words[1])
      else { return nil }
      phases.append(DayPhase(kind: kind, seconds: seconds))
    }
    guard (1...100).contains(phases.count), phases.reduce(0, { $0 + $1.seconds }) <= Self.longest
    else { return nil }
    self.phases = phases
  }

  private static func seconds(_ text: Substring) -> Int? {
    let units = [("min", 60.0), ("h", 3600), ("s", 1)]
    for (unit, scale) in units where text.hasSuffix(unit) {
      guard let number = DecimalText.number(text.dropLast(unit.count)) else { return nil }
      let seconds = (number * scale).rounded()
      return seconds >= 1 && seconds <= Double(longest) ? Int(seconds) : nil
    }
    return nil
  }
}
