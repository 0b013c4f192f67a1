public import CairnUBX

/// UBX-CFG-NVS: clears, saves and loads the receiver's stored data besides the configuration.
///
/// Source: u-blox 6 receiver description, UBX-CFG-NVS.
public struct CfgNvs: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x22)
  public static let name = "CFG-NVS"
  public static let payloadLength = PayloadLength.exactly(13)

  /// Data to clear in the memories of `devices`.
  public var cleared = Cleared()
  /// Data to copy to the memories.
  public var saved = Saved()
  /// Data to load from the memories.
  public var loaded = Loaded()
  /// The memories concerned.
  public var devices = CfgCfg.Devices()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("clearMask", &cleared)
    f.x4("saveMask", &saved)
    f.x4("loadMask", &loaded)
    f.x1("deviceMask", &devices)
  }
}

extension CfgNvs {
  /// Data to clear. The interface description uses the same bit names for the three masks; these
  /// include the mask's name.
  public struct Cleared: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// AssistNow Autonomous data.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(17)
      b.flag("clearAlm", &almanac)
      b.unused(11)
      b.flag("clearAop", &assistNowAutonomous)
    }
  }

  /// Data to save.
  public struct Saved: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// AssistNow Autonomous data.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(17)
      b.flag("saveAlm", &almanac)
      b.unused(11)
      b.flag("saveAop", &assistNowAutonomous)
    }
  }

  /// Data to load.
  public struct Loaded: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// AssistNow Autonomous data.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(17)
      b.flag("alm", &almanac)
      b.unused(11)
      b.flag("aop", &assistNowAutonomous)
    }
  }
}
