/// UBX-MON-VER: versions of hardware, software and protocol.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-VER.
public struct MonVer: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x04)
  public static let name = "MON-VER"
  public static let payloadLength = PayloadLength.atLeast(40)

  /// One line of free text, usually `KEY=value`.
  public struct Extension: UBXGroup, Hashable {
    /// The line as sent.
    public var text = UBXText()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.ch("extension", 30, &text)
    }
  }

  /// Software version as sent; see `softwareVersion`.
  public var software = UBXText()
  /// Hardware version as sent.
  public var hardware = UBXText()
  /// Lines of text; see `value(of:)`.
  public var extensions: [Extension] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.ch("swVersion", 30, &software)
    f.ch("hwVersion", 10, &hardware)
    f.groupsToEnd(&extensions)
  }
}

extension MonVer {
  /// Version of the software, for example `EXT CORE 4.04 (7f89f7)`.
  public var softwareVersion: String { software.string }
  /// Version of the hardware, for example `00190000`.
  public var hardwareVersion: String { hardware.string }
  /// Protocol version, for example `32.01`; `nil` on receivers before protocol version 14.
  public var protocolVersion: String? { value(of: "PROTVER") }
  /// Firmware version, for example `SPG 4.04`; `nil` where the receiver does not report it.
  public var firmwareVersion: String? { value(of: "FWVER") }
  /// Module name, for example `NEO-M9N`; `nil` where the receiver does not report it.
  public var module: String? { value(of: "MOD") }

  /// Returns the value of a line `KEY=value`, or `KEY value` as older firmware writes it.
  ///
  /// - Parameter key: ASCII key, for example `PROTVER`.
  /// - Returns: text after the separator of the first such line; `nil` without one.
  public func value(of key: String) -> String? {
    let key = [UInt8](key.utf8)
    for line in extensions {
      let octets = line.text.octets
      guard octets.count > key.count, octets[key.count] == 0x3D || octets[key.count] == 0x20,
        octets.prefix(key.count).elementsEqual(key)
      else { continue }
      var value = UBXText()
      value.octets = [UInt8](octets.dropFirst(key.count + 1))
      return value.string
    }
    return nil
  }
}
