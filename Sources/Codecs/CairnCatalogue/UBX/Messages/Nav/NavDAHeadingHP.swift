public import CairnUBX

/// UBX-NAV-DAHEADING with high precision: the vector between the receiver's two antennas, and its
/// heading.
///
/// Version 2, without high precision, is `NavDAHeading`.
///
/// Source: pyubx2 1.4.0, NAV-DAHEADINGHP; units as in UBX-NAV-RELPOSNED, whose layout it has.
public struct NavDAHeadingHP: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x45)
  public static let name = "NAV-DAHEADING"
  public static let payloadLength = PayloadLength.exactly(64)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// From the first antenna to the second.
  public var vector = RelativePosition()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    vector.fields(&f)
  }
}
