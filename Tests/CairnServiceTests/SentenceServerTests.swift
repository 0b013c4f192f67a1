import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnService

/// A server on a loop with a virtual clock.
///
/// Unchecked, because the server is used on the loop alone.
private final class SentenceBench: @unchecked Sendable {
  let loop: EventLoop
  private var server: SentenceServer?
  private let demands = Mutex<[Bool]>([])
  private let lines = Mutex<[String]>([])
  private let result = Mutex<[String]>([])

  init() throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    on { bench in
      let server = SentenceServer(loop: bench.loop) { line in
        bench.lines.withLock { $0.append(line) }
      }
      server.onDemand = { programs in bench.demands.withLock { $0.append(!programs.isEmpty) } }
      bench.server = server
    }
  }

  private func on(_ body: @escaping @Sendable (SentenceBench) -> Void) {
    loop.post { body(self) }
    loop.settle()
  }

  /// Opens outputs, and returns them with the ports in use, or what is wrong.
  func open(_ texts: String...) -> [String] {
    let outputs = texts.compactMap { SentenceOutput($0) }
    on { bench in
      do throws(DeviceError) {
        let opened = try bench.server?.open(outputs) ?? []
        bench.result.withLock { $0 = opened.map(\.description) }
        _ = bench.server?.keep(outputs)
      } catch {
        bench.result.withLock { $0 = [error.explanation] }
      }
    }
    return result.withLock { $0 }
  }

  func send(_ sentences: [String]) {
    on { bench in bench.server?.send(sentences.map { Array($0.utf8) }) }
  }

  var demand: [Bool] { demands.withLock { $0 } }

  func end() {
    on { bench in
      bench.server?.close()
      bench.server = nil
    }
    loop.shutdown()
  }
}

@Suite("the server of sentences", .tags(.loopback))
struct SentenceServerTests {
  private static let sentence = "$GPRMC,1*00\r\n"

  private static func port(_ output: String) throws -> UInt16 {
    try #require(output.split(separator: ":").last.flatMap { UInt16($0) })
  }

  @Test func `a client is a demand, and gets whole sentences`() async throws {
    let bench = try SentenceBench()
    let client = try LocalClient(port: try Self.port(bench.open("127.0.0.1:0")[0]))
    #expect(await Patience.wait { bench.demand == [true] })
    bench.send([Self.sentence, Self.sentence])
    var text = ""
    #expect(
      await Patience.wait {
        text += client.read() ?? ""
        return text == Self.sentence + Self.sentence
      })
    // What it sends has no meaning, and does no harm.
    client.send(String(repeating: "x", count: 100_000))
    bench.send([Self.sentence])
    #expect(await Patience.wait { client.read() == Self.sentence })
    client.hangUp()
    #expect(await Patience.wait { bench.demand == [true, false] })
    bench.end()
  }

  @Test func `a slow client loses old sentences, and never half of one`() async throws {
    let bench = try SentenceBench()
    let client = try LocalClient(port: try Self.port(bench.open("127.0.0.1:0")[0]))
    #expect(await Patience.wait { bench.demand == [true] })
    // More than the kernel and the queue hold.
    let filling = String(repeating: "x", count: 1000)
    for block in 0..<160 {
      bench.send((0..<100).map { "$\(block * 100 + $0),\(filling)*00\r\n" })
    }
    var text = ""
    #expect(
      await Patience.wait {
        bench.loop.settle()
        text += client.read() ?? ""
        return text.hasSuffix("$15999,\(filling)*00\r\n")
      })
    let lines = text.split(separator: "\r\n")
    #expect(lines.count < 16_000)
    #expect(lines.allSatisfy { $0.hasPrefix("$") && $0.hasSuffix(",\(filling)*00") })
    let numbers = lines.compactMap { Int($0.dropFirst().prefix { $0 != "," }) }
    #expect(numbers == numbers.sorted())
    bench.end()
  }

  @Test func `datagrams hold a sentence each, and are always a demand`() async throws {
    let (receiver, port) = try loopbackSocket(SOCK_DGRAM)
    defer { close(receiver) }
    let bench = try SentenceBench()
    let output = "udp://127.0.0.1:\(port)"
    #expect(bench.open(output) == [output])
    #expect(bench.demand == [true])
    bench.send([Self.sentence, "$GPGGA,2*00\r\n"])
    var received: [String] = []
    var buffer = [UInt8](repeating: 0, count: 2000)
    #expect(
      await Patience.wait {
        let count = recv(receiver, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 { received.append(String(decoding: buffer[..<count], as: UTF8.self)) }
        return received.count == 2
      })
    #expect(received == [Self.sentence, "$GPGGA,2*00\r\n"])
    _ = bench.open()
    #expect(bench.demand == [true, false])
    bench.end()
  }

  @Test func `a terminal is a demand while a program has it open, and keeps nothing for the next`()
    async throws
  {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/nmea"
    let bench = try SentenceBench()
    #expect(bench.open("pty:\(path)") == ["pty:\(path)"])
    #expect(bench.demand == [])
    bench.send([Self.sentence])
    let first = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(first >= 0)
    bench.loop.advance(by: .seconds(1))
    #expect(bench.demand == [true])
    bench.send(["$GPGGA,2*00\r\n"])
    #expect(await Patience.wait { Self.read(first) == "$GPGGA,2*00\r\n" })
    bench.send([Self.sentence])
    close(first)
    #expect(await Patience.wait { bench.demand == [true, false] })
    let second = Glibc.open(path, O_RDWR | O_NOCTTY | O_NONBLOCK)
    bench.loop.advance(by: .seconds(1))
    #expect(bench.demand == [true, false, true])
    bench.send(["$GPGGA,3*00\r\n"])
    #expect(await Patience.wait { Self.read(second) == "$GPGGA,3*00\r\n" })
    close(second)
    bench.end()
    #expect(access(path, F_OK) != 0)
  }

  private static func read(_ descriptor: Int32) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  @Test func `an output that cannot be used is an error that names it`() throws {
    let bench = try SentenceBench()
    #expect(bench.open("pty:/nonexistent/nmea")[0].contains("/nonexistent/nmea"))
    #expect(bench.demand == [])
    bench.end()
  }

  @Test(arguments: [
    "udp://127.0.0.1:0", "udp:///tmp/x", "udp://host:1", "pty:x", "tcp://1.2.3.4:5",
  ])
  func `what is no output is refused`(text: String) { #expect(SentenceOutput(text) == nil) }
}
