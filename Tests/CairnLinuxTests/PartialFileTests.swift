import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("Files that are written over several runs")
struct PartialFileTests {
  /// Another descriptor of what this process has open at a path, as a process has that is being started.
  private func copy(of path: String) throws -> Int32 {
    let folder = "/proc/self/fd"
    let open = try FileManager.default.contentsOfDirectory(atPath: folder).first {
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")) == path
    }
    return dup(try #require(open.flatMap { Int32($0) }))
  }

  @Test func `are free again once closed, though a process that is being started has them`()
    throws
  {
    let folder = try TemporaryFolder()
    for name in ["part", "lock"] {
      let path = "\(folder.path)/\(name)"
      let copy: Int32
      if name == "part" {
        let file = try PartialFile(path)
        copy = try self.copy(of: path)
        #expect(throws: DeviceError.self) { try PartialFile(path) }
        withExtendedLifetime(file) {}
      } else {
        let lock = try FileLock(path)
        copy = try self.copy(of: path)
        #expect(throws: DeviceError.self) { try FileLock(path) }
        withExtendedLifetime(lock) {}
      }
      #expect(throws: Never.self) { try FileLock(path) }
      close(copy)
    }
  }
}
