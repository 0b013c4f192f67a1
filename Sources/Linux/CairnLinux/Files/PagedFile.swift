internal import CCairnLinux
internal import Synchronization

/// A regular file of which only a few pages are in memory, for files that are large and read in few
/// places on devices with little memory.
///
/// A `MappedFile` is faster, but how much of it counts as the program's memory is the kernel's choice. Of a
/// paged file, the bytes that are always needed stay, and of the others at most `limit` at the end of a
/// call and what one call needs. A file that is cut meanwhile cannot be loaded, and ends nothing.
///
/// Isolation: callable from any thread; `read(_:)` lets one caller in at a time.
public final class PagedFile: Sendable {
  /// Number of bytes.
  public let count: Int
  private let file: RegularFile
  /// The address of the first byte; zero for an empty file. A number, so that the class is
  /// `Sendable`: bytes change only within `read(_:)`.
  private let address: UInt
  private let pageSize: Int
  /// Pages.
  private let limit: Int
  private let turn = Mutex<Void>(())
  private let state: Mutex<State>

  private struct State {
    /// A bit for each page.
    var loaded: [UInt64]
    /// Pages that stay.
    var kept = 0
    /// Loaded pages besides them.
    var passing = 0

    func isLoaded(_ page: Int) -> Bool { loaded[page >> 6] >> UInt64(page & 63) & 1 == 1 }
    mutating func mark(_ page: Int) { loaded[page >> 6] |= 1 << UInt64(page & 63) }
    mutating func unmark(_ page: Int) { loaded[page >> 6] &= ~(1 << UInt64(page & 63)) }
  }

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: the file, or a link to it.
  ///   - limit: bytes that stay in memory although they are not always needed.
  /// - Throws: `FileFailure`, with the cause `.absent` if there is no such file.
  public init(_ path: String, limit: Int = 1 << 20) throws(FileFailure) {
    file = try RegularFile(path)
    count = Int(clamping: file.size)
    pageSize = max(4096, Int(clamping: cairn_page_size()))
    self.limit = max(0, limit) / pageSize
    state = Mutex(State(loaded: Array(repeating: 0, count: count / pageSize / 64 + 1)))
    guard count > 0 else {
      address = 0
      return
    }
    var code: Int32 = 0
    guard let start = unsafe cairn_reserve(count, &code) else {
      throw FileFailure(path, .system(-code))
    }
    address = UInt(bitPattern: start)
  }

  deinit {
    if let start = unsafe UnsafeMutableRawPointer(bitPattern: address) {
      unsafe cairn_unmap(start, count)
    }
  }

  /// Calls `body` once with all bytes, of which those that `load` has not loaded are zero.
  ///
  /// `body` must not call this function again.
  public func read(_ body: (Span<UInt8>) -> Void) {
    turn.withLock { _ in
      forget()
      // `count` bytes are reserved at `start` as long as `self` lives, which is until `body` returns; they
      // change only in `load`, which loads what nobody has read yet.
      let start = unsafe UnsafeRawPointer(bitPattern: address)
      let buffer = unsafe UnsafeRawBufferPointer(start: start, count: count)
      body(unsafe buffer.bindMemory(to: UInt8.self).span)
    }
  }

  /// Loads a range, within `read(_:)`.
  ///
  /// - Returns: whether the bytes are there now: not if the range is not inside, or the file has become
  ///   shorter.
  public func load(_ range: Range<Int>) -> Bool {
    guard range.lowerBound >= 0, range.upperBound <= count else { return false }
    guard !range.isEmpty else { return true }
    var page = range.lowerBound / pageSize
    let last = (range.upperBound - 1) / pageSize
    return state.withLock { state in
      while page <= last {
        guard !state.isLoaded(page) else {
          page += 1
          continue
        }
        let first = page
        while page <= last, !state.isLoaded(page) { page += 1 }
        guard read(first * pageSize..<min(page * pageSize, count)) else { return false }
        for loaded in first..<page { state.mark(loaded) }
        state.passing += page - max(first, min(page, state.kept))
      }
      return true
    }
  }

  /// Says, within `read(_:)`, that the bytes before `end` are always needed.
  public func keep(upTo end: Int) {
    let pages = (max(0, min(end, count)) + pageSize - 1) / pageSize
    state.withLock { state in
      state.kept = pages
      state.passing = 0
      for word in state.loaded { state.passing += word.nonzeroBitCount }
      for page in 0..<pages where state.isLoaded(page) { state.passing -= 1 }
    }
  }

  private func read(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let out = unsafe UnsafeMutableRawPointer(bitPattern: address)?.advanced(by: at)
      let done = unsafe cairn_read_at(file.descriptor, out, range.upperBound - at, at)
      guard done > 0 else { return false }
      at += done
    }
    return true
  }

  /// Gives back what is not always needed, if that is too much.
  private func forget() {
    state.withLock { state in
      guard state.passing > limit else { return }
      let start = state.kept * pageSize
      if let base = unsafe UnsafeMutableRawPointer(bitPattern: address), start < count {
        unsafe cairn_forget(base.advanced(by: start), count - start)
      }
      for page in state.kept...max(state.kept, count / pageSize) { state.unmark(page) }
      state.passing = 0
    }
  }
}
