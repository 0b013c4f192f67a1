internal import CCairnLinux
package import CairnTypes

/// The line of text at the start of a mark's file, before the device's last bytes.
///
/// The line has a fixed length, and `cairn decode` reads the file as it is.
package struct DecodingRecord: Hashable, Sendable {
  /// Activity of the program with the device.
  package enum Activity: UInt8, Sendable {
    /// The device's bytes were being decoded or passed on.
    case decoding = 0x44  // D
    /// The device was open and none of its bytes were being processed.
    case waiting = 0x57  // W
    case closed = 0x43  // C
    /// The device is left alone.
    case distrusted = 0x58  // X
  }

  /// Identifies the run of the boot clock that the times belong to.
  package var boot: String
  package var activity: Activity
  /// When bytes were last read.
  package var time: MonotonicTime
  /// Number of bytes after the line.
  package var count: Int
  /// When the program died of the device; the last two times at most.
  package var deaths: [MonotonicTime]
  /// The node that the device had when it was first left alone; `nil` for a device without a node.
  package var node: NodeIdentity?

  /// Creates the record of a device with no history.
  package init(boot: String, time: MonotonicTime) {
    self.boot = boot
    activity = .waiting
    self.time = time
    count = 0
    deaths = []
  }

  private static let mark = "# cairn"
  private static let version = "1"
  /// Octets of a boot identifier: a UUID as text.
  private static let bootLength = 36
  /// Length of the line, in octets.
  package static let length = 160
  /// The offset of the activity's letter; the time and the count follow, each after a space.
  package static let activityOffset = mark.utf8.count + version.utf8.count + bootLength + 3
  static let timeOffset = activityOffset + 2
  static let countOffset = timeOffset + 17
  static let countDigits = 4

  /// The line, padded with spaces to its length.
  package var encoded: [UInt8] {
    var fields = [
      Self.mark, Self.version, boot, String(UnicodeScalar(activity.rawValue)), Self.hex(time),
      Self.padded(UInt64(count), to: Self.countDigits),
    ]
    for index in 0..<2 { fields.append(Self.hex(index < deaths.count ? deaths[index] : nil)) }
    fields.append(Self.padded(node?.device ?? 0, to: 16))
    fields.append(Self.padded(node?.inode ?? 0, to: 16))
    var line = Array(fields.joined(separator: " ").utf8)
    line += [UInt8](repeating: 0x20, count: max(0, Self.length - 1 - line.count))
    return line.prefix(Self.length - 1) + [0x0A]
  }

  /// Parses the line; `nil` if it is malformed.
  package init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.length, bytes[Self.length - 1] == 0x0A,
      let line = String(validating: bytes.prefix(Self.length - 1), as: UTF8.self)
    else { return nil }
    let fields = line.split(separator: " ")
    guard fields.count == 11, "\(fields[0]) \(fields[1])" == Self.mark, fields[2] == Self.version,
      fields[3].utf8.count == Self.bootLength,
      let activity = fields[4].utf8.first.flatMap(Activity.init(rawValue:)),
      let time = Self.time(fields[5]), let count = Int(fields[6], radix: 16),
      let device = UInt64(fields[9], radix: 16), let inode = UInt64(fields[10], radix: 16)
    else { return nil }
    boot = String(fields[3])
    self.activity = activity
    self.time = time
    self.count = count
    deaths = fields[7...8].compactMap(Self.time).filter { $0.nanoseconds != 0 }
    node = inode == 0 ? nil : NodeIdentity(device: device, inode: inode)
  }

  private static func hex(_ time: MonotonicTime?) -> String {
    padded(UInt64(max(0, time?.nanoseconds ?? 0)), to: 16)
  }

  private static func padded(_ number: UInt64, to digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  private static func time(_ text: Substring) -> MonotonicTime? {
    Int64(text, radix: 16).map { MonotonicTime(nanoseconds: $0) }
  }
}

/// Identifies one instance of a device node: a device that is plugged in again gets another one.
package struct NodeIdentity: Hashable, Sendable {
  /// The file system's device number.
  package var device: UInt64
  package var inode: UInt64

  package init(device: UInt64, inode: UInt64) {
    self.device = device
    self.inode = inode
  }

  /// Identifies the node that a path leads to now; `nil` if there is none.
  package init?(_ path: String) {
    guard let status = FileSystem.status(path) else { return nil }
    self.init(device: status.device, inode: status.inode)
  }
}
