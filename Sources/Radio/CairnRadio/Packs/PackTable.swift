internal import CairnPacks

/// Where a table of a pack is: sorted entries in buckets of 32, and an index with the first key and
/// the checksum of each bucket.
///
/// Buckets have a fixed number of entries instead of a fixed range of keys, because addresses crowd
/// in the ranges of a few manufacturers.
struct PackTable: Equatable {
  /// Bytes of the description in the header.
  static let encodedLength = 24
  /// Entries of every bucket but the last.
  static let bucketSize = 32

  let section: PackSection
  /// Number of entries.
  private(set) var count: Int
  private(set) var entriesOffset: Int
  private(set) var indexOffset: Int
  private(set) var indexChecksum: UInt32

  var buckets: Int { (count &+ Self.bucketSize &- 1) / Self.bucketSize }
  private var entryLength: Int { section.entryLength }

  init(
    _ section: PackSection, count: Int, entriesOffset: Int, indexOffset: Int, indexChecksum: UInt32
  ) {
    self.section = section
    self.count = count
    self.entriesOffset = entriesOffset
    self.indexOffset = indexOffset
    self.indexChecksum = indexChecksum
  }

  /// Reads the description of a table from a header, and checks where it is and its index, which stays
  /// in memory.
  init(_ section: PackSection, in pack: PackBytes) throws(PackError) {
    self.section = section
    let bytes = pack.all
    let at = section.headerOffset
    let stated = UInt64(bytes.pack32(at: at))
    indexChecksum = bytes.pack32(at: at &+ 4)
    let (entries, index) = (bytes.pack64(at: at &+ 8), bytes.pack64(at: at &+ 16))
    let limit = UInt64(clamping: bytes.count)
    let buckets = (stated &+ UInt64(Self.bucketSize) &- 1) / UInt64(Self.bucketSize)
    // A count has 32 bits, so that the products are below 2^36.
    guard entries >= UInt64(clamping: RadioPackHeader.encodedLength), entries <= index,
      index <= limit,
      stated &* UInt64(clamping: section.entryLength) <= index &- entries,
      buckets &* UInt64(clamping: section.indexEntryLength) <= limit &- index
    else { throw .layout(section) }
    // Below the number of bytes, and so an `Int` also where that has 32 bits.
    count = Int(min(stated, 0x7FFF_FFFF))
    entriesOffset = Int(min(entries, 0x3FFF_FFFF_FFFF))
    indexOffset = Int(min(index, 0x3FFF_FFFF_FFFF))
    guard pack.load(indexRange) else { throw .unreadable }
    let found = CRC32C.checksum(of: bytes.extracting(indexRange))
    guard found == indexChecksum else { throw .index(section) }
    pack.keep(indexRange)
  }

  func encode(to bytes: inout [UInt8]) {
    bytes.append(pack: UInt64(clamping: count), length: 4)
    bytes.append(pack: UInt64(indexChecksum), length: 4)
    bytes.append(pack: UInt64(clamping: entriesOffset), length: 8)
    bytes.append(pack: UInt64(clamping: indexOffset), length: 8)
  }

  private var indexRange: Range<Int> {
    indexOffset..<indexOffset &+ buckets &* section.indexEntryLength
  }

  /// Returns the place of a key; `nil` if the table does not have it. `pack` is the whole pack, of
  /// the length that was checked.
  func find(_ key: UInt64, in pack: PackBytes) throws(PackError) -> PackPlace? {
    let bytes = pack.all
    guard let bucket = bucket(of: key, in: bytes) else { return nil }
    let entries = try entries(of: bucket, in: pack)
    let keyLength = section.keyLength
    var (low, high) = (entries.lowerBound, entries.upperBound)
    while low < high {
      let middle = (low &+ high) / 2
      let offset = entriesOffset &+ middle &* entryLength
      let found = bytes.packKey(at: offset, length: keyLength)
      if found == key { return place(at: offset, in: bytes) }
      if found < key { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }

  /// Appends the entries of a bucket in order, after checking it and that it follows the last of the
  /// entries that are there.
  func append(
    bucket: Int, in pack: PackBytes, to all: inout [(key: UInt64, place: PackPlace)],
    after last: UInt64?
  ) throws(PackError) {
    let bytes = pack.all
    let range = try entries(of: bucket, in: pack)
    let first = bytes.packKey(at: indexEntry(bucket), length: section.keyLength)
    var last = last
    for entry in range {
      let offset = entriesOffset &+ entry &* entryLength
      let key = bytes.packKey(at: offset, length: section.keyLength)
      guard last.map({ $0 < key }) ?? true, entry > range.lowerBound || key == first else {
        throw .order(section)
      }
      last = key
      all.append((key, place(at: offset, in: bytes)))
    }
  }

  /// Returns the entries of a bucket whose checksum is right.
  private func entries(of bucket: Int, in pack: PackBytes) throws(PackError) -> Range<Int> {
    let bytes = pack.all
    let start = bucket &* Self.bucketSize
    let end = min(count, start &+ Self.bucketSize)
    let range = entriesOffset &+ start &* entryLength..<entriesOffset &+ end &* entryLength
    guard pack.load(range) else { throw .unreadable }
    let sum = CRC32C.checksum(of: bytes.extracting(range))
    guard sum == bytes.pack32(at: indexEntry(bucket) &+ section.keyLength) else {
      throw .bucket(section, bucket)
    }
    return start..<end
  }

  /// Returns the last bucket whose first key is not larger; `nil` if there is none.
  private func bucket(of key: UInt64, in bytes: Span<UInt8>) -> Int? {
    let keyLength = section.keyLength
    var (low, high) = (0, buckets)
    while low < high {
      let middle = (low &+ high) / 2
      if bytes.packKey(at: indexEntry(middle), length: keyLength) <= key {
        low = middle &+ 1
      } else {
        high = middle
      }
    }
    return low > 0 ? low &- 1 : nil
  }

  private func indexEntry(_ bucket: Int) -> Int {
    indexOffset &+ bucket &* section.indexEntryLength
  }

  private func place(at offset: Int, in bytes: Span<UInt8>) -> PackPlace {
    let at = offset &+ section.keyLength
    return PackPlace(
      rawValue: UInt64(bytes.pack32(at: at)) | UInt64(bytes.pack16(at: at &+ 4)) << 32
        | UInt64(bytes[at &+ 6]) << 48)
  }
}
