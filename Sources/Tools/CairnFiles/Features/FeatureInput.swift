internal import CairnJSON

/// The features of a GeoJSON file, one after the other, so that its size does not matter.
package struct FeatureInput: ~Copyable {
  /// Longest feature that is read: a country with all its islands has a few megabytes.
  private static let longest = 64 << 20

  /// The path, or `standard input`; for messages.
  package let name: String
  private var input: CaptureInput
  private var piece: [UInt8] = []
  private var at = 0
  private var scanner = JSONScanner()
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
      // Where in this piece the feature begins, or goes on.
      var first = at
      while at < piece.count {
        let byte = piece[at]
        at += 1
        if byte == 0x0A { line += 1 }
        // The brackets around a feature are those of the collection and of its list.
        if byte == UInt8(ascii: "{"), scanner.isInListOfObject { (start, first) = (line, at - 1) }
        try follow(byte)
        guard let begin = start, scanner.depth == 2 else { continue }
        feature += piece[first..<at]
        return (begin, feature)
      }
      if let start {
        feature += piece[first...]
        guard feature.count <= Self.longest else {
          throw failure("a feature has more than 64 MiB", start)
        }
      }
      at = 0
    } while try input.read(into: &piece)
    guard scanner.isOutside else { throw failure("the file ends within a value", line) }
    return nil
  }

  private mutating func follow(_ byte: UInt8) throws(CommandFailure) {
    let isOutside = scanner.isOutside
    switch scanner.take(byte) {
    case .tooDeep: throw failure("brackets are nested too deeply", line)
    case .noPartner: throw failure("a bracket has no partner", line)
    case nil:
      guard isOutside, scanner.isOutside, byte > 0x20 || byte == 0x1F, byte < 0x80 else { return }
      if byte == 0x1F, line > 1 { return }
      throw byte == 0x1F ? compressed : failure("this is no GeoJSON", line)
    }
  }

  private var compressed: CommandFailure {
    CommandFailure(
      message:
        "\(name) is compressed: unpack it, as zcat FILE | cairn geodata build, with - for it")
  }

  private func failure(_ what: String, _ line: Int) -> CommandFailure {
    CommandFailure(message: "\(name), line \(line): \(what); a FeatureCollection is needed")
  }
}
