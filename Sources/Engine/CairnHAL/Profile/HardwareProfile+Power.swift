extension HardwareProfile {
  /// Switch of the receiver's supply.
  public enum PowerSwitch: Equatable, Sendable {
    /// Nothing: the receiver has supply whenever the device has.
    case none
    /// A GPIO line, given by the chip's label or name and the line's offset on it.
    case gpio(chip: String, line: UInt32, isActiveLow: Bool)
    /// A GPIO line given by its own name, on that chip or on the first one with such a line.
    case gpioName(String, chip: String?, isActiveLow: Bool)
    /// A kernel regulator, by the name of its userspace consumer in sysfs.
    case regulator(name: String)
    /// The modem that the receiver is part of, by its commands or through ModemManager.
    case modem
  }

  /// How the receiver's supply can be controlled, which depends on the board.
  public struct Supply: Equatable, Sendable {
    /// Switch of the supply.
    public var powerSwitch: PowerSwitch
    /// Whether clock and orbits keep their own supply while it is off.
    public var keepsBackup: Bool
    /// Whether the supply stays on while no client uses the receiver.
    public var staysOn: Bool
    /// Time from switching on until the receiver sends; `nil` if unknown.
    public var startUp: Sourced<Duration>?

    /// See the properties.
    public init(
      powerSwitch: PowerSwitch = .none, keepsBackup: Bool = false, staysOn: Bool = false,
      startUp: Sourced<Duration>? = nil
    ) {
      self.powerSwitch = powerSwitch
      self.keepsBackup = keepsBackup
      self.staysOn = staysOn
      self.startUp = startUp
    }
  }

  /// Signal or command that wakes a sleeping receiver.
  public enum WakeSource: String, Sendable, CaseIterable {
    /// Bytes on its serial input.
    case serialInput = "rxd"
    /// An edge on its interrupt input.
    case externalInterrupt = "extint"
    /// The chip-select line of its SPI port.
    case chipSelect = "spi_cs"
    /// Switching its supply off and on.
    case supply
  }

  /// How a sleeping receiver is woken.
  public struct Wake: Equatable, Sendable {
    /// Sources that wake it, in order of preference.
    public var sources: [WakeSource]
    /// Time from the wake-up until it answers; `nil` if unknown.
    public var latency: Sourced<Duration>?

    /// See the properties.
    public init(sources: [WakeSource], latency: Sourced<Duration>? = nil) {
      self.sources = sources
      self.latency = latency
    }
  }

  /// How long a receiver takes to get a fix under the open sky, and how long its data stay valid.
  public struct StartTimes: Equatable, Sendable {
    /// Nothing is known: no time, no position, no orbits.
    public var cold: Sourced<Duration>?
    /// Time, position and almanac are known.
    public var warm: Sourced<Duration>?
    /// The host supplied orbits.
    public var aided: Sourced<Duration>?
    /// The ephemeris is still valid.
    public var hot: Sourced<Duration>?
    /// How long an ephemeris keeps a start hot.
    public var ephemerisValidity: Sourced<Duration>?
    /// How long the receiver must receive a satellite to get its ephemeris.
    public var ephemerisDownload: Sourced<Duration>?

    /// See the properties.
    public init(
      cold: Sourced<Duration>? = nil, warm: Sourced<Duration>? = nil,
      aided: Sourced<Duration>? = nil, hot: Sourced<Duration>? = nil,
      ephemerisValidity: Sourced<Duration>? = nil, ephemerisDownload: Sourced<Duration>? = nil
    ) {
      self.cold = cold
      self.warm = warm
      self.aided = aided
      self.hot = hot
      self.ephemerisValidity = ephemerisValidity
      self.ephemerisDownload = ephemerisDownload
    }
  }
}
