public import CairnUBX

/// UBX-CFG-GNSS: the satellite systems and the allocation of channels.
///
/// A change of systems requires a restart of GNSS by CFG-RST; enabling Galileo, a hardware reset.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-GNSS.
public struct CfgGnss: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x3E)
  public static let name = "CFG-GNSS"
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One satellite system.
  public struct Block: UBXGroup, Hashable {
    /// The system.
    public var gnss = GNSSIdentifier.gps
    /// Number of channels reserved for the system.
    public var reservedChannels: UInt8 = 0
    /// The most channels for the system, not below `reservedChannels`.
    public var maximumChannels: UInt8 = 0
    /// Whether the system is used, and with which signals.
    public var flags = Flags()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("resTrkCh", &reservedChannels)
      f.u1("maxTrkCh", &maximumChannels)
      f.reserved(1)
      f.x4("flags", &flags)
    }
  }

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// Number of tracking channels of the receiver; read-only.
  public var hardwareChannels: UInt8 = 0
  /// Number of tracking channels to use; 255 requests all.
  public var usedChannels: UInt8 = 0
  /// One block per system.
  public var blocks: [Block] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("msgVer", &version)
    f.u1("numTrkChHw", &hardwareChannels)
    f.u1("numTrkChUse", &usedChannels)
    let count = f.count("numConfigBlocks", of: blocks)
    f.groups(count, &blocks)
  }
}

extension CfgGnss {
  /// Whether a system is used, and with which signals.
  public struct Flags: UBXBitField {
    /// The system is used.
    public var isEnabled = false
    /// One bit per signal, by system: 1 is L1 C/A, E1, B1I or L1OF; for QZSS, 4 is L1S.
    public var signals: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("enable", &isEnabled)
      b.unused(15)
      b.number("sigCfMask", 8, &signals)
    }
  }
}
