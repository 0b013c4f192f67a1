/// The features of a GeoJSON file, one after the other, so that its size does not matter.
package struct FeatureInput: ~Copyable {
  /// Longest feature that is read: a country with all its islands has a few megabytes.
  private static let longest = 64 << 20

  /// The path, or `standard input`; for messages.
  package let name: String
  private var input: CaptureInput
  private var piece: [UInt8] = []
  private var at = 0
  /// Brackets that are open.
  private var open: [UInt8] = []
  private var isInText = false
  private var isEscaped = false
  /// Number of the line at hand, from 1.
  private var line = 1

  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - progress: shows how far a long reading is; `nil` for nobody.
  /// - Throws: a one-line message that says what to do.
  package init(path: String, progress: ((String) -> Void)?) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    input = try CaptureInput(path: path, progress: progress)
  }

  /// Returns the next feature and the line on which it begins; `nil` after the last one.
  ///
  /// - Throws: a one-line message about the file.
  package mutating func next() throws(CommandFailure) -> (line: Int, text: [UInt8])? {
    var feature: [UInt8] = []
    var start: Int?
    repeat {
      while at < piece.count {
        let byte = piece[at]
        at += 1
        if byte == 0x0A { line += 1 }
        if !isInText, byte == UInt8(ascii: "{"), open == Self.collection { start = line }
        try follow(byte)
        guard let first = start else { continue }
        feature.append(byte)
        guard feature.count <= Self.longest else {
          throw failure("a feature has more than 64 MiB", first)
        }
        if open.count == 2 { return (first, feature) }
      }
      at = 0
    } while try input.read(into: &piece)
    guard open.isEmpty, !isInText else { throw failure("the file ends within a value", line) }
    return nil
  }

  /// The brackets around a feature: those of the collection and of its list.
  private static let collection = Array("{[".utf8)

  private mutating func follow(_ byte: UInt8) throws(CommandFailure) {
    if isInText {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInText = false
      }
      return
    }
    switch byte {
    case UInt8(ascii: "\""): isInText = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard open.count < 64 else { throw failure("brackets are nested too deeply", line) }
      open.append(byte)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      guard let last = open.popLast(), byte == last + 2 else {
        throw failure("a bracket has no partner", line)
      }
    case 0x1F where line == 1 && open.isEmpty:
      throw CommandFailure(
        message:
          "\(name) is compressed: unpack it, as zcat FILE | cairn geodata build, with - for it")
    default:
      if open.isEmpty, byte > 0x20, byte < 0x80 {
        throw failure("this is no GeoJSON", line)
      }
    }
  }

  private func failure(_ what: String, _ line: Int) -> CommandFailure {
    CommandFailure(message: "\(name), line \(line): \(what); a FeatureCollection is needed")
  }
}
