public import CairnUBX

/// UBX-MGA-SF-INI: a receiver's knowledge of its inertial sensors, to send back after a restart.
///
/// `MGA-SF` requests it.
///
/// Source: u-blox F9 HPS interface description, UBX-MGA-SF-INI.
public struct MgaSFIni: UBXMessage, Hashable {
  public static let id = MessageID(.mga, 0x10)
  public static let name = "MGA-SF-INI"
  public static let payloadLength = PayloadLength.atLeast(96)
  public static let discriminator: UInt8? = 0x00

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Age of the values, in the receiver's unit.
  public var age: UInt16 = 0
  /// The receiver's own data, at most 255 values.
  public var valuesA: [ValueA] = []
  /// The receiver's own data, at most 255 values.
  public var valuesB: [ValueB] = []
  private var type: UInt8 = 0x00

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("type", &type)
    f.u1("version", &version)
    let countA = f.count("nValA", of: valuesA)
    let countB = f.count("nValB", of: valuesB)
    f.u2("age", &age)
    f.reserved(90)
    f.groups(countA, &valuesA, endsPayload: false)
    f.groups(countB, &valuesB)
  }
}

extension MgaSFIni {
  /// One of the first values.
  public struct ValueA: UBXGroup, Hashable {
    /// The receiver's own data.
    public var value: UInt64 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u8("valA", &value)
    }
  }

  /// One of the second values.
  public struct ValueB: UBXGroup, Hashable {
    /// The receiver's own data.
    public var value: UInt64 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u8("valB", &value)
    }
  }
}
