internal import CCairnLinux
internal import CairnTypes

/// The few file operations that kernel interfaces and states need; absent files are `nil`, as devices come and
/// go.
enum FileSystem {
  /// The first `limit` bytes of a regular file, as attributes of sysfs are: cut, and `nil` for whatever reason.
  static func read(_ path: String, limit: Int = 4096) -> [UInt8]? {
    do throws(FileFailure) {
      let file = try RegularFile(path)
      return try file.read(limit, expecting: min(limit, Int(clamping: file.size)))
    } catch {
      return nil
    }
  }

  /// A file of one line, as sysfs attributes are, without the white space around it.
  static func line(_ path: String) -> String? {
    guard let bytes = read(path) else { return nil }
    let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 0 }
    var line = bytes[..<end].drop(while: isBlank)
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Writes an attribute: all of it at once, as sysfs wants it.
  static func write(_ text: String, to path: String) throws(DeviceError) {
    let descriptor = unsafe cairn_open(path, Int32(cairn_open_write))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    defer { _ = cairn_close(descriptor) }
    var text = text
    let done = text.withUTF8 { unsafe cairn_write(descriptor, $0.baseAddress, $0.count) }
    guard done >= 0 else { throw DeviceError(.write, path: path, code: Int32(-done)) }
  }

  /// Puts a file in the place of another one, as a whole and for good.
  static func replace(_ path: String, with bytes: [UInt8]) throws(DeviceError) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe cairn_replace(path, $0.baseAddress, $0.count)
    }
    guard result >= 0 else { throw DeviceError(.write, path: path, code: -result) }
  }

  /// Makes a folder, and those above it that are missing, which only this user may enter.
  static func makeFolder(_ path: String) throws(DeviceError) {
    var made = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      made += "/" + name
      let result = unsafe cairn_make_folder(made)
      guard result >= 0 else { throw DeviceError(.open, path: made, code: -result) }
    }
  }

  /// Names, in no order; as many as can be read.
  static func entries(_ path: String) -> [String] {
    var names: [String] = []
    do throws(FileFailure) {
      try forEachEntry(path) { names.append(String(decoding: $0, as: UTF8.self)) }
    } catch {}
    return names
  }

  /// Calls `body` with the octets of each name, in no order.
  static func forEachEntry(
    _ path: String, _ body: ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var directory: UnsafeMutableRawPointer?
    let opened = unsafe cairn_directory_open(path, &directory)
    guard opened >= 0, let directory = unsafe directory else {
      throw FileFailure(path, errno: -opened)
    }
    defer { unsafe cairn_directory_close(directory) }
    var buffer = [CChar](repeating: 0, count: 512)
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe cairn_directory_next(directory, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { throw FileFailure(path, errno: Int32(-count)) }
      if count > 0 { try body(buffer[..<count].map { UInt8(bitPattern: $0) }) }
    } while count > 0
  }

  /// The first part of a path that is a link to nothing; `nil` where there is none.
  static func danglingLink(on path: String) -> String? {
    var part = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      part += "/" + name
      var status = cairn_status()
      if unsafe link(part) != nil && cairn_stat(part, &status) == -Int32(cairn_ENOENT) {
        return path.hasPrefix("/") ? part : String(part.dropFirst(2))
      }
    }
    return nil
  }

  /// The target of a link, as stored.
  static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe cairn_readlink(path, $0.baseAddress, $0.count)
    }
    return count > 0 ? text(buffer, count) : nil
  }

  /// The path without links.
  static func canonical(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe cairn_realpath(path, $0.baseAddress, $0.count)
    }
    return count > 0 ? text(buffer, count) : nil
  }

  static func status(_ path: String) -> cairn_status? {
    var status = cairn_status()
    return unsafe cairn_stat(path, &status) == 0 ? status : nil
  }

  private static func text(_ buffer: [CChar], _ count: Int) -> String {
    String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
