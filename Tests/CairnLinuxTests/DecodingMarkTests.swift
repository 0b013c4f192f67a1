import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@testable import CairnLinux

@Suite("Marks of devices that are decoded", .timeLimit(.minutes(15)))
struct DecodingMarkTests {
  private static let boot = "0a1b2c3d-0000-4000-8000-000000000001"
  private static let nextBoot = "0a1b2c3d-0000-4000-8000-000000000002"

  private let folder: TemporaryFolder
  private let path: String
  private let node = NodeIdentity(device: 5, inode: 0xFEED)

  init() throws {
    folder = try TemporaryFolder()
    path = DecodingMark.path(in: folder.path, "gnss", "1546:01a9")
  }

  private func mark(
    at second: Int64, boot: String = DecodingMarkTests.boot, node: NodeIdentity? = nil
  ) throws -> DecodingMark {
    try DecodingMark(
      path, node: node ?? self.node, boot: boot,
      now: MonotonicTime(nanoseconds: second * 1_000_000_000))
  }

  /// A program that reads some bytes and dies of them.
  private func die(
    at second: Int64, boot: String = DecodingMarkTests.boot, _ text: String = "x"
  ) throws {
    let mark = try mark(at: second, boot: boot)
    mark.begin(Array(text.utf8).span, at: MonotonicTime(nanoseconds: second * 1_000_000_000))
  }

  private func isDistrusted(
    at second: Int64, boot: String = DecodingMarkTests.boot, node: NodeIdentity? = nil
  ) -> Bool {
    do { try mark(at: second, boot: boot, node: node).close() } catch { return true }
    return false
  }

  private var bytes: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(filePath: path))) }
  }

  @Test func `the second death within ten minutes is the last`() throws {
    try die(at: 100, "one")
    try die(at: 600, "two")
    #expect(throws: DecodingMark.Distrust(file: path)) { try mark(at: 605) }
    #expect(isDistrusted(at: 100_000))
    #expect(try String(decoding: bytes, as: UTF8.self).hasSuffix("\ntwo"))
  }

  @Test func `deaths that are further apart never add up`() throws {
    for round in 0..<5 { try die(at: 100 + Int64(round) * 601) }
    #expect(!isDistrusted(at: 3200))
  }

  @Test func `an end between two reads is no death, however often`() throws {
    for second in 1...5 {
      let mark = try mark(at: Int64(second))
      mark.begin([1, 2, 3].span, at: MonotonicTime(nanoseconds: Int64(second) * 1_000_000_000))
      mark.end()
    }
    #expect(!isDistrusted(at: 10))
  }

  @Test func `a clean end leaves nothing, and does not undo a death`() throws {
    let clean = try mark(at: 1)
    clean.begin([1].span, at: MonotonicTime(nanoseconds: 1_000_000_000))
    clean.end()
    clean.close()
    #expect(!FileManager.default.fileExists(atPath: path))
    try die(at: 2)
    #expect(!isDistrusted(at: 3))
    try die(at: 4)
    #expect(isDistrusted(at: 5))
  }

  @Test func `another boot between two deaths begins anew`() throws {
    try die(at: 100)
    try die(at: 20, boot: Self.nextBoot)
    #expect(!isDistrusted(at: 30, boot: Self.nextBoot))
    try die(at: 40, boot: Self.nextBoot)
    #expect(isDistrusted(at: 50, boot: Self.nextBoot))
    #expect(!isDistrusted(at: 5))
  }

  @Test func `where the boot has no name nothing counts`() throws {
    for second in 1...3 { try die(at: Int64(second), boot: "") }
    #expect(!isDistrusted(at: 4, boot: ""))
  }

  @Test func `a removed file or another node gives the device back`() throws {
    try die(at: 1)
    try die(at: 2)
    #expect(isDistrusted(at: 3) && isDistrusted(at: 4))
    #expect(!isDistrusted(at: 5, node: NodeIdentity(device: 5, inode: 0xF00D)))
    try die(at: 6)
    try die(at: 7)
    #expect(isDistrusted(at: 8))
    try FileManager.default.removeItem(atPath: path)
    #expect(!isDistrusted(at: 9))
  }

  @Test func `the last bytes are kept, in their order and up to the limit`() throws {
    var sent: [UInt8] = []
    var random = SplitMix(seed: 7)
    let mark = try mark(at: 1)
    for _ in 0..<200 {
      let piece = (0..<Int.random(in: 1...4096, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      sent += piece
      mark.begin(piece.span, at: MonotonicTime(nanoseconds: 1_000_000_000))
      let kept = sent.suffix(DecodingMark.kept)
      #expect(try bytes.dropFirst(DecodingRecord.length).elementsEqual(kept))
      #expect(try DecodingRecord(bytes)?.count == kept.count)
      mark.end()
    }
  }

  @Test func `the line says what it was made of`() throws {
    var record = DecodingRecord(boot: Self.boot, time: MonotonicTime(nanoseconds: 1234))
    record.activity = .distrusted
    record.count = 8192
    record.deaths = [MonotonicTime(nanoseconds: 5), MonotonicTime(nanoseconds: .max)]
    record.node = node
    #expect(record.encoded.count == DecodingRecord.length)
    #expect(DecodingRecord(record.encoded) == record)
    for length in 0..<DecodingRecord.length {
      #expect(DecodingRecord(Array(record.encoded.prefix(length))) == nil)
    }
  }

  @Test func `what is no mark counts for nothing and makes way`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(!isDistrusted(at: 1))
    for content in [
      "", "# cairn", String(repeating: "\u{FF}", count: 9000), String(repeating: " ", count: 160),
    ] {
      try Data(content.utf8).write(to: URL(filePath: path))
      #expect(!isDistrusted(at: 2))
    }
    try folder.link("/nowhere/at/all", to: "link")
    try die(at: 3)
    #expect(try bytes.count == DecodingRecord.length + 1)
  }

  @Test func `a file that is cut or removed while it is written harms nobody`() throws {
    let mark = try mark(at: 1)
    truncate(path, 0)
    mark.begin([1, 2, 3].span, at: MonotonicTime(nanoseconds: 1_000_000_000))
    mark.end()
    #expect(try bytes.count == DecodingRecord.length + 3)
    try FileManager.default.removeItem(atPath: path)
    mark.begin([1, 2, 3].span, at: MonotonicTime(nanoseconds: 2_000_000_000))
    mark.close()
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `a folder that is not there is said, and stops nothing`() throws {
    let mark = try DecodingMark(
      "/nowhere/gnss.crash", node: node, boot: Self.boot, now: MonotonicTime(nanoseconds: 1))
    #expect(mark.failure?.code == ENOENT)
    mark.begin([1].span, at: MonotonicTime(nanoseconds: 1))
    mark.end()
    mark.close()
  }

  @Test func `any identity has a file of its own`() {
    let long = String(repeating: "é", count: 126)
    let names = ["", "/", "..", "a/b", "a b", long + "1", long + "2"].map {
      DecodingMark.path(in: "/f", "gnss", $0)
    }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0.utf8.count < 258 && $0.dropFirst(3).allSatisfy { $0 != "/" } })
  }
}
