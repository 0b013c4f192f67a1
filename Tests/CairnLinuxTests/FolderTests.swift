import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@Suite("Folders of files", .timeLimit(.minutes(15)))
struct FolderTests {
  @Test
  func `the names come in order, whatever they stand for`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.conf", "a.conf", "10.conf", "a.conf.bak", ".c.conf", "d.conf/inner"] {
      try folder.write(name, to: name)
    }
    try folder.link("/nowhere", to: "e.conf")
    let names = try folderNames(folder.path, suffix: ".conf", limit: 5)
    #expect(names == ["10.conf", "a.conf", "b.conf", "d.conf", "e.conf"])
    #expect(throws: FileFailure(folder.path, .tooMany(limit: 4))) {
      try folderNames(folder.path, suffix: ".conf", limit: 4)
    }
  }

  @Test
  func `a missing folder is absent, and a file or a link to nothing in its place is not`() throws {
    let folder = try TemporaryFolder()
    func cause(_ name: String) -> FileFailure.Cause? {
      do throws(FileFailure) {
        _ = try folderNames("\(folder.path)/\(name)", suffix: "", limit: 1)
        return nil
      } catch {
        return error.cause
      }
    }
    #expect(cause("none") == .absent)
    #expect(cause("none/below") == .absent)
    try folder.write("", to: "file")
    #expect(cause("file") == .system(ENOTDIR))
    try folder.link("/nowhere", to: "dangling")
    #expect(cause("dangling") == .danglingLink)
    #expect(cause("dangling/below") == .danglingLink)
    try folder.link("circle", to: "circle")
    #expect(cause("circle") == .system(ELOOP))
  }

  @Test
  func `a name that is not UTF-8 is told of, not passed over`() throws {
    let folder = try TemporaryFolder()
    let path = Array(folder.path.utf8CString.dropLast()) + [0x2F, 0x78, CChar(bitPattern: 0xFF)]
    let descriptor = open(path + Array(".conf".utf8CString), O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    try #require(descriptor >= 0)
    close(descriptor)
    #expect(throws: FileFailure("\(folder.path)/x\u{FFFD}.conf", .unreadableName)) {
      try folderNames(folder.path, suffix: ".conf", limit: 5)
    }
  }

  @Test
  func `a burst of changes is told of once, when it is over`() throws {
    let folder = try TemporaryFolder()
    let bench = try WatchBench(folder.path)
    for round in 0..<20 {
      try folder.write("\(round)", to: "a.conf")
      bench.loop.settle()
      bench.loop.advance(by: .milliseconds(10))
    }
    #expect(bench.count == 0)
    bench.loop.advance(by: FolderWatch.quiet)
    #expect(bench.count == 1)
    bench.loop.advance(by: .seconds(10))
    #expect(bench.count == 1)
  }

  @Test
  func `changes without end are told of after half a second`() throws {
    let folder = try TemporaryFolder()
    let bench = try WatchBench(folder.path)
    for _ in 0..<11 {
      try folder.write("x", to: "a.conf")
      bench.loop.settle()
      bench.loop.advance(by: .milliseconds(50))
    }
    #expect(bench.count == 1)
  }

  @Test
  func `what happens beside the way to the folder is not told of`() throws {
    let folder = try TemporaryFolder()
    let bench = try WatchBench(folder.path + "/policy.d")
    try folder.write("x", to: "other.d/a.conf")
    bench.loop.settle()
    bench.loop.advance(by: .seconds(1))
    #expect(bench.count == 0)
    try folder.write("x", to: "policy.d/a.conf")
    bench.loop.settle()
    bench.loop.advance(by: .seconds(1))
    #expect(bench.count == 1)
  }
}

/// Counts what a watch tells of, on virtual time.
private final class WatchBench {
  /// Isolation: the loop, and the test while the loop is settled.
  private final class Watched: @unchecked Sendable {
    let watch: FolderWatch
    var count = 0
    var failure: DeviceError?

    init(_ watch: FolderWatch) { self.watch = watch }

    func start() {
      do throws(DeviceError) {
        try watch.start { [self] in count += 1 }
      } catch {
        failure = error
      }
    }
  }

  let loop: EventLoop
  private let watched: Watched

  init(_ path: String) throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    watched = Watched(FolderWatch(path, loop: loop))
    loop.post { [watched] in watched.start() }
    loop.settle()
    try #require(watched.failure == nil)
  }

  deinit {
    loop.post { [watched] in watched.watch.stop() }
    loop.shutdown()
  }

  var count: Int { watched.count }
}
