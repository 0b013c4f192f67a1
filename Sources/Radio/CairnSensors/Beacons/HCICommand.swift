/// Commands to a Bluetooth controller that make it listen for advertisements.
///
/// Source: Bluetooth Core Specification 5.4, volume 4, part E, sections 7.8.10, 7.8.11, 7.8.64 and
/// 7.8.65.
public enum HCICommand {
  /// The number of a command. Open: others are heard beside the own ones.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt16

    /// Creates a code from its number on the wire.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Resets the controller.
    public static let reset = Code(rawValue: 0x0C03)
    /// Sets how to listen.
    public static let scanParameters = Code(rawValue: 0x200B)
    /// Begins or ends listening.
    public static let scanEnable = Code(rawValue: 0x200C)
    /// Sets how to listen, for controllers that send extended advertisements.
    public static let extendedScanParameters = Code(rawValue: 0x2041)
    /// Begins or ends listening, for controllers that send extended advertisements.
    public static let extendedScanEnable = Code(rawValue: 0x2042)

    /// Whether listening may be different after such a command.
    var changesScan: Bool {
      self == .reset || self == .scanParameters || self == .scanEnable
        || self == .extendedScanParameters || self == .extendedScanEnable
    }
  }

  /// How often and how long the radio listens, in units of 0.625 ms.
  public struct Timing: Hashable, Sendable {
    /// From the beginning of one window to that of the next.
    public let interval: UInt16
    /// How long it listens.
    public let window: UInt16

    /// 110 ms: the longest interval of beacons that send ten times a second, with their random part.
    private static let window: UInt16 = 176
    /// 10.24 s; one is fewer than the specification allows, and divides.
    private static let longest = 16_384.0

    /// - Parameter duty: share of the time for which the radio listens, up to 1.
    public init(duty: Double) {
      window = Self.window
      let interval = duty > 0 ? Double(Self.window) / min(1, duty) : Self.longest
      self.interval = UInt16(min(Self.longest, interval))
    }

    /// Share of the time for which the radio listens.
    public var duty: Double { Double(window) / Double(interval) }
  }

  /// Returns the packet of a command that sets how to listen: passively, to everybody.
  public static func setTiming(_ timing: Timing, isExtended: Bool) -> [UInt8] {
    let (interval, window) = (octets(timing.interval), octets(timing.window))
    return isExtended
      // One radio layer, 1M.
      ? packet(.extendedScanParameters, [0, 0, 1, 0] + interval + window)
      : packet(.scanParameters, [0] + interval + window + [0, 0])
  }

  /// Returns the packet of a command that begins or ends listening, without a filter of duplicates.
  public static func setListening(_ isOn: Bool, isExtended: Bool) -> [UInt8] {
    isExtended
      ? packet(.extendedScanEnable, [isOn ? 1 : 0, 0, 0, 0, 0, 0])
      : packet(.scanEnable, [isOn ? 1 : 0, 0])
  }

  private static func packet(_ code: Code, _ parameters: [UInt8]) -> [UInt8] {
    [1] + octets(code.rawValue) + [UInt8(truncatingIfNeeded: parameters.count)] + parameters
  }

  private static func octets(_ value: UInt16) -> [UInt8] {
    [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
  }
}
