public import CairnUBX

/// UBX-CFG-FXN: the power saving mode FixNOW.
///
/// Source: u-blox 5 receiver description, UBX-CFG-FXN.
public struct CfgFxn: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x0E)
  public static let name = "CFG-FXN"
  public static let payloadLength = PayloadLength.exactly(36)

  /// The behaviour of the mode.
  public var flags = Flags()
  /// Seconds to try to regain a fix.
  public var reacquisitionLimit = 0.0
  /// Seconds to try to get the first fix.
  public var acquisitionLimit = 0.0
  /// Seconds to sleep after a failure to regain a fix.
  public var reacquisitionPause = 0.0
  /// Seconds to sleep after a failure to get the first fix.
  public var acquisitionPause = 0.0
  /// Seconds to stay on after a fix.
  public var onTime = 0.0
  /// Seconds to sleep after `onTime`.
  public var offTime = 0.0
  /// Seconds of week to which on and off times are aligned, with `flags.isAligned`.
  public var alignment = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x4("flags", &flags)
    f.u4("tReacq", &reacquisitionLimit, unit: .milliseconds)
    f.u4("tAcq", &acquisitionLimit, unit: .milliseconds)
    f.u4("tReacqOff", &reacquisitionPause, unit: .milliseconds)
    f.u4("tAcqOff", &acquisitionPause, unit: .milliseconds)
    f.u4("tOn", &onTime, unit: .milliseconds)
    f.u4("tOff", &offTime, unit: .milliseconds)
    f.reserved(4)
    f.u4("baseTow", &alignment, unit: .milliseconds)
  }
}

extension CfgFxn {
  /// The behaviour of the mode.
  public struct Flags: UBXBitField {
    /// The receiver sleeps between fixes; otherwise it idles.
    public var sleeps = false
    /// On and off times are aligned to `alignment`.
    public var isAligned = false
    /// On and off times are used; otherwise the receiver stays on.
    public var usesOnOffTimes = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(1)
      b.flag("sleep", &sleeps)
      b.unused(1)
      b.flag("absAlign", &isAligned)
      b.flag("onOff", &usesOnOffTimes)
    }
  }
}
