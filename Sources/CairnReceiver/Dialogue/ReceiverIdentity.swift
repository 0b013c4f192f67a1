public import CairnTypes

/// The commands that a receiver understands.
///
/// Found by asking, never concluded from a name.
public enum CommandDialect: UInt8, Sendable, CaseIterable {
  /// Nothing is understood, or nothing is known: the receiver is only listened to.
  case none
  /// UBX-CFG-VALSET and its relatives: u-blox 9 and later.
  case uBloxKeys
  /// UBX-CFG-PRT, -MSG, -RATE and their relatives: u-blox up to 8.
  case uBloxLegacy
  /// `$PMTK`: MediaTek MT3318 to MT3339 and compatible firmware.
  case pmtk
  /// `$PAIR`: Airoha AG333x, for example Quectel LC29H and LC86.
  case pair
  /// `$PQTM` alone: Quectel LG290P and relatives.
  case pqtm
  /// `$PCAS`: CASIC AT6558 and relatives.
  case pcas
  /// `$PSTM`: ST Teseo.
  case pstm
  /// `$PSRF`: SiRFstar in NMEA mode.
  case psrf
  /// `$PUBX` alone: u-blox receivers that take no UBX at this port.
  case pubx
}

/// What a receiver says of itself.
public struct ReceiverIdentity: Equatable, Sendable {
  /// The commands it has answered.
  public var dialect: CommandDialect
  /// The module's name, for example `NEO-M9N`; `nil` where it does not say.
  public var model: ForeignText?
  /// The chip's generation, for example `000A0000` of u-blox 10; `nil` where it does not say.
  public var hardwareVersion: ForeignText?
  /// The firmware's version as it prints it, for example `SPG 4.04`; `nil` where it does not say.
  public var firmware: ForeignText?
  /// Version of the UBX protocol in hundredths: 1800 is 18.00; the least that has what the receiver answers
  /// where it was not heard to say, `nil` for other receivers.
  public var ubxProtocolVersion: UInt16?
  /// The chip's own number, which no other has; empty where it has none or does not say.
  public var uniqueID: [UInt8]

  /// A receiver of which only the dialect is known.
  public init(dialect: CommandDialect = .none) {
    self.dialect = dialect
    model = nil
    hardwareVersion = nil
    firmware = nil
    ubxProtocolVersion = nil
    uniqueID = []
  }
}

/// The port of the receiver that the host is connected to, which configuration keys name.
public enum ReceiverPort: UInt8, Sendable, CaseIterable {
  case i2c = 0
  case uart1 = 1
  case uart2 = 2
  case usb = 3
  case spi = 4
}

/// When something may be written to a device.
public enum WritePermission: UInt8, Sendable, CaseIterable {
  /// Never: it is only listened to.
  case never
  /// Only after a frame with a right checksum came from it: anything may be behind a bridge.
  case afterFirstFrame
  /// Also while it is silent: it is surely a receiver, or its profile or user says so.
  case whileSilent
}
