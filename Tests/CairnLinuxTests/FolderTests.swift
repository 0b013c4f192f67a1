import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Folders of small files", .timeLimit(.minutes(15)))
struct FolderTests {
  @Test
  func `the files come in the order of their names, cut to the limit`() throws {
    let folder = try TemporaryFolder()
    for name in ["b.conf", "a.conf", "10.conf", "a.conf.bak", ".c.conf", "d.conf/inner"] {
      try folder.write(name, to: name)
    }
    let files = try #require(try folderContents(folder.path, suffix: ".conf", limit: 5))
    #expect(files.map(\.name) == ["10.conf", "a.conf", "b.conf"])
    #expect(files.map(\.bytes) == ["10.co", "a.con", "b.con"].map { Array($0.utf8) })
  }

  @Test
  func `a missing folder is no failure, and a file in its place is one`() throws {
    let folder = try TemporaryFolder()
    #expect(try folderContents(folder.path + "/none", suffix: "", limit: 1) == nil)
    try folder.write("", to: "file")
    #expect(throws: DeviceError.self) {
      try folderContents(folder.path + "/file", suffix: "", limit: 1)
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
