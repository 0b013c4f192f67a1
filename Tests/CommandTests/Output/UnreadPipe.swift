import CairnTestSupport
import Foundation
import Synchronization
import Testing

/// A small pipe that is full from the beginning, and that nobody reads before `resume`.
final class UnreadPipe: Sendable {
  /// Where a program writes.
  let input: Int32
  private let output: Int32
  private let text = Mutex<(bytes: [UInt8], isAtEnd: Bool)>(([], false))
  /// Bytes that were in it before any program's.
  private let filling: Int

  /// One that does not block is so for all who write, as a program may find its standard output.
  init(isNonBlocking: Bool = false) throws {
    (output, input) = try Self.pipe()
    // F_SETPIPE_SZ
    _ = fcntl(input, 1031, 4096)
    _ = fcntl(input, F_SETFL, O_NONBLOCK)
    let piece = [UInt8](repeating: 0x0A, count: 512)
    var count = 0
    while case let written = write(input, piece, piece.count), written > 0 { count += written }
    filling = count
    if !isNonBlocking { _ = fcntl(input, F_SETFL, 0) }
  }

  /// Makes a pipe. No program that another test starts at the moment gets its ends: Glibc's Swift module lacks
  /// `pipe2`, so that it has a name for a while.
  static func pipe() throws -> (output: Int32, input: Int32) {
    let folder = try TemporaryFolder()
    let path = folder.path + "/pipe"
    try #require(mkfifo(path, 0o600) == 0)
    let output = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    let input = open(path, O_WRONLY | O_CLOEXEC)
    try #require(output >= 0 && input >= 0)
    _ = fcntl(output, F_SETFL, 0)
    return (output, input)
  }

  /// Ends this process's part of its writing, and reads from now on.
  func resume() {
    close(input)
    Thread.detachNewThread { [self] in
      var piece = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(output, &piece, piece.count), count > 0 {
        text.withLock { $0.bytes += piece[..<count] }
      }
      text.withLock { $0.isAtEnd = true }
    }
  }

  /// What has been read of what programs have written.
  var bytes: [UInt8] { text.withLock { [UInt8]($0.bytes.dropFirst(filling)) } }

  /// Whether all who write have ended.
  var isAtEnd: Bool { text.withLock { $0.isAtEnd } }
}
