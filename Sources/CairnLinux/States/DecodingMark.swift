internal import CCairnLinux
package import CairnTypes

/// Says in a file that a device's bytes are being decoded, and which, so that a program that dies of them knows
/// it at its next start.
///
/// A death counts when it comes while the bytes are worked on, whatever its cause: a trap, an abort, or the kernel
/// that takes back memory. A program that is killed while it waits for bytes has not died of any, nor has one
/// whose device lost its power: then another boot has begun. After two deaths within ten minutes the device is
/// left alone until it is plugged in again, or the file is removed.
///
/// The file is written, not mapped: a page that a full disk or a shorter file takes away would be a signal that
/// ends the program. It is not synchronised either, since the kernel keeps what a dead process wrote.
///
/// Isolation: the event loop.
package final class DecodingMark {
  /// Bytes of a device that are kept.
  package static let kept = 8192
  /// Deaths in this time count.
  package static let window = Duration.seconds(600)
  /// So many of them are enough.
  package static let deaths = 2

  /// A device is left alone.
  package struct Distrust: Error, Hashable, Sendable {
    /// The file with the device's last bytes, whose removal ends it.
    package let file: String
  }

  private let path: String
  private var record: DecodingRecord
  private var descriptor: Int32 = -1
  /// The line of the record, and the last bytes.
  private var content: [UInt8] = []
  /// Why crashes cannot be noted; `nil` when they are.
  package private(set) var failure: DeviceError?

  /// The file of a device.
  ///
  /// - Parameters:
  ///   - folder: where states are kept.
  ///   - name: of who reads the device.
  ///   - identity: of the device; may hold anything.
  /// - Returns: its path.
  package static func path(in folder: String, _ name: String, _ identity: String) -> String {
    let name = stateName("\(name)-\(identity)")
    // A device chooses its own serial number, and a name of a file has 255 octets at most.
    let sum = String(recordSum(Array(name.utf8)[...]), radix: 16)
    return "\(folder)/\(name.utf8.count > 200 ? "\(name.prefix(180))-\(sum)" : name).crash"
  }

  /// Marks a device that is about to be opened.
  ///
  /// - Parameters:
  ///   - path: of the file.
  ///   - node: of the device; `nil` for one that has none, such as a server.
  ///   - boot: names the present run of the boot clock.
  ///   - now: the present time.
  /// - Throws: `Distrust`, when the program has died of it.
  package init(
    _ path: String, node: NodeIdentity?, boot: String, now: MonotonicTime
  ) throws(Distrust) {
    self.path = path
    record = DecodingRecord(boot: boot, time: now)
    // Where the boot is not known, or the file is not one of these, nothing is known of the last time.
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

  deinit { if descriptor >= 0 { _ = cairn_close(descriptor) } }

  /// These bytes are about to be decoded.
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

  /// What was read before is about to be worked on once more.
  package func resume() { note(.decoding) }

  /// Nothing of the device is worked on any more.
  package func end() { note(.waiting) }

  /// The device is closed: nothing is left where nothing has happened.
  package func close() {
    guard descriptor >= 0 else { return }
    if record.deaths.isEmpty { _ = unsafe cairn_unlink(path) } else { note(.closed) }
    _ = cairn_close(descriptor)
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

  /// Keeps the last bytes, and says that the device is left alone.
  private func distrust(_ left: DecodingRecord, _ node: NodeIdentity?) {
    record.activity = .distrusted
    record.time = left.time
    record.count = left.count
    record.node = node
    descriptor = Self.open(path, creating: false)
    write(record.encoded)
  }

  private func open() {
    // A pipe or a directory of that name is no mark, and the bytes of an earlier one are not this device's last.
    _ = unsafe cairn_unlink(path)
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
    let flags = cairn_open_read | cairn_open_write | cairn_open_nonblocking
    return unsafe cairn_open(path, Int32(creating ? flags | cairn_open_create : flags))
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

  /// Writes a number in hexadecimal digits over those that are there.
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
    let result = unsafe cairn_write_at(descriptor, &byte, 1, DecodingRecord.activityOffset)
    if result < 0 { failure = DeviceError(.write, path: path, code: Int32(-result)) }
  }

  private func write(_ bytes: [UInt8]) {
    let result = unsafe bytes.withUnsafeBytes {
      unsafe cairn_write_at(descriptor, $0.baseAddress, $0.count, 0)
    }
    if result < 0 { failure = DeviceError(.write, path: path, code: Int32(-result)) }
  }
}
