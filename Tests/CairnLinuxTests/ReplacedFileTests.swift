import CairnLinux
import CairnTypes
import Foundation
import Glibc
import Testing

@Suite("Replaced files")
final class ReplacedFileTests {
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
