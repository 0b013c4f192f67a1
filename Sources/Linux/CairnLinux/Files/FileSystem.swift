internal import CCairnLinux
package import CairnTypes

/// The file operations that kernel interfaces and states need; absent files give `nil`, because
/// devices come and go.
package enum FileSystem {
  /// Returns the first `limit` bytes of a regular file, such as a sysfs attribute, or `nil`.
  static func read(_ path: String, limit: Int = 4096) -> [UInt8]? {
    do throws(FileFailure) {
      let file = try RegularFile(path)
      return try file.read(limit, expecting: min(limit, Int(clamping: file.size)))
    } catch {
      return nil
    }
  }

  /// Returns the first line of a file, such as a sysfs attribute, without surrounding white space.
  static func line(_ path: String) -> String? {
    guard let bytes = read(path) else { return nil }
    let end = bytes.firstIndex(of: 10) ?? bytes.endIndex
    let isBlank = { (byte: UInt8) in byte == 32 || byte == 9 || byte == 0 }
    var line = bytes[..<end].drop(while: isBlank)
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
  }

  /// Writes an attribute in a single call, as sysfs requires.
  static func write(_ text: String, to path: String) throws(DeviceError) {
    let descriptor = unsafe cairnlinux_open(path, Int32(cairnlinux_open_write))
    guard descriptor >= 0 else { throw DeviceError(.open, path: path, code: -descriptor) }
    defer { _ = cairnlinux_close(descriptor) }
    var text = text
    let done = text.withUTF8 { unsafe cairnlinux_write(descriptor, $0.baseAddress, $0.count) }
    guard done >= 0 else { throw DeviceError(.write, path: path, code: Int32(-done)) }
  }

  /// Replaces a file atomically and durably.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(DeviceError) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe cairnlinux_replace(path, $0.baseAddress, $0.count)
    }
    guard result >= 0 else { throw DeviceError(.write, path: path, code: -result) }
  }

  /// Makes a folder and its missing parents, accessible to this user only.
  static func makeFolder(_ path: String) throws(DeviceError) {
    var made = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      made += "/" + name
      let result = unsafe cairnlinux_make_folder(made)
      guard result >= 0 else { throw DeviceError(.open, path: made, code: -result) }
    }
  }

  /// Returns the names in a folder, unordered; on an error, those read so far.
  package static func entries(_ path: String) -> [String] {
    var names: [String] = []
    do throws(FileFailure) {
      try forEachEntry(path) { names.append(String(decoding: $0, as: UTF8.self)) }
    } catch {}
    return names
  }

  /// Calls `body` with the bytes of each name, unordered.
  static func forEachEntry(
    _ path: String, _ body: ([UInt8]) throws(FileFailure) -> Void
  ) throws(FileFailure) {
    var directory: UnsafeMutableRawPointer?
    let opened = unsafe cairnlinux_directory_open(path, &directory)
    guard opened >= 0, let directory = unsafe directory else {
      throw FileFailure(path, errno: -opened)
    }
    defer { unsafe cairnlinux_directory_close(directory) }
    var buffer = [CChar](repeating: 0, count: 512)
    var count = 0
    repeat {
      count = unsafe buffer.withUnsafeMutableBufferPointer {
        unsafe cairnlinux_directory_next(directory, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { throw FileFailure(path, errno: Int32(-count)) }
      if count > 0 { try body(buffer[..<count].map { UInt8(bitPattern: $0) }) }
    } while count > 0
  }

  /// Returns the shortest prefix of the path that is a dangling link; `nil` if there is none.
  static func danglingLink(on path: String) -> String? {
    var part = path.hasPrefix("/") ? "" : "."
    for name in path.split(separator: "/") {
      part += "/" + name
      var status = cairnlinux_status()
      if unsafe link(part) != nil && cairnlinux_stat(part, &status) == -Int32(cairnlinux_ENOENT) {
        return path.hasPrefix("/") ? part : String(part.dropFirst(2))
      }
    }
    return nil
  }

  /// Returns the target of a link, as stored.
  static func link(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_readlink(path, $0.baseAddress, $0.count)
    }
    return count > 0 ? text(buffer, count) : nil
  }

  /// Returns the path with all links resolved.
  package static func canonical(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe buffer.withUnsafeMutableBufferPointer {
      unsafe cairnlinux_realpath(path, $0.baseAddress, $0.count)
    }
    return count > 0 ? text(buffer, count) : nil
  }

  /// Why this user may not keep files in a folder; `nil` if it may.
  package static func fault(ofFolder path: String) -> DeviceError? {
    let result = unsafe cairnlinux_folder_access(path)
    return result < 0 ? DeviceError(.open, path: path, code: -result) : nil
  }

  static func status(_ path: String) -> cairnlinux_status? {
    var status = cairnlinux_status()
    return unsafe cairnlinux_stat(path, &status) == 0 ? status : nil
  }

  private static func text(_ buffer: [CChar], _ count: Int) -> String {
    String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
