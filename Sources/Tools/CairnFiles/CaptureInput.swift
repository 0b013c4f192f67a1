import CairnLinux
import CairnReceiver
package import CairnTypes
import Glibc

/// A recording, read in pieces so that its size does not matter.
package struct CaptureInput: ~Copyable {
  package static let pieceSize = 65_536
  /// Size in bytes below which no progress is shown.
  private static let largeSize = 32 << 20

  /// The file's path; `-` for standard input.
  package let path: String
  private let descriptor: Int32
  /// Size in bytes; 0 if unknown.
  private var size = 0
  private var bytesRead = 0
  private var lastShown = 0
  /// Shows how far a large file has been read; `nil` for other input.
  private let showProgress: ((String) -> Void)?
  private var isDevice = false

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - progress: gets a text for a terminal with each percent of a large file; `nil` for none.
  /// - Throws: a one-line message that says what to do.
  package init(
    path: String, progress: ((String) -> Void)?
  ) throws(CommandFailure) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure(path, errno) }
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw Self.failure(path, EISDIR) }
      if status.st_mode & S_IFMT == S_IFREG { size = Int(status.st_size) }
      isDevice = [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT)
    }
    showProgress = size >= Self.largeSize ? progress : nil
  }

  deinit { if descriptor != STDIN_FILENO && descriptor >= 0 { close(descriptor) } }

  /// Fills the buffer with the next bytes; returns false at the end.
  package mutating func read(into buffer: inout [UInt8]) throws(CommandFailure) -> Bool {
    if buffer.count < Self.pieceSize { buffer = [UInt8](repeating: 0, count: Self.pieceSize) }
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBytes {
        unsafe Glibc.read(descriptor, $0.baseAddress, Self.pieceSize)
      }
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Self.failure(path, errno) }
    buffer.removeLast(buffer.count - count)
    bytesRead += count
    noteProgress(isEnd: count == 0)
    return count > 0
  }

  /// Reads a whole recording or list that must be in memory at once.
  ///
  /// - Parameters:
  ///   - path: the path of a file or pipe; `-` reads standard input.
  ///   - limit: the largest number of bytes accepted.
  ///   - progress: as for `init`.
  /// - Returns: all bytes.
  /// - Throws: a one-line message that says what to do, also for a device, which may have no end.
  package static func whole(
    _ path: String, limit: Int, progress: ((String) -> Void)?
  ) throws(CommandFailure) -> [UInt8] {
    var input = try CaptureInput(path: path, progress: progress)
    if input.isDevice, path != "-" {
      throw CommandFailure(message: "\(path) is a device, which may have no end: name a file")
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(input.size, limit))
    var piece: [UInt8] = []
    while try input.read(into: &piece) {
      guard bytes.count + piece.count <= limit else {
        let name = path == "-" ? "standard input" : path
        throw CommandFailure(
          message: "\(name) has more than \(FileFailure.size(limit)), which is the limit: divide it"
        )
      }
      bytes += piece
    }
    return bytes
  }

  package static func isEmpty(_ path: String) -> CommandFailure {
    CommandFailure(
      message: "\(path == "-" ? "standard input" : path) is empty: there is nothing to read")
  }

  /// Returns why a regular file is not a recording; `nil` for a recording, a pipe or a device.
  ///
  /// - Throws: if the file is empty, a directory or cannot be read.
  package static func objection(to path: String) throws(CommandFailure) -> CommandFailure? {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw failure(path, errno) }
    if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    var input = try CaptureInput(path: path, progress: nil)
    var piece: [UInt8] = []
    guard try input.read(into: &piece) else { throw isEmpty(path) }
    return objection(to: path, piece)
  }

  /// Returns why bytes are not a recording.
  ///
  /// - Parameters:
  ///   - path: where the bytes came from.
  ///   - bytes: all bytes, or the first ones.
  /// - Returns: a one-line message that says what to do; `nil` for a recording or for no bytes.
  package static func objection(to path: String, _ bytes: [UInt8]) -> CommandFailure? {
    var framer = Framer()
    var frames = CheckedFrames()
    // One message is enough.
    for start in stride(from: 0, to: bytes.count, by: pieceSize) where frames.count == 0 {
      framer.receive(
        bytes.span.extracting(start..<min(bytes.count, start + pieceSize)), into: &frames)
    }
    framer.abandonIncomplete(into: &frames)
    guard frames.count == 0 else { return nil }
    var recognizer = ContentRecognizer()
    recognizer.receive(bytes.span)
    return DecodeSummary(framer).objection(to: path, recognizer.content)
  }

  /// Counts messages whose checksum is right.
  private struct CheckedFrames: FrameSink {
    var count = 0

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      if info.isChecked { count += 1 }
    }
  }

  private mutating func noteProgress(isEnd: Bool) {
    guard let showProgress else { return }
    let percent = isEnd ? 100 : min(100, bytesRead * 100 / max(1, size))
    guard percent != lastShown || isEnd else { return }
    lastShown = percent
    showProgress(isEnd ? "" : "\(path): \(percent) %")
  }

  private static func failure(_ path: String, _ code: Int32) -> CommandFailure {
    let advice =
      switch code {
      case ENOENT: "check the path"
      case EISDIR: "this is a directory: name a file in it"
      case EACCES, EPERM: "ask its owner for permission to read it, or copy it"
      case EMFILE, ENFILE: "too many open files: raise `ulimit -n`"
      case EIO: "the disk does not answer: try a copy"
      default: "nothing was read"
      }
    let name = path.isEmpty ? "''" : path
    return CommandFailure(
      message: "cannot read \(name): \(errnoName(code)) (\(errnoText(code))); \(advice)")
  }
}

/// Returns the date in the `# Date:` line of a recording's header, as written in gpsd's logs.
package func headerDate(_ bytes: [UInt8]) -> CalendarDate? {
  let mark = Array("# Date:".utf8)
  for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: true)
  where line.starts(with: mark) {
    let text = String(decoding: line.dropFirst(mark.count).prefix(16), as: UTF8.self)
    return text.split(separator: " ").first.flatMap { CalendarDate(text: $0) }
  }
  return nil
}

extension CalendarDate {
  /// Parses a date such as `2026-11-21`; text after the day is ignored.
  package init?(text: Substring) {
    let parts = text.split(separator: "-", maxSplits: 2)
    guard parts.count == 3, parts[0].utf8.count == 4, let year = Int(parts[0]),
      let month = Int(parts[1]), let day = Int(parts[2].prefix { $0.isNumber })
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}
