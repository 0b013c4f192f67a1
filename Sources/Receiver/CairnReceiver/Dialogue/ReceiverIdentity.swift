public import CairnTypes

/// The command language that a receiver understands.
///
/// It is found by asking, never concluded from a name.
public enum CommandDialect: UInt8, Sendable, CaseIterable {
  /// No commands are understood or known; the receiver is only listened to.
  case none
  /// UBX-CFG-VALSET and its relatives: u-blox 9 and later.
  case uBloxKeys
  /// UBX-CFG-PRT, -MSG, -RATE and their relatives: u-blox up to 8.
  case uBloxLegacy
  /// `$PMTK`: MediaTek MT3318 to MT3339 and compatible firmware.
  case pmtk
  /// `$PAIR`: Airoha AG333x, for example Quectel LC29H and LC86.
  case pair
  /// `$PQTM` only: Quectel LG290P and relatives.
  case pqtm
  /// `$PCAS`: CASIC AT6558 and relatives.
  case pcas
  /// `$PSTM`: ST Teseo.
  case pstm
  /// `$PSRF`: SiRFstar in NMEA mode.
  case psrf
  /// `$PUBX` only: u-blox receivers whose port accepts no UBX.
  case pubx
}

/// A receiver's model, versions and chip, as the receiver itself reports them.
public struct ReceiverIdentity: Equatable, Sendable {
  /// The command language that it has answered in.
  public var dialect: CommandDialect
  /// The module's name, for example `NEO-M9N`; `nil` if it does not say.
  public var model: ForeignText?
  /// The chip's generation, for example `000A0000` of u-blox 10; `nil` if it does not say.
  public var hardwareVersion: ForeignText?
  /// The firmware version as printed, for example `SPG 4.04`; `nil` if it does not say.
  public var firmware: ForeignText?
  /// UBX protocol version in hundredths: 1800 is 18.00. If not stated, the lowest version that has
  /// what the receiver answered; `nil` for other receivers.
  public var ubxProtocolVersion: UInt16?
  /// The chip's unique number; empty if it has none or does not say.
  public var uniqueID: [UInt8]

  /// Creates an identity of which only the dialect is known.
  public init(dialect: CommandDialect = .none) {
    self.dialect = dialect
    model = nil
    hardwareVersion = nil
    firmware = nil
    ubxProtocolVersion = nil
    uniqueID = []
  }
}

/// The receiver's port that the host is connected to, as configuration keys name it.
public enum ReceiverPort: UInt8, Sendable, CaseIterable {
  case i2c = 0
  case uart1 = 1
  case uart2 = 2
  case usb = 3
  case spi = 4
}

/// When the host may write to a device.
public enum WritePermission: UInt8, Sendable, CaseIterable {
  /// Never: the device is only listened to.
  case never
  /// Only after it has sent a frame with a right checksum: anything may be behind a bridge.
  case afterFirstFrame
  /// Even while it is silent: it is certainly a receiver, or its profile or the user says so.
  case whileSilent
}
