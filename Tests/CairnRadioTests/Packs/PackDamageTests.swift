import CairnPacks
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

@testable import CairnRadio

@Suite("Damaged radio pack")
struct PackDamageTests {
  /// Reads a pack whole and by look-ups; what it answers must be right.
  ///
  /// - Returns: the error that verifying gives; `nil` if the pack is sound.
  private func judge(_ bytes: [UInt8], _ sample: PackSample, _ sound: [UInt8]) -> PackError? {
    do throws(PackError) {
      let pack = try RadioPack(bytes)
      let original = try RadioPack(sound)
      let wrong = sample.accessPoints.count { bssid, _ in
        let found = pack.accessPoints.accessPoint(bssid)
        return found != nil && found != original.accessPoints.accessPoint(bssid)
      }
      let wrongCells = sample.cells.count { identity, _ in
        let found = pack.cells.cell(identity)
        return found != nil && found != original.cells.cell(identity)
      }
      #expect(wrong + wrongCells == 0)
      try pack.verify()
      return nil
    } catch {
      #expect(!error.description.isEmpty)
      return error
    }
  }

  @Test func `a changed byte anywhere is an error`() throws {
    let sample = PackSample(40)
    let sound = try sample.bytes
    #expect(judge(sound, sample, sound) == nil)
    for index in sound.indices {
      var bytes = sound
      bytes[index] ^= 1 << UInt8(index % 8)
      #expect(judge(bytes, sample, sound) != nil, "byte \(index)")
    }
  }

  @Test func `a pack that was cut or added to is an error`() throws {
    let sample = PackSample(40)
    let sound = try sample.bytes
    for length in 0..<sound.count {
      let error = judge(Array(sound.prefix(length)), sample, sound)
      #expect(
        error == (length < 128 ? .notAPack : .length(found: length, stated: UInt64(sound.count))))
    }
    #expect(
      judge(sound + [0], sample, sound)
        == .length(found: sound.count + 1, stated: UInt64(sound.count)))
  }

  @Test func `each error says what is wrong`() throws {
    let sample = PackSample(150)
    let sound = try sample.bytes
    func error(at index: Int) -> PackError? {
      var bytes = sound
      bytes[index] ^= 1
      return judge(bytes, sample, sound)
    }
    #expect(error(at: 0) == .notAPack)
    #expect(error(at: 13) == .header)
    #expect(error(at: 127) == .header)
    #expect(error(at: 128) == .bucket(.accessPoints, 0))
    #expect(error(at: 128 + 13 * 32) == .bucket(.accessPoints, 1))
    // Five buckets of 13-byte entries, then the index.
    #expect(error(at: 128 + 13 * 150) == .index(.accessPoints))
    #expect(error(at: sound.count - 1) == .index(.areas))
  }

  /// A header whose checksum is right, but not what it says.
  private func forged(_ sound: [UInt8], _ at: Int, _ value: UInt64, _ length: Int) -> [UInt8] {
    var bytes = sound
    var field: [UInt8] = []
    field.append(pack: value, length: length)
    bytes.replaceSubrange(at..<at + length, with: field)
    var sum: [UInt8] = []
    sum.append(pack: UInt64(CRC32C.checksum(of: bytes.span.extracting(0..<124))), length: 4)
    bytes.replaceSubrange(124..<128, with: sum)
    return bytes
  }

  @Test func `a header that lies is an error and never a trap`() throws {
    let sample = PackSample(150)
    let sound = try sample.bytes
    #expect(judge(forged(sound, 8, 2, 4), sample, sound) == .version(2))
    #expect(
      judge(forged(sound, 16, .max, 8), sample, sound)
        == .length(found: sound.count, stated: .max))
    let odd: [UInt64] = [
      0, 1, 127, 128, 1000, UInt64(sound.count), UInt64(sound.count) + 1, 1 << 31, 1 << 32 - 1,
      1 << 62, 1 << 63, .max,
    ]
    for section in PackSection.allCases {
      for (offset, length) in [(0, 4), (8, 8), (16, 8)] {
        for value in odd {
          let bytes = forged(
            sound, section.headerOffset + offset, length == 4 ? value & 0xFFFF_FFFF : value, length)
          if bytes != sound { #expect(judge(bytes, sample, sound) != nil) }
        }
      }
    }
  }

  @Test func `a storage that shrinks is an error`() throws {
    final class Shrinking: PackStorage {
      let bytes: Mutex<[UInt8]>
      init(_ bytes: [UInt8]) { self.bytes = Mutex(bytes) }
      func read(_ body: (Span<UInt8>) -> Void) { bytes.withLock { $0 }.read(body) }
    }
    let sample = PackSample(100)
    let bytes = try sample.bytes
    let storage = Shrinking(bytes)
    let pack = try RadioPack(storage)
    let length = bytes.count
    storage.bytes.withLock { $0.removeLast(300) }
    let error = PackError.length(found: length - 300, stated: UInt64(length))
    #expect(throws: error) { try pack.accessPoints.find(sample.accessPoints[3].0) }
    #expect(throws: error) { try pack.verify() }
    #expect(pack.accessPoints.accessPoint(sample.accessPoints[3].0) == nil)
  }
}
