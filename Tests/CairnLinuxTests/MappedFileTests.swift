import CairnLinux
import CairnTypes
import Foundation
import Glibc
import Testing

@Suite("Mapped and replaced files")
final class MappedFileTests {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-\(UUID().uuidString)").path
  private var path: String { folder + "/pack" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func content() throws -> [UInt8] { try readFile(path, limit: 1 << 20) }

  private func replace(_ bytes: [UInt8]) throws {
    var file = try ReplacedFile(path)
    try file.append(bytes)
    try file.putInPlace()
  }

  private func content(_ mapped: MappedFile) -> [UInt8] {
    var bytes: [UInt8] = []
    mapped.read { span in for index in span.indices { bytes.append(span[index]) } }
    return bytes
  }

  @Test func `a mapped file has the bytes of the file`() throws {
    let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try replace(bytes)
    let mapped = try MappedFile(path)
    #expect(mapped.count == bytes.count)
    #expect(content(mapped) == bytes)
    try replace([])
    #expect(try MappedFile(path).count == 0)
    #expect(content(try MappedFile(path)).isEmpty)
    // The old bytes stay for those who have mapped them.
    #expect(content(mapped) == bytes)
  }

  @Test func `what is no file cannot be mapped`() throws {
    #expect(throws: FileFailure(path, .absent)) { try MappedFile(path) }
    #expect(throws: FileFailure(folder, .notRegular(.directory))) { try MappedFile(folder) }
    try replace([1, 2, 3])
    #expect(throws: FileFailure(path, .tooLarge(limit: 2))) { try MappedFile(path, limit: 2) }
  }

  @Test func `a file is replaced when it is whole, and not before`() throws {
    try replace([1])
    do {
      var file = try ReplacedFile(path)
      try file.append([0, 0, 3])
      #expect(try content() == [1])
      #expect(throws: DeviceError.self) { _ = try ReplacedFile(self.path) }
      try file.append([4])
      try file.overwriteStart(with: [9, 8])
      try file.putInPlace()
    }
    #expect(try content() == [9, 8, 3, 4])
    do {
      let file = try ReplacedFile(path)
      try file.append([7])
    }
    #expect(try content() == [9, 8, 3, 4])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["pack"])
  }

  @Test func `what a killed process has left is overwritten`() throws {
    try Data([1, 2, 3, 4, 5, 6]).write(to: URL(fileURLWithPath: path + ".new"))
    try replace([5])
    #expect(try content() == [5])
  }

  @Test func `a link stays, and what it leads to is replaced`() throws {
    try replace([1])
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    var file = try ReplacedFile(link)
    try file.append([2])
    try file.putInPlace()
    #expect(try content() == [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
  }

  @Test func `what is not a regular file stays`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: DeviceError.self) { _ = try ReplacedFile(path) }
    #expect(throws: DeviceError.self) { _ = try ReplacedFile(folder) }
    let link = folder + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: DeviceError.self) { _ = try ReplacedFile(link) }
    var status = stat()
    #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["link", "pack"])
  }
}
