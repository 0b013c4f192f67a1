extension HardwareProfile {
  /// A port of the receiver. Raw values equal those of `ReceiverPort`.
  public enum PortName: UInt8, Sendable, CaseIterable {
    case i2c = 0
    case uart1 = 1
    case uart2 = 2
    case usb = 3
    case spi = 4
  }

  /// Description of one port of a receiver.
  public struct Port: Equatable, Sendable {
    /// Kind of port.
    public var name: PortName
    /// Line speeds to try, in baud, the likeliest first; `nil` for a port without a speed.
    public var baudRates: Sourced<[UInt32]>?
    /// The speed to configure, in baud; `nil` keeps the one found.
    public var workingBaudRate: Sourced<UInt32>?
    /// 7-bit address on the I²C bus; `nil` for any other port.
    public var i2cAddress: Sourced<UInt8>?

    /// See the properties.
    public init(
      _ name: PortName, baudRates: Sourced<[UInt32]>? = nil,
      workingBaudRate: Sourced<UInt32>? = nil, i2cAddress: Sourced<UInt8>? = nil
    ) {
      self.name = name
      self.baudRates = baudRates
      self.workingBaudRate = workingBaudRate
      self.i2cAddress = i2cAddress
    }
  }

  /// One setting that a receiver should have.
  public struct StartupSetting: Equatable, Sendable {
    /// The number of the configuration key on the wire.
    public var key: UInt32
    /// The value's octets, least significant first; bits beyond the key's width are zero.
    public var bits: UInt64
    /// The key's name: `CFG_NAVSPG_DYNMODEL`.
    public var name: String
    /// Why the setting is wanted.
    public var reason: String

    /// See the properties.
    public init(key: UInt32, bits: UInt64, name: String, reason: String) {
      self.key = key
      self.bits = bits
      self.name = name
      self.reason = reason
    }
  }

  /// A memory that keeps the configuration while the receiver has no supply.
  public enum Memory: String, Sendable, CaseIterable {
    /// Keeps the configuration while there is a backup supply.
    case batteryBacked = "bbr"
    /// Keeps the configuration permanently.
    case flash
  }

  /// Memories that keep the configuration.
  public struct Persistence: Equatable, Sendable {
    /// The memories that the receiver has.
    public var memories: [Memory]
    /// The memories that a configuration is written to, besides RAM.
    public var written: [Memory]

    /// See the properties.
    public init(memories: [Memory] = [], written: [Memory] = []) {
      self.memories = memories
      self.written = written
    }
  }
}
