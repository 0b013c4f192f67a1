import CairnTestSupport
import CairnLinux
import CairnTypes
import Testing

extension Tag {
  /// Runs over a pseudo-terminal.
  @Tag static var loopback: Self
}

/// A program that has opened a serial line.
///
/// The kernel hands bytes from one side of a pseudo-terminal to the other on a thread of its own, so
/// reading waits for them.
final class LineReader {
  private let port: SerialPort
  private(set) var isHungUp = false

  init(_ path: String, baudRate: UInt32?) throws {
    port = try SerialPort(path: path, settings: SerialSettings(baudRate: baudRate))
  }

  deinit { port.close() }

  func setBaudRate(_ rate: UInt32) throws { try port.setBaudRate(rate) }

  /// Exactly so many bytes, or fewer when the line is hung up or waiting is in vain.
  func read(_ count: Int) async -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    var patience = Patience()
    while bytes.count < count, !isHungUp {
      let limit = min(buffer.count, count - bytes.count)
      let outcome = buffer.withUnsafeMutableBytes {
        port.read(into: UnsafeMutableRawBufferPointer(rebasing: $0[..<limit]))
      }
      switch outcome {
      case .bytes(let read):
        bytes += buffer[..<read]
        patience = Patience()
      case .wouldBlock: guard await patience.yield() else { return bytes }
      case .hangUp, .endOfFile: isHungUp = true
      }
    }
    return bytes
  }

  /// Reads until the line is hung up.
  func readToHangUp() async -> [UInt8] { await read(.max) }

  func write(_ bytes: [UInt8]) throws {
    #expect(try port.write(bytes.span) == .written)
  }
}

/// A loop that stands still until it is told to go on.
func virtualLoop() throws -> EventLoop {
  try EventLoop(name: "simulator", clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
}
