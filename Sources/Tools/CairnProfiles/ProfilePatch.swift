internal import CairnHAL
internal import CairnTypes

/// An error: a mapping in flow style, on one line, to which no key can be added.
struct ProfilePatchError: Error, Equatable {
  /// The mapping's key path, for example `power`.
  let key: String
  /// The mapping's line, from 1.
  let line: Int

  /// Returns the error as one about a file.
  func inFile(_ file: String) -> ProfileError {
    ProfileError(
      file: file, line: line, column: 1, what: "'\(key)' is written in one line",
      advice: "write its keys one below the other")
  }
}

/// A change of a profile's figures; all other lines stay as they are, comments included.
public struct ProfilePatch: Equatable, Sendable {
  /// The lines before the change.
  public let before: [String]
  /// The lines after the change.
  public private(set) var after: [String]

  /// Returns the difference in the form that `patch` reads; empty if there is none.
  ///
  /// - Parameter file: the name of the file.
  /// - Returns: a unified diff.
  public func difference(file: String) -> String {
    UnifiedDiff.text(from: before, to: after, file: file)
  }

  /// - Parameters:
  ///   - text: the file's text.
  ///   - entries: the figures to replace or add.
  /// - Throws: when a mapping that must change is written on one line.
  init(
    _ text: String, setting entries: [HardwareProfile.Figures.Entry]
  ) throws(ProfilePatchError) {
    before = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    after = before
    for entry in entries { try set(Self.line(entry), at: entry.figure.keys) }
  }

  /// The text after the change.
  public var text: String { after.joined(separator: "\n") }

  private static func line(_ entry: HardwareProfile.Figures.Entry) -> String {
    let (kind, text) =
      switch entry.number.provenance {
      case .measured(let text): ("measured", text)
      case .datasheet(let text): ("source", text)
      case .estimated(let text): ("estimate", text)
      }
    let quoted = text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
    let plusMinus = entry.number.plusMinus.map { ", plus_minus: \(Self.number($0))" } ?? ""
    let unit = entry.figure.unit.isEmpty ? "number" : entry.figure.unit
    return "{ \(unit): \(number(entry.number.value))\(plusMinus), \(kind): \"\(quoted)\" }"
  }

  /// Formats a number with three significant digits, which is what a sensor resolves.
  private static func number(_ value: Double) -> String {
    var (places, limit) = (2, 10.0)
    while value.magnitude >= limit, places > 0 { (places, limit) = (places - 1, limit * 10) }
    limit = 1
    while value.magnitude < limit, places < 6 { (places, limit) = (places + 1, limit / 10) }
    var text = value.text(places: places)
    while text.contains("."), let last = text.last, last == "0" || last == "." {
      text.removeLast()
      if last == "." { break }
    }
    return text
  }

  // MARK: - Lines

  private mutating func set(_ value: String, at keys: [String]) throws(ProfilePatchError) {
    var inside = after.indices
    var margin = ""
    for (depth, key) in keys.enumerated() {
      let isLast = depth == keys.count - 1
      guard let block = block(of: key, margin, in: inside) else {
        return insert(value, at: keys[depth...], margin, in: inside)
      }
      if isLast {
        after.replaceSubrange(block, with: ["\(margin)\(key): \(value)"])
        return
      }
      let rest = Self.content(after[block.lowerBound]).dropFirst(margin.count + key.count + 1)
      guard rest.allSatisfy({ $0 == " " }) else {
        throw ProfilePatchError(
          key: keys[...depth].joined(separator: "."), line: block.lowerBound + 1)
      }
      inside = block.lowerBound + 1..<block.upperBound
      margin =
        inside.first { !Self.isEmpty(after[$0]) }.map { Self.margin(of: after[$0]) } ?? margin
        + "  "
    }
  }

  /// Inserts the keys below the existing lines.
  private mutating func insert(
    _ value: String, at keys: ArraySlice<String>, _ margin: String, in inside: Range<Int>
  ) {
    let place = inside.last { !Self.isEmpty(after[$0]) }.map { $0 + 1 } ?? inside.lowerBound
    var margin = margin
    var lines: [String] = []
    for key in keys.dropLast() {
      lines.append("\(margin)\(key):")
      margin += "  "
    }
    if let key = keys.last { lines.append("\(margin)\(key): \(value)") }
    after.insert(contentsOf: lines, at: place)
  }

  /// Returns the lines of a key and everything below it.
  private func block(of key: String, _ margin: String, in inside: Range<Int>) -> Range<Int>? {
    let start = inside.first {
      Self.margin(of: after[$0]) == margin && after[$0].dropFirst(margin.count).hasPrefix(key + ":")
    }
    guard let start else { return nil }
    var end = start + 1
    for index in end..<inside.upperBound where !Self.isEmpty(after[index]) {
      guard Self.margin(of: after[index]).count > margin.count else { break }
      end = index + 1
    }
    return start..<end
  }

  private static func margin(of line: String) -> String { String(line.prefix { $0 == " " }) }

  /// Whether the line is blank or holds only a comment.
  private static func isEmpty(_ line: String) -> Bool { content(line).allSatisfy { $0 == " " } }

  /// Returns the line without a trailing comment; only for key lines, whose text has no ` #` in it.
  private static func content(_ line: String) -> Substring {
    var before: Character = " "
    for (index, character) in zip(line.indices, line) {
      if character == "#", before == " " { return line[..<index] }
      before = character
    }
    return line[...]
  }
}
