import CairnExports
import CairnLinux
import CairnPeers
import CairnTestSupport
import CairnTypes
import Synchronization
import Testing

/// What is sent to a client; each replaces one that waits, unless it is a reply.
private struct Line: PeerLine {
  let content: [UInt8]
  var isReply = false
  var isStream: Bool { false }

  func replaces(_ other: Line) -> Bool { !isReply && !other.isReply }
}

@Suite("one connection of a client")
struct PeerLinkTests {
  /// A client at a Unix socket, on a loop with a virtual clock.
  ///
  /// Unchecked, because the link is used on the loop alone.
  private final class Bench: @unchecked Sendable {
    let loop: EventLoop
    let ends = Mutex<[String?]>([])
    private let folder: TemporaryFolder
    private var listener: Listener?
    private var link: PeerLink<Line>?

    init() throws {
      loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
      folder = try TemporaryFolder()
    }

    /// A client that has connected.
    func connect() throws -> LocalClient {
      let path = "\(folder.path)/peer"
      loop.wait { [self] in
        listener = try? Listener(.unix(path), loop: loop) { [self] source in
          link = try? PeerLink<Line>(source, loop: loop, onBytes: { _, _ in }) { [self] complaint in
            ends.withLock { $0.append(complaint) }
          }
        }
      }
      let client = try LocalClient(path: path)
      loop.settle()
      return client
    }

    func send(_ text: String, isReply: Bool = false) {
      loop.wait { [self] in link?.send(Line(content: Array(text.utf8), isReply: isReply)) }
    }

    var dropped: Int {
      let count = Mutex(0)
      loop.wait { [self] in count.withLock { $0 = link?.dropped ?? -1 } }
      return count.withLock { $0 }
    }

    func end() {
      loop.wait { [self] in
        link?.close()
        listener?.close()
      }
      loop.shutdown()
    }
  }

  @Test func `sends at once while the client reads`() async throws {
    let bench = try Bench()
    let client = try bench.connect()
    for number in 1...3 { bench.send("line \(number)\n") }
    var text = ""
    let isWhole = await Patience.wait {
      text += client.read() ?? ""
      return text == "line 1\nline 2\nline 3\n"
    }
    #expect(isWhole, "\(text)")
    #expect(bench.dropped == 0)
    bench.end()
  }

  @Test func `a client that reads nothing loses old lines, and its connection after a minute`()
    async throws
  {
    let bench = try Bench()
    let client = try bench.connect()
    let long = String(repeating: "x", count: 100_000)
    for _ in 0..<50 { bench.send(long) }
    #expect(bench.dropped > 0)
    bench.loop.advance(by: .seconds(59))
    #expect(bench.ends.withLock { $0.isEmpty })
    bench.loop.advance(by: .seconds(2))
    #expect(bench.ends.withLock { $0 } == ["took nothing for 60 s"])
    client.hangUp()
    bench.end()
  }

  @Test func `a client that goes is told once, without a complaint`() async throws {
    let bench = try Bench()
    let client = try bench.connect()
    client.hangUp()
    #expect(await Patience.wait { bench.ends.withLock { $0 } == [nil] })
    bench.end()
  }
}
