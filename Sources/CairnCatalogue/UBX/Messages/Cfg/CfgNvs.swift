public import CairnUBX

/// UBX-CFG-NVS: clears, saves and loads what the receiver keeps beside the configuration.
///
/// Source: u-blox 6 receiver description, UBX-CFG-NVS.
public struct CfgNvs: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x22)
  public static let name = "CFG-NVS"
  public static let payloadLength = PayloadLength.exactly(13)

  /// What is cleared in the memories of `devices`.
  public var cleared = Cleared()
  /// What is copied to the memories.
  public var saved = Saved()
  /// What is taken from the memories.
  public var loaded = Loaded()
  /// The memories that are meant.
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
  /// What is cleared. The interface description names the bits of the three masks alike; these
  /// carry the mask's name.
  public struct Cleared: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// Data of AssistNow Autonomous.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(17)
      b.flag("clearAlm", &almanac)
      b.unused(11)
      b.flag("clearAop", &assistNowAutonomous)
    }
  }

  /// What is saved.
  public struct Saved: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// Data of AssistNow Autonomous.
    public var assistNowAutonomous = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(17)
      b.flag("saveAlm", &almanac)
      b.unused(11)
      b.flag("saveAop", &assistNowAutonomous)
    }
  }

  /// What is loaded.
  public struct Loaded: UBXBitField {
    /// Almanacs.
    public var almanac = false
    /// Data of AssistNow Autonomous.
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
