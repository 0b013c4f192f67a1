public import CairnPacks
public import CairnRadio

/// The difference between two packs, entry by entry, so that a device fetches what has changed alone.
///
/// Buckets and checksums are not part of it: the new pack is written anew from its entries, by `PackPatch`.
public struct PackDelta: Sendable {
  /// ```text
  ///   0  magic, 8 bytes
  ///   8  version, 4
  ///  12  day of making of the new pack, counted from 1 January 1970, 4; zero for unknown
  ///  16  entries before and after, 4 each, of three tables: access points, cells, areas
  ///  40  checksum of the bytes before, 4
  /// ```
  static let headerLength = 44
  static let magic: [UInt8] = [0xC7, 0x43, 0x50, 0x44, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt32 = 1

  /// What a step does with the entry that follows the kept ones.
  enum Step: UInt64 {
    /// The rest of the table is kept.
    case end = 0
    case remove = 1
    case move = 2
    case add = 3
  }

  /// The bytes of the delta.
  let storage: any PagedStorage
  let length: Int
  let day: UInt32
  /// Entries of each table.
  let before: [UInt32]
  let after: [UInt32]

  /// Opens a delta.
  ///
  /// - Parameter storage: the bytes, which must not change.
  /// - Throws: the defect of the header.
  public init(_ storage: any PagedStorage) throws(PackDeltaError) {
    self.storage = storage
    let pages = storage.pages
    let head = try withBytes(of: storage) { bytes throws(PackDeltaError) in
      try Self.header(PackBytes(bytes, pages))
    }
    (length, day, before, after) = (head.length, head.day, head.before, head.after)
  }

  private static func header(
    _ pack: PackBytes
  ) throws(PackDeltaError) -> (length: Int, day: UInt32, before: [UInt32], after: [UInt32]) {
    let bytes = pack.all
    guard bytes.count >= headerLength else { throw .notADelta }
    guard pack.load(0..<headerLength) else { throw .unreadable }
    for (index, byte) in magic.enumerated() where bytes[index] != byte { throw .notADelta }
    let sum = CRC32C.checksum(of: bytes.extracting(0..<headerLength &- 4))
    guard sum == bytes.pack32(at: headerLength &- 4) else { throw .header }
    let found = bytes.pack32(at: 8)
    guard found == version else { throw .version(found) }
    var (before, after): ([UInt32], [UInt32]) = ([], [])
    for section in PackSection.allCases {
      let at = 16 &+ 8 &* Int(section.rawValue)
      before.append(bytes.pack32(at: at))
      after.append(bytes.pack32(at: at &+ 4))
    }
    return (bytes.count, bytes.pack32(at: 12), before, after)
  }
}

/// Defect of a delta, or of what it is applied to. The old pack stays as it is: get the new one whole.
@nonexhaustive
public enum PackDeltaError: Error, Hashable, Sendable {
  /// The first bytes are not those of a delta.
  case notADelta
  /// A later version of the format, which this version of Cairn does not read.
  case version(UInt32)
  /// The header's checksum is wrong.
  case header
  /// The file can no longer be read, or its length has changed.
  case unreadable
  /// The delta starts from a pack with another number of entries.
  case otherBase(PackSection)
  /// The delta ends within a step.
  case cut
  /// A number has more than 64 bits.
  case number
  /// A step that leads beyond the old table, or to a place or key that there is not.
  case step(PackSection)
  /// Something follows the last step.
  case rest
  /// The new table has another number of entries than the header says.
  case count(PackSection)
  /// The old pack is damaged.
  case base(PackError)
  /// The new pack would be none.
  case result(PackError)
}

extension PackDeltaError: CustomStringConvertible {
  /// Description of the defect, in one line.
  public var description: String {
    switch self {
    case .notADelta: "this is no delta of packs"
    case .version(let number):
      "this delta has format \(number); this program reads format \(PackDelta.version)"
    case .header: "the header of the delta is damaged"
    case .unreadable: "the delta can be read no longer"
    case .otherBase: "the delta starts from another pack"
    case .cut: "the delta is cut"
    case .number: "a number of the delta is too large"
    case .step: "a step of the delta leads nowhere"
    case .rest: "the delta has more than its steps"
    case .count: "the delta gives another number of entries than it says"
    case .base(let error): "the old pack is damaged: \(error)"
    case .result(let error): "the delta makes no pack: \(error)"
    }
  }
}
