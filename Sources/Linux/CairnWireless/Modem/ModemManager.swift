internal import CairnDBus

/// Names and numbers of ModemManager's interfaces.
///
/// Source: ModemManager 1.20, introspection data and ModemManager-enums.h.
enum ModemManager {
  static let name: BusName = "org.freedesktop.ModemManager1"
  static let root: ObjectPath = "/org/freedesktop/ModemManager1"
  static let objectManager: InterfaceName = "org.freedesktop.DBus.ObjectManager"
  static let properties: InterfaceName = "org.freedesktop.DBus.Properties"
  static let modem: InterfaceName = "org.freedesktop.ModemManager1.Modem"
  static let location: InterfaceName = "org.freedesktop.ModemManager1.Modem.Location"

  /// The bit of the serving cell in `Capabilities`, `Enabled` and `Setup`, and its key in what
  /// `GetLocation` returns.
  static let servingCell: UInt32 = 1 << 0

  /// The bit of a receiver that ModemManager switches on, and whose sentences it leaves to others.
  static let unmanagedReceiver: UInt32 = 1 << 4
  /// The bit of sentences that ModemManager reads itself, and their key in `GetLocation`.
  static let sentences: UInt32 = 1 << 2
  /// The bits of a receiver that ModemManager reads itself; not together with the one that it does
  /// not.
  static let managedReceiver: UInt32 = 1 << 1 | sentences

  /// Errors that change what is asked next.
  static let unsupported = "org.freedesktop.ModemManager1.Error.Core.Unsupported"
  static let unauthorized = "org.freedesktop.ModemManager1.Error.Core.Unauthorized"

  /// Values of the property `State` of a modem.
  enum State: Int32 {
    case failed = -1
    case unknown = 0
    case initializing = 1
    case locked = 2
    case disabled = 3
    case disabling = 4
    case enabling = 5
    case enabled = 6
    case searching = 7
    case registered = 8
    case disconnecting = 9
    case connecting = 10
    case connected = 11
  }

  /// Values of the property `StateFailedReason`.
  enum Failure {
    static let simMissing: UInt32 = 2
    static let simError: UInt32 = 3
  }

  /// Bits of the property `AccessTechnologies`.
  enum Access {
    static let gsm: UInt32 = 0b1_1110
    static let umts: UInt32 = 0b11_1110_0000
    static let lte: UInt32 = 1 << 14
    static let nr: UInt32 = 1 << 15
    static let narrowband: UInt32 = 0b11 << 16
  }

  /// Values of a cell's `cell-type`.
  enum CellType {
    static let gsm: UInt32 = 2
    static let umts: UInt32 = 3
    static let lte: UInt32 = 5
    static let nr: UInt32 = 6
  }
}
