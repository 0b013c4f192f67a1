import CairnMQTT
import CairnPacks
import CairnTypes

extension Target {
  /// The file of a spool as any program or disk may have left it, with what is then done with it; the notes of a broker; the
  /// configuration of cairn-mqtt.
  static let spool = Target("spool", maximumLength: spoolSize) {
    var damaged = Spool.seed(records: 40)
    damaged[8192 + 700] ^= 1
    return [
      (name: "empty", bytes: []), (name: "few", bytes: Spool.seed(records: 3)),
      (name: "full", bytes: Spool.seed(records: 90)), (name: "damaged", bytes: damaged),
      (name: "note", bytes: Array(#"{"spool":"9f3a0c11","seq":18231}"#.utf8)),
      (
        name: "settings",
        bytes: Array("[broker]\nhost = a\n[region B]\ncenter = 1, 2\nradius = 3km\n".utf8)
      ),
    ]
  } run: { bytes in
    if let note = StoredNote(bytes) {
      require(note.number > 0, "a note of nothing")
    }
    let file = MQTTFile("fuzz.conf", bytes)
    require(file.faults.count <= 120, "more mistakes than are kept")
    run(bytes, continuity: 1)
    // Checksums let nearly nothing through: with those that belong to what is there, everything else is read.
    run(resealed(bytes), continuity: 2)
  }

  /// Octets of the file: two heads, and four segments.
  fileprivate static let spoolSize = 8192 + 4 * segment
  private static let segment = 32_768

  /// Returns bytes with the checksums of heads, segments and records that these would have.
  private static func resealed(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes + [UInt8](repeating: 0, count: max(0, spoolSize - bytes.count))
    for head in [0, 4096] { seal(&bytes, head..<head + 508) }
    let identity = Array(bytes[8..<12])
    for start in stride(from: 8192, to: spoolSize, by: segment) {
      bytes.replaceSubrange(start + 12..<start + 16, with: identity)
      seal(&bytes, start..<start + 16)
      let generation = Array(bytes[start + 4..<start + 12])
      var offset = start + 20
      while offset + 16 <= start + segment {
        let end = offset + 12 + Int(bytes[offset + 2]) + Int(bytes[offset + 3]) << 8
        guard bytes[offset] == 0xC5, end + 4 <= start + segment else {
          offset = (offset + 512) / 512 * 512
          continue
        }
        seal(&bytes, offset..<end, besides: generation + identity)
        offset = end + 4
      }
    }
    return bytes
  }

  private static func seal(_ bytes: inout [UInt8], _ range: Range<Int>, besides more: [UInt8] = [])
  {
    let sum = CRC32C.checksum(of: (Array(bytes[range]) + more).span)
    for index in 0..<4 {
      bytes[range.upperBound + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index))
    }
  }

  /// Opens a spool, uses it, and opens what it has left.
  private static func run(_ bytes: [UInt8], continuity: UInt64) {
    let storage = FuzzedStorage(bytes)
    guard var spool = open(storage, continuity) else { return }
    var last: UInt64 = 0
    var waiting = spool.firstWaiting()
    var count = 0
    while let one = waiting {
      require(one.number > last, "records are not in order")
      last = one.number
      count += 1
      if let read = spool.read(one.number) {
        require(read.payload.count == one.length, "a record of another length")
        require(read.gap < one.number, "more is missing than was told")
      }
      if count % 3 == 0 { spool.acknowledge(one.number) }
      waiting = spool.waiting(after: one.number)
    }
    for length in [10, 900, 5000, Spool.longestPayload] {
      guard let number = append(&spool, length) else { continue }
      require(number > last, "a number was given twice")
      last = number
    }
    spool.noteDisconnected()
    try? spool.sync()
    let left = spool.count
    guard var again = open(storage, continuity) else { return }
    require(again.identity == spool.identity, "another spool")
    require(again.count >= left, "what was synced is lost")
    if let number = append(&again, 10) { require(number > last, "a number was given twice") }
  }

  private static func open(_ storage: FuzzedStorage, _ continuity: UInt64) -> Spool? {
    do throws(SpoolFailure) {
      return try Spool(storage, size: spoolSize, continuity: continuity, identity: 77)
    } catch {
      return nil
    }
  }

  private static func append(_ spool: inout Spool, _ length: Int) -> UInt64? {
    do throws(SpoolFailure) {
      return try spool.append(.location) { _ in [UInt8](repeating: 32, count: length) }
    } catch {
      return nil
    }
  }
}

extension Spool {
  /// The bytes of a spool with records of all kinds, of which some are acknowledged.
  fileprivate static func seed(records: Int) -> [UInt8] {
    let storage = FuzzedStorage([])
    do throws(SpoolFailure) {
      var spool = try Spool(
        storage, size: Target.spoolSize, continuity: 1, identity: 0x9F3A_0C11)
      for index in 0..<records {
        let kind = Spool.Kind.allCases[index % Spool.Kind.allCases.count]
        let number = try spool.append(kind) {
          Array("{\"seq\":\($0)}".utf8) + [UInt8](repeating: 32, count: index * 14)
        }
        if index % 5 == 0 { spool.acknowledge(number) }
        if index % 10 == 0 { try spool.sync() }
      }
      try spool.sync()
    } catch {}
    return storage.bytes
  }
}

/// A file in memory that begins with any bytes.
private final class FuzzedStorage: SpoolStorage {
  private(set) var bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(_ range: Range<Int>) -> [UInt8] {
    let there = range.clamped(to: 0..<bytes.count)
    return bytes[there] + [UInt8](repeating: 0, count: range.count - there.count)
  }

  func write(_ new: [UInt8], at offset: Int) {
    let end = offset + new.count
    if bytes.count < end { bytes += repeatElement(0, count: end - bytes.count) }
    bytes.replaceSubrange(offset..<end, with: new)
  }

  func sync() {}
}
