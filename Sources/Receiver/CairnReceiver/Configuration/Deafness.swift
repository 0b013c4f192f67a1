internal import CairnUBX

extension ConfigurationValue {
  /// Whether a receiver that has this value could no longer be talked to on a port.
  ///
  /// Answers come as UBX, so UBX must stay on in both directions, and characters of eight bits without
  /// parity, of one stop bit or two.
  func deafens(_ port: ReceiverPort, speaking dialect: CommandDialect) -> Bool {
    switch key {
    case .inputUBX.on(port: port), .outputUBX.on(port: port):
      return dialect.isUBX && !flag
    case .inputNMEA.on(port: port), .outputNMEA.on(port: port):
      return !dialect.isUBX && !flag
    case .i2cIsOn: return port == .i2c && !flag
    case .usbIsOn: return port == .usb && !flag
    case .spiIsOn: return port == .spi && !flag
    case .uart1IsOn: return port == .uart1 && !flag
    case .uart2IsOn: return port == .uart2 && !flag
    case .uart1DataBits, .uart1Parity: return port == .uart1 && flag
    case .uart2DataBits, .uart2Parity: return port == .uart2 && flag
    case .uart1StopBits: return port == .uart1 && bits != 1 && bits != 3
    case .uart2StopBits: return port == .uart2 && bits != 1 && bits != 3
    case .uart1BaudRate: return port == .uart1 && !Self.speeds.contains(bits)
    case .uart2BaudRate: return port == .uart2 && !Self.speeds.contains(bits)
    default: return false
    }
  }

  /// Baud that a UART of a receiver can have.
  private static var speeds: ClosedRange<UInt64> { 4800...8_000_000 }
}

extension ConfigurationValue {
  /// Whether it ends the sentences of a port.
  func silencesSentences(_ port: ReceiverPort) -> Bool {
    key == .outputNMEA.on(port: port) && !flag
  }

  /// Whether it lets positions come as UBX messages on a port.
  func isOfReports(_ port: ReceiverPort) -> Bool {
    guard flag else { return false }
    switch key {
    case .outputUBX.on(port: port), .navPVT.on(port: port), .navPosLLH.on(port: port): return true
    default: return false
    }
  }
}

extension ConfigurationReport {
  /// Whether the receiver has all that lets positions come as UBX messages on a port.
  func letsUBX(through port: ReceiverPort) -> Bool {
    isReachable && !refused.contains { $0.value.isOfReports(port) }
  }
}

extension CommandDialect {
  /// Whether commands and answers are UBX messages.
  var isUBX: Bool { self == .uBloxKeys || self == .uBloxLegacy }
}
