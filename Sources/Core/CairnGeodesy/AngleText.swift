/// One token of a coordinate's text.
enum AngleToken: Equatable {
  case number(Double, isNegative: Bool, isWhole: Bool)
  /// Mark of degrees, minutes or seconds, which are parts 0, 1 and 2.
  case mark(part: Int)
  case letter(Character)
  case comma
  /// A character that belongs to no coordinate.
  case nothing

  /// Returns all tokens of a text; spaces are skipped.
  static func all(in text: some StringProtocol) -> [AngleToken] {
    var tokens: [AngleToken] = []
    var rest = Substring(text)
    while let character = rest.first {
      switch character {
      case " ", "\t", "\u{A0}": rest.removeFirst()
      case "0"..."9", "-", "+", "−", ".":
        tokens.append(number(&rest))
        if tokens.last == .nothing { return tokens }
      default:
        if let direction = directions.first(where: { rest.hasPrefix($0.key) }) {
          rest.removeFirst(direction.key.count)
          tokens.append(.letter(direction.value))
          continue
        }
        rest.removeFirst()
        tokens.append(sign(character))
      }
    }
    return tokens
  }

  /// 37.5° north is 북위 37.5도 in Korean.
  private static let directions: [String: Character] = ["북위": "N", "남위": "S", "동경": "E", "서경": "W"]

  private static func sign(_ character: Character) -> AngleToken {
    switch character {
    case "°", "º", "도": .mark(part: 0)
    case "′", "'", "’", "분": .mark(part: 1)
    case "″", "\"", "”", "초": .mark(part: 2)
    case "N", "S", "E", "W": .letter(character)
    case "n", "s", "e", "w": .letter(Character(character.uppercased()))
    case ",", ";": .comma
    default: .nothing
    }
  }

  private static func number(_ rest: inout Substring) -> AngleToken {
    let isNegative = rest.first == "-" || rest.first == "−"
    if isNegative || rest.first == "+" { rest.removeFirst() }
    let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
    rest.removeFirst(digits.count)
    guard digits.count <= 24, let value = Double(digits) else { return .nothing }
    return .number(value, isNegative: isNegative, isWhole: !digits.contains("."))
  }
}

/// One angle of a coordinate while its tokens are read.
struct AngleText {
  enum Axis { case latitude, longitude }

  private var parts: [Double] = []
  private var isNegative = false
  /// Whether the last part was not whole, so that no other part may follow.
  private var isLast = false
  /// Number of parts that have their mark.
  private var marks = 0
  private var letter: Character?
  private var beganWithLetter = false

  var hasNumber: Bool { !parts.isEmpty }

  /// Returns whether the token belongs to the next angle.
  func isComplete(before token: AngleToken) -> Bool {
    guard hasNumber else { return false }
    switch token {
    case .letter: return letter != nil
    case .number(_, let isNegative, _):
      return isNegative || isLast || parts.count == 3 || (letter != nil && !beganWithLetter)
    case .mark, .comma, .nothing: return false
    }
  }

  /// Takes the next token; returns false when it has no place here.
  mutating func add(_ token: AngleToken) -> Bool {
    switch token {
    case .number(let value, let isNegative, let isWhole):
      guard parts.count < 3, !isLast, !isNegative || parts.isEmpty,
        letter == nil || beganWithLetter
      else { return false }
      parts.append(value)
      if isNegative { self.isNegative = true }
      isLast = !isWhole
      return true
    case .mark(let part):
      guard part == parts.count - 1, marks <= part else { return false }
      marks = part + 1
      return true
    case .letter(let letter):
      guard self.letter == nil else { return false }
      beganWithLetter = parts.isEmpty
      self.letter = letter
      return true
    case .comma, .nothing: return false
    }
  }

  var axis: Axis? {
    switch letter {
    case "N", "S": .latitude
    case "E", "W": .longitude
    default: nil
    }
  }

  /// Degrees; `nil` without a number, for minutes or seconds from 60, or for both sign and letter.
  var degrees: Double? {
    guard let whole = parts.first, !(isNegative && letter != nil) else { return nil }
    guard parts.dropFirst().allSatisfy({ $0 < 60 }) else { return nil }
    let minutes = parts.count > 1 ? parts[1] : 0
    let seconds = parts.count > 2 ? parts[2] : 0
    let degrees = whole + minutes / 60 + seconds / 3600
    return isNegative || letter == "S" || letter == "W" ? -degrees : degrees
  }
}
