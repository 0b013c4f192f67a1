extension HardwareProfile {
  /// What switches the receiver's supply.
  public enum PowerSwitch: Equatable, Sendable {
    /// Nothing: it has supply whenever the device has.
    case none
    /// A line of a GPIO chip, by the chip's label or name and the line's offset on it.
    case gpio(chip: String, line: UInt32, isActiveLow: Bool)
    /// A line of a GPIO chip by its own name; of the chip, or of the first one that has such a line.
    case gpioName(String, chip: String?, isActiveLow: Bool)
    /// A regulator of the kernel, by the name that its userspace consumer has in sysfs.
    case regulator(name: String)
  }

  /// What can be done to the receiver's supply, which is a matter of the board.
  public struct Supply: Equatable, Sendable {
    /// What switches it.
    public var powerSwitch: PowerSwitch
    /// Whether clock and orbits keep their own supply while it is off.
    public var keepsBackup: Bool
    /// Whether it is left on while nobody uses the receiver.
    public var staysOn: Bool
    /// From switching it on until the receiver talks; `nil` where nobody says.
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

  /// What wakes a sleeping receiver.
  public enum WakeSource: String, Sendable, CaseIterable {
    /// Octets on its serial input.
    case serialInput = "rxd"
    /// An edge on its interrupt input.
    case externalInterrupt = "extint"
    /// The select line of its SPI.
    case chipSelect = "spi_cs"
    /// Its supply, switched off and on.
    case supply
  }

  /// How a sleeping receiver is woken.
  public struct Wake: Equatable, Sendable {
    /// What wakes it, the preferred first.
    public var sources: [WakeSource]
    /// From the wake-up until it answers; `nil` where nobody says.
    public var latency: Sourced<Duration>?

    /// See the properties.
    public init(sources: [WakeSource], latency: Sourced<Duration>? = nil) {
      self.sources = sources
      self.latency = latency
    }
  }

  /// How long a receiver takes to a fix under the open sky, and how long what it knows serves it.
  public struct StartTimes: Equatable, Sendable {
    /// Nothing is known: no time, no position, no orbits.
    public var cold: Sourced<Duration>?
    /// Time, position and almanac are known.
    public var warm: Sourced<Duration>?
    /// Orbits came from the host.
    public var aided: Sourced<Duration>?
    /// The ephemeris is still valid.
    public var hot: Sourced<Duration>?
    /// How long an ephemeris keeps a start hot.
    public var ephemerisValidity: Sourced<Duration>?
    /// How long the receiver must hear a satellite for its ephemeris.
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
