internal import CCairnLinux
internal import Synchronization

/// A regular file of which only a few pages are in memory, for files that are large and read in few
/// places on devices with little memory.
///
/// The bytes that are always needed stay, and of the others at most `limit` at the end of a call and what
/// one call needs. They are read and never mapped: of a mapped file, touching bytes that another program
/// has cut off ends the process by SIGBUS, and here they cannot be loaded.
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
    /// A bit for each page that is in memory.
    var loaded: [UInt64]
    /// The same of pages that stay.
    var kept: [UInt64]
    /// Loaded pages that need not stay.
    var passing = 0

    init(pages: Int) {
      loaded = Array(repeating: 0, count: pages / 64 + 1)
      kept = loaded
    }

    func isLoaded(_ page: Int) -> Bool { loaded[page >> 6] >> UInt64(page & 63) & 1 == 1 }

    mutating func mark(_ page: Int) {
      let bit: UInt64 = 1 << UInt64(page & 63)
      loaded[page >> 6] |= bit
      if kept[page >> 6] & bit == 0 { passing += 1 }
    }

    mutating func keep(_ page: Int) {
      let bit: UInt64 = 1 << UInt64(page & 63)
      if loaded[page >> 6] & ~kept[page >> 6] & bit != 0 { passing -= 1 }
      kept[page >> 6] |= bit
    }

    /// Marks what need not stay as not loaded.
    ///
    /// - Returns: the pages, in order.
    mutating func forget() -> [Int] {
      var pages: [Int] = []
      for word in loaded.indices {
        var bits = loaded[word] & ~kept[word]
        loaded[word] &= kept[word]
        while bits != 0 {
          pages.append(word << 6 + bits.trailingZeroBitCount)
          bits &= bits - 1
        }
      }
      passing = 0
      return pages
    }
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
    pageSize = max(4096, Int(clamping: cairnlinux_page_size()))
    self.limit = max(0, limit) / pageSize
    state = Mutex(State(pages: count / pageSize))
    guard count > 0 else {
      address = 0
      return
    }
    var code: Int32 = 0
    guard let start = unsafe cairnlinux_reserve(count, &code) else {
      throw FileFailure(path, .system(-code))
    }
    address = UInt(bitPattern: start)
  }

  deinit {
    if let start = unsafe UnsafeMutableRawPointer(bitPattern: address) {
      unsafe cairnlinux_unmap(start, count)
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
      }
      return true
    }
  }

  /// Says, within `read(_:)`, that a range is always needed, in addition to those that are so already.
  public func keep(_ range: Range<Int>) {
    let inside = range.clamped(to: 0..<count)
    guard !inside.isEmpty else { return }
    state.withLock { state in
      for page in inside.lowerBound / pageSize...(inside.upperBound - 1) / pageSize {
        state.keep(page)
      }
    }
  }

  private func read(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while at < range.upperBound {
      let out = unsafe UnsafeMutableRawPointer(bitPattern: address)?.advanced(by: at)
      let done = unsafe cairnlinux_read_at(file.descriptor, out, range.upperBound - at, at)
      guard done > 0 else { return false }
      at += done
    }
    return true
  }

  /// Gives back what is not always needed, if that is too much.
  private func forget() {
    state.withLock { state in
      guard state.passing > limit else { return }
      let pages = state.forget()
      var first = 0
      while first < pages.count {
        var next = first + 1
        while next < pages.count, pages[next] == pages[next - 1] + 1 { next += 1 }
        giveBack(pages[first] * pageSize..<min((pages[next - 1] + 1) * pageSize, count))
        first = next
      }
    }
  }

  private func giveBack(_ range: Range<Int>) {
    guard let base = unsafe UnsafeMutableRawPointer(bitPattern: address) else { return }
    unsafe cairnlinux_forget(base.advanced(by: range.lowerBound), range.count)
  }
}
