public import CairnUBX

/// UBX-CFG-CFG: clears, saves and loads the configuration, in this order.
///
/// Clearing does not change the active configuration: load the sections as well. Receivers with
/// configuration keys use the layers of CFG-VALSET instead.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-CFG.
public struct CfgCfg: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x09)
  public static let name = "CFG-CFG"
  public static let payloadLength = PayloadLength.atLeast(12)

  /// Sections reset to their defaults in the memories of `devices`.
  public var cleared: Sections = []
  /// Sections of the active configuration copied to the memories.
  public var saved: Sections = []
  /// Sections loaded from the memories into the active configuration.
  public var loaded: Sections = []
  /// The memories to clear and save; absent in the form of 12 bytes, which means backup and flash.
  public var devices: Devices?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.sections("clearMask", &cleared)
    f.sections("saveMask", &saved)
    f.sections("loadMask", &loaded)
    guard f.more(when: devices != nil) else { return devices = nil }
    var present = devices ?? Devices()
    f.x1("deviceMask", &present)
    devices = present
  }
}

extension CfgCfg {
  /// Memories of the receiver.
  public struct Devices: UBXBitField {
    /// Battery-backed memory.
    public var backup = false
    /// Flash.
    public var flash = false
    /// EEPROM.
    public var eeprom = false
    /// Flash on the SPI.
    public var spiFlash = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("devBBR", &backup)
      b.flag("devFlash", &flash)
      b.flag("devEEPROM", &eeprom)
      b.unused(1)
      b.flag("devSpiFlash", &spiFlash)
    }
  }
}

extension UBXFieldVisitor {
  fileprivate mutating func sections(_ name: StaticString, _ value: inout CfgCfg.Sections) {
    var raw = value.rawValue
    x4(name, &raw)
    if Self.reads { value = CfgCfg.Sections(rawValue: raw) }
  }
}

extension CfgCfg {
  /// Parts of the configuration.
  public struct Sections: OptionSet, Hashable, Sendable {
    /// The wire's mask; bits without a member here are kept.
    public let rawValue: UInt32

    /// Any value is valid.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// CFG-PRT and CFG-USB.
    public static let ports = Sections(rawValue: 1 << 0)
    /// CFG-MSG: rates of messages.
    public static let messages = Sections(rawValue: 1 << 1)
    /// CFG-INF: notices.
    public static let notices = Sections(rawValue: 1 << 2)
    /// CFG-NAV5, CFG-NAVX5, CFG-RATE and other navigation settings.
    public static let navigation = Sections(rawValue: 1 << 3)
    /// CFG-GNSS, CFG-PM2, CFG-RXM, CFG-SBAS and other settings of the receiver manager.
    public static let receiverManager = Sections(rawValue: 1 << 4)
    /// Sensor interface.
    public static let sensors = Sections(rawValue: 1 << 8)
    /// CFG-RINV: the remote inventory.
    public static let remoteInventory = Sections(rawValue: 1 << 9)
    /// CFG-ANT: the antenna.
    public static let antenna = Sections(rawValue: 1 << 10)
    /// CFG-LOGFILTER: logging.
    public static let logging = Sections(rawValue: 1 << 11)
    /// Disciplined oscillators of receivers for frequency and time.
    public static let timeSources = Sections(rawValue: 1 << 12)
    /// All sections.
    public static let all = Sections(rawValue: 0xFFFF)
  }
}
