public import CairnUBX

/// UBX-CFG-ANT: antenna supply and its supervisor.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-ANT.
public struct CfgAnt: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x13)
  public static let name = "CFG-ANT"
  public static let payloadLength = PayloadLength.exactly(4)

  /// The behaviour of the antenna supply's supervisor.
  public var supervision = Supervision()
  /// The pins used by the supervisor.
  public var pins = Pins()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x2("flags", &supervision)
    f.x2("pins", &pins)
  }
}

extension CfgAnt {
  /// The behaviour of the antenna supply's supervisor.
  public struct Supervision: UBXBitField {
    /// The receiver switches the antenna supply.
    public var controlsVoltage = false
    /// Short circuits are detected.
    public var detectsShort = false
    /// Antennas that draw no current are detected.
    public var detectsOpen = false
    /// The supply is switched off on a short circuit; needs `detectsShort`.
    public var powersDownOnShort = false
    /// The supply is switched on again after a short circuit.
    public var recovers = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("svcs", &controlsVoltage)
      b.flag("scd", &detectsShort)
      b.flag("ocd", &detectsOpen)
      b.flag("pdwnOnSCD", &powersDownOnShort)
      b.flag("recovery", &recovers)
    }
  }

  /// The pins of the supervisor, as numbers of the receiver's PIO.
  public struct Pins: UBXBitField {
    /// Switches the supply.
    public var supplySwitch: UInt8 = 0
    /// Reports a short circuit.
    public var shortDetection: UInt8 = 0
    /// Reports an open antenna.
    public var openDetection: UInt8 = 0
    /// Whether the pins of this message are used; false leaves them unchanged.
    public var appliesPins = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("pinSwitch", 5, &supplySwitch)
      b.number("pinSCD", 5, &shortDetection)
      b.number("pinOCD", 5, &openDetection)
      b.flag("reconfig", &appliesPins)
    }
  }
}
