import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnLinux

@Suite("sockets of systemd")
struct InheritedSocketTests {
  @Test(
    arguments: [
      ("7", "2", "gpsd:nmea", ["gpsd 3", "nmea 4"]), ("7", "2", "gpsd", ["gpsd 3", " 4"]),
      ("7", "1", nil, [" 3"]), ("8", "1", "gpsd", []), (nil, "1", "gpsd", []),
      ("7", nil, "gpsd", []),
      ("7", "0", "gpsd", []), ("7", "-1", "gpsd", []), ("7", "many", "gpsd", []),
      ("", "1", "gpsd", []),
    ] as [(String?, String?, String?, [String])])
  func `are those that are meant for this process, with their names`(
    process: String?, count: String?, names: String?, expected: [String]
  ) {
    let sockets = InheritedSocket.passed(to: 7, process: process, count: count, names: names)
    #expect(sockets.map { "\($0.name) \($0.descriptor)" } == expected)
  }

  @Test func `are not more than a unit can have`() {
    let sockets = InheritedSocket.passed(to: 7, process: "7", count: "999999999", names: nil)
    #expect(sockets.count == 64)
  }

  @Test(.tags(.loopback)) func `a listener takes one over, and leaves its file`() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/gpsd"
    let descriptor = try listen(at: path, SOCK_STREAM)
    let loop = try EventLoop()
    let sink = Accepted()
    let address = await sink.listen(InheritedSocket(name: "gpsd", descriptor: descriptor), on: loop)
    #expect(address == path)
    let client = try connect(to: path)
    #expect(await Patience.wait { sink.count == 1 })
    close(client)
    await sink.close(on: loop)
    #expect(access(path, F_OK) == 0)
    loop.shutdown()
  }

  @Test func `a socket that does not listen is refused`() async throws {
    let loop = try EventLoop()
    let sink = Accepted()
    let datagrams = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
    let address = await sink.listen(
      InheritedSocket(name: "gpsd", descriptor: datagrams), on: loop)
    #expect(address == "cannot open socket 'gpsd' of systemd: EINVAL (Invalid argument)")
    loop.shutdown()
  }

  private func listen(at path: String, _ kind: __socket_type) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(kind.rawValue), 0)
    var address = unixAddress(path)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0 && Glibc.listen(descriptor, 8) == 0)
    return descriptor
  }

  private func connect(to path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = unixAddress(path)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
    return descriptor
  }
}

/// The address of a Unix socket's file.
func unixAddress(_ path: String) -> sockaddr_un {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) {
    $0.copyBytes(from: path.utf8.prefix($0.count - 1))
  }
  return address
}

/// A listener on a loop, and how many clients have come.
private final class Accepted: @unchecked Sendable {
  // Both are used on the loop alone.
  private var listener: Listener?
  private var sources: [AcceptedSource] = []
  private let accepted = Mutex(0)
  var count: Int { accepted.withLock { $0 } }

  /// Returns the address, or what is wrong.
  func listen(_ socket: InheritedSocket, on loop: EventLoop) async -> String {
    await withCheckedContinuation { continuation in
      loop.post { [self] in
        do throws(DeviceError) {
          let listener = try Listener(socket, loop: loop) { [self] in
            sources.append($0)
            accepted.withLock { $0 += 1 }
          }
          self.listener = listener
          continuation.resume(returning: listener.address.description)
        } catch {
          continuation.resume(returning: error.explanation)
        }
      }
    }
  }

  func close(on loop: EventLoop) async {
    await withCheckedContinuation { continuation in
      loop.post { [self] in
        listener?.close()
        for source in sources { source.close() }
        continuation.resume()
      }
    }
  }
}
