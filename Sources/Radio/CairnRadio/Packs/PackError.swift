/// A table of a pack.
@nonexhaustive
public enum PackSection: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Access points by address.
  case accessPoints = 0
  /// Cells by `CellIdentity.key`.
  case cells = 1
  /// Areas of cells by `CellIdentity.areaKey`.
  case areas = 2

  /// Bytes of a key.
  var keyLength: Int { self == .accessPoints ? 6 : 8 }
  /// Bytes of an entry: key and place.
  var entryLength: Int { keyLength &+ PackPlace.encodedLength }
  /// Bytes of an index entry: the first key of a bucket, and the checksum of the bucket.
  var indexEntryLength: Int { keyLength &+ 4 }
  /// Metres of one unit of the radius in a place.
  var radiusUnit: Double { self == .accessPoints ? 0.125 : 1 }
  /// The part of the header that describes the table.
  var headerOffset: Int { 24 &+ Int(rawValue) &* PackTable.encodedLength }
}

/// Defect of a pack. A pack with a defect is of no use: get or make it again.
@nonexhaustive
public enum PackError: Error, Hashable, Sendable {
  /// The first bytes are not those of a pack, or the program that wrote it did not finish.
  case notAPack
  /// A later version of the format, which this version of Cairn does not read.
  case version(UInt32)
  /// The file is shorter or longer than its header says, in bytes.
  case length(found: Int, stated: UInt64)
  /// The header's checksum is wrong.
  case header
  /// The file can no longer be read: it was cut, or its disk has failed.
  case unreadable
  /// The header places a section at an impossible position.
  case layout(PackSection)
  /// The checksum of a section's index is wrong.
  case index(PackSection)
  /// The checksum of a bucket is wrong; buckets are counted from 0.
  case bucket(PackSection, Int)
  /// A key is not larger than the one before it, or not one of the section.
  case order(PackSection)
  /// A section would have more than `RadioPackWriter.maximumEntries` entries.
  case full(PackSection)
  /// An access point that must not be stored; see `BSSID.isEligible`.
  case notEligible(BSSID)
}

extension PackError: CustomStringConvertible {
  /// Description of the defect, in one line.
  public var description: String {
    switch self {
    case .notAPack: "this is no pack of access points and cells"
    case .version(let number):
      "this pack has format \(number); this program reads format \(RadioPackHeader.version)"
    case .length(let found, let stated):
      "the pack has \(found) bytes, but should have \(stated): it was cut or added to"
    case .header: "the header of the pack is damaged"
    case .unreadable: "the pack can be read no longer"
    case .layout(let section): "the table of \(section.words) is misplaced"
    case .index(let section): "the index of \(section.words) is damaged"
    case .bucket(let section, let number): "bucket \(number) of \(section.words) is damaged"
    case .order(let section): "the \(section.words) are not in the order of their keys"
    case .full(let section):
      "more than \(RadioPackWriter.maximumEntries) \(section.words), which is the limit"
    case .notEligible(let bssid): "\(bssid) may be a phone and must not be stored"
    }
  }
}

extension PackSection {
  fileprivate var words: String {
    switch self {
    case .accessPoints: "access points"
    case .cells: "cells"
    case .areas: "areas"
    }
  }
}
