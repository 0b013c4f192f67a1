public import CairnUBX

/// UBX-CFG-USB: the receiver's identity on USB.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-USB.
public struct CfgUsb: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x1B)
  public static let name = "CFG-USB"
  public static let payloadLength = PayloadLength.exactly(108)

  /// The vendor's number; 0x1546 is u-blox.
  public var vendor: UInt16 = 0x1546
  /// The product's number.
  public var product: UInt16 = 0
  /// Current drawn from the bus, in milliamperes.
  public var currentMilliamperes: UInt16 = 0
  /// The supply.
  public var flags = Flags()
  /// The vendor's name.
  public var vendorName = UBXText()
  /// The product's name.
  public var productName = UBXText()
  /// The serial number.
  public var serialNumber = UBXText()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u2("vendorID", &vendor)
    f.u2("productID", &product)
    f.reserved(2)
    f.reserved(2)
    f.u2("powerConsumption", &currentMilliamperes)
    f.x2("flags", &flags)
    f.ch("vendorString", 32, &vendorName)
    f.ch("productString", 32, &productName)
    f.ch("serialNumber", 32, &serialNumber)
  }
}

extension CfgUsb {
  /// The supply.
  public struct Flags: UBXBitField {
    /// The receiver reconnects to the host.
    public var reconnects = false
    /// The receiver has its own supply; otherwise the bus supplies it.
    public var isSelfPowered = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("reEnum", &reconnects)
      b.flag("powerMode", &isSelfPowered)
    }
  }
}
