internal import CairnTypes

/// A board's profile as bytes, for programs that do not read YAML: what `hw-profile compile` writes.
///
/// A mark, the version, a checksum of the rest, and the rest. Another version of Cairn may refuse it; compiling it
/// again is the remedy.
package struct CompiledBoard: Equatable, Sendable {
  /// The most bytes that are read.
  package static let limit = 1 << 20
  private static let mark: [UInt8] = [0x43, 0x72, 0x6E, 0x42, 1]
  private static let head = 9
  /// Profiles in one file.
  private static let profiles = 256

  /// Why bytes are no compiled board.
  package enum Fault: Error, Hashable, Sendable {
    /// They are something else.
    case foreign
    /// They are damaged, or of a version that this one does not know.
    case damaged
  }

  package var board: HardwareProfile
  /// Those of receivers that the board may have, besides the shipped ones.
  package var receivers: [HardwareProfile]

  package init(_ board: HardwareProfile, receivers: [HardwareProfile] = []) {
    self.board = board
    self.receivers = receivers
  }

  package var encoded: [UInt8] {
    var copy = self
    var body = RecordWriter()
    copy.fields(&body)
    var whole = RecordWriter(Self.mark)
    whole.number(UInt64(recordSum(body.bytes[...])), 4)
    return whole.bytes + body.bytes
  }

  package init(decoding bytes: [UInt8]) throws(Fault) {
    guard bytes.starts(with: Self.mark.dropLast()) else { throw .foreign }
    guard bytes.count > Self.head, bytes.starts(with: Self.mark) else { throw .damaged }
    let body = bytes[Self.head...]
    var head = RecordReader(bytes[Self.mark.count..<Self.head])
    guard head.number(4) == UInt64(recordSum(body)) else { throw .damaged }
    self.init(.blank)
    var reader = RecordReader(body)
    fields(&reader)
    guard !reader.hasFailed, reader.isAtEnd else { throw .damaged }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    board.fields(&f)
    f.list(&receivers, octets: 64, .blank) { $1.fields(&$0) }
    if receivers.count > Self.profiles { f.fail() }
  }
}
