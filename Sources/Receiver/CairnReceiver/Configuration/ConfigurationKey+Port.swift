public import CairnUBX

extension ConfigurationKey {
  /// The setting of one port, where the key is that of I2C: `navPVT.on(port: .usb)`.
  ///
  /// Rates of messages and kinds of notices count up by one from port to port, protocols by two groups.
  public func on(port: ReceiverPort) -> Self {
    let step: UInt32 = group >= 0x71 && group <= 0x7A ? 0x2_0000 : 1
    return Self(rawValue: rawValue &+ step &* UInt32(port.rawValue))
  }

  /// The speed in baud of one port; `nil` for a port that has none.
  public static func baudRate(of port: ReceiverPort) -> Self? {
    switch port {
    case .uart1: uart1BaudRate
    case .uart2: uart2BaudRate
    case .i2c, .usb, .spi: nil
    }
  }
}
