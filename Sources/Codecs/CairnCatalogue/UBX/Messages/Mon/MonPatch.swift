public import CairnUBX

/// UBX-MON-PATCH: the firmware patches that the receiver has installed.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-PATCH.
public struct MonPatch: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x27)
  public static let name = "MON-PATCH"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One patch.
  public struct Patch: UBXGroup, Hashable {
    /// Whether and where the patch is stored.
    public var state = State()
    /// The comparator that applies it.
    public var comparator: UInt32 = 0
    /// The address that the patch replaces.
    public var address: UInt32 = 0
    /// The replacement data.
    public var data: UInt32 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x4("patchInfo", &state)
      f.u4("comparatorNumber", &comparator)
      f.u4("patchAddress", &address)
      f.u4("patchData", &data)
    }
  }

  /// Version of the message's layout.
  public var version: UInt16 = 1
  /// In wire order, at most 65,535.
  public var patches: [Patch] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("version", &version)
    let count = f.count("nEntries", UInt16.self, of: patches)
    f.groups(count, &patches)
  }
}

extension MonPatch {
  /// Whether and where a patch is stored.
  public struct State: UBXBitField {
    /// The patch is in force.
    public var isActive = false
    /// 0 electronic fuses, 1 ROM, 2 battery-backed RAM, 3 file system.
    public var location: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("activated", &isActive)
      b.number("location", 2, &location)
    }
  }
}
