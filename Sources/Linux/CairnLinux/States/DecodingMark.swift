internal import CCairnLinux
package import CairnTypes

/// Records in a file which bytes of a device are being decoded, so that a program that dies of them
/// knows it at its next start.
///
/// A death counts if it happens while bytes are processed, whatever its cause: a trap, an abort, or
/// the kernel reclaiming memory. It does not count if the program is killed while waiting for bytes
/// or the system loses power, because then the boot has changed. After two deaths within ten
/// minutes the device is left alone until it is plugged in again or the file is removed.
///
/// The file is written, not mapped: if a full disk or truncation took a page away, a signal would
/// end the program. It is not synchronised, because the kernel keeps what a dead process wrote.
///
/// Isolation: the event loop.
package final class DecodingMark {
  /// Number of a device's last bytes that are kept.
  package static let kept = 8192
  /// The time within which deaths count.
  package static let window = Duration.seconds(600)
  /// The number of deaths after which a device is left alone.
  package static let deaths = 2

  /// Thrown when a device is left alone.
  package struct Distrust: Error, Hashable, Sendable {
    /// The file with the device's last bytes; removing it makes the device usable again.
    package let file: String
  }

  private let path: String
  private var record: DecodingRecord
  private var descriptor: Int32 = -1
  /// The record's line, followed by the last bytes.
  private var content: [UInt8] = []
  /// Why deaths cannot be recorded; `nil` if they are.
  package private(set) var failure: DeviceError?

  /// Returns the path of a device's file.
  ///
  /// - Parameters:
  ///   - folder: where states are kept.
  ///   - name: the name of the device's reader.
  ///   - identity: the device's identity; may hold any text.
  /// - Returns: its path.
  package static func path(in folder: String, _ name: String, _ identity: String) -> String {
    let name = stateName("\(name)-\(identity)")
    // A device chooses its own serial number, and a file name has at most 255 octets.
    let sum = String(recordSum(Array(name.utf8)[...]), radix: 16)
    return "\(folder)/\(name.utf8.count > 200 ? "\(name.prefix(180))-\(sum)" : name).crash"
  }

  /// Marks a device that is about to be opened.
  ///
  /// - Parameters:
  ///   - path: the path of its file.
  ///   - node: the device's node; `nil` if it has none, such as a server.
  ///   - boot: identifies the present run of the boot clock.
  ///   - now: the present time.
  /// - Throws: `Distrust` if the device is left alone.
  package init(
    _ path: String, node: NodeIdentity?, boot: String, now: MonotonicTime
  ) throws(Distrust) {
    self.path = path
    record = DecodingRecord(boot: boot, time: now)
    // With an unknown boot or an unreadable file, nothing is known of the last run.
    if let left = Self.left(path), left.boot == boot {
      let isReleased = left.activity == .distrusted && left.node != nil && left.node != node
      record.deaths = isReleased ? [] : left.deaths
      if left.activity == .distrusted, !isReleased { throw Distrust(file: path) }
      if left.activity == .decoding { record.deaths.append(left.time) }
      record.deaths = record.deaths.suffix(Self.deaths).filter { now - $0 < Self.window }
      if record.deaths.count == Self.deaths {
        distrust(left, node)
        throw Distrust(file: path)
      }
    }
    open()
  }

  deinit { if descriptor >= 0 { _ = cairnlinux_close(descriptor) } }

  /// Records that these bytes are about to be decoded.
  package func begin(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    guard descriptor >= 0 else { return }
    keep(bytes)
    content[DecodingRecord.activityOffset] = DecodingRecord.Activity.decoding.rawValue
    set(UInt64(max(0, now.nanoseconds)), at: DecodingRecord.timeOffset, digits: 16)
    set(
      UInt64(content.count - DecodingRecord.length), at: DecodingRecord.countOffset,
      digits: DecodingRecord.countDigits)
    write(content)
  }

  /// Records that the bytes read before are about to be processed again.
  package func resume() { note(.decoding) }

  /// Records that none of the device's bytes are being processed.
  package func end() { note(.waiting) }

  /// Records that the device is closed; removes the file if no deaths are recorded.
  package func close() {
    guard descriptor >= 0 else { return }
    if record.deaths.isEmpty { _ = unsafe cairnlinux_unlink(path) } else { note(.closed) }
    _ = cairnlinux_close(descriptor)
    descriptor = -1
  }

  // MARK: - The file

  private static func left(_ path: String) -> DecodingRecord? {
    do throws(FileFailure) {
      return DecodingRecord(try readFile(path, limit: DecodingRecord.length + kept))
    } catch {
      return nil
    }
  }

  /// Keeps the last bytes and records that the device is left alone.
  private func distrust(_ left: DecodingRecord, _ node: NodeIdentity?) {
    record.activity = .distrusted
    record.time = left.time
    record.count = left.count
    record.node = node
    descriptor = Self.open(path, creating: false)
    write(record.encoded)
  }

  private func open() {
    // A pipe or directory of that name is no mark, and an earlier file's bytes are out of date.
    _ = unsafe cairnlinux_unlink(path)
    descriptor = Self.open(path, creating: true)
    content = record.encoded
    content.reserveCapacity(DecodingRecord.length + Self.kept)
    if descriptor < 0 {
      failure = DeviceError(.write, path: path, code: -descriptor)
    } else {
      write(content)
    }
  }

  private static func open(_ path: String, creating: Bool) -> Int32 {
    let flags = cairnlinux_open_read | cairnlinux_open_write | cairnlinux_open_nonblocking
    return unsafe cairnlinux_open(path, Int32(creating ? flags | cairnlinux_open_create : flags))
  }

  private func keep(_ bytes: Span<UInt8>) {
    let excess = content.count - DecodingRecord.length + bytes.count - Self.kept
    if excess > 0 {
      let start = DecodingRecord.length
      content.removeSubrange(start..<min(start + excess, content.count))
    }
    let first = max(0, bytes.count - Self.kept)
    unsafe bytes.extracting(first..<bytes.count).withUnsafeBufferPointer {
      unsafe content.append(contentsOf: $0)
    }
  }

  /// Overwrites hexadecimal digits with a number.
  private func set(_ number: UInt64, at offset: Int, digits: Int) {
    var rest = number
    for index in (offset..<offset + digits).reversed() {
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      content[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
      rest >>= 4
    }
  }

  private func note(_ activity: DecodingRecord.Activity) {
    guard descriptor >= 0 else { return }
    var byte = activity.rawValue
    let result = unsafe cairnlinux_write_at(descriptor, &byte, 1, DecodingRecord.activityOffset)
    if result < 0 { failure = DeviceError(.write, path: path, code: Int32(-result)) }
  }

  private func write(_ bytes: [UInt8]) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe cairnlinux_write_at(descriptor, $0.baseAddress, $0.count, 0)
    }
    if result < 0 { failure = DeviceError(.write, path: path, code: Int32(-result)) }
  }
}
