internal import CCairnLinux
internal import CairnTypes

/// The few file operations sysfs and procfs need; absent files are `nil`, as devices come and go.
enum FileSystem {
  /// The first `limit` bytes.
  static func read(_ path: String, limit: Int = 4096) -> [UInt8]? {
    do throws(DeviceError) { return try contents(path, limit: limit) } catch { return nil }
  }

  /// The first `limit` bytes, or why there are none.
  static func contents(_ path: String, limit: Int) throws(DeviceError) -> [UInt8] {
    let descriptor = unsafe cairn_open(path, Int32(cairn_open_read))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    defer { _ = cairn_close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = 0
    while count < limit {
      let done = unsafe bytes.withUnsafeMutableBytes {
        unsafe cairn_read(descriptor, $0.baseAddress?.advanced(by: count), limit - count)
      }
      guard done >= 0 else { throw DeviceError(.read, path: path, code: Int32(-done)) }
      guard done > 0 else { break }
      count += done
    }
    bytes.removeLast(limit - count)
    return bytes
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

  /// Names, in no order.
  static func entries(_ path: String) -> [String] {
    guard let directory = unsafe cairn_directory_open(path) else { return [] }
    defer { unsafe cairn_directory_close(directory) }
    var names: [String] = []
    var buffer = [CChar](repeating: 0, count: 512)
    while true {
      let count = unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe cairn_directory_next(directory, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return names }
      names.append(text(buffer, count))
    }
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
