public import CairnTypes

/// State of an open receiver, for people and monitors.
public struct ReceiverReport: Equatable, Sendable {
  /// The result of the last configuration.
  public struct Configuration: Equatable, Sendable {
    /// Settings that were changed.
    public var applied: Int
    /// Settings that already had the wanted value.
    public var unchanged: Int
    /// Settings that the receiver refused, each with its key and the reason.
    public var refused: [String]

    /// See the properties.
    public init(applied: Int, unchanged: Int, refused: [String]) {
      self.applied = applied
      self.unchanged = unchanged
      self.refused = refused
    }

    /// List of the refused settings, in words; empty if there are none.
    public var explanation: String {
      guard let first = refused.first else { return "" }
      let rest = refused.count > 1 ? " and \(refused.count - 1) more" : ""
      return "the receiver does not take \(first)\(rest)"
    }
  }

  /// How full the receiver reports its connected port to be.
  public struct PortLoad: Equatable, Sendable {
    /// Highest fill level of the transmit buffer within a second, in percent.
    public var percent: Int
    /// Highest fill level since the receiver started, in percent.
    public var peakPercent: Int
    /// Whether the receiver failed to send something.
    public var losesReports: Bool
    /// How often the receiver lost bytes sent to it; `nil` if it does not report that.
    public var overruns: Int?

    /// See the properties.
    public init(percent: Int, peakPercent: Int, losesReports: Bool, overruns: Int?) {
      self.percent = percent
      self.peakPercent = peakPercent
      self.losesReports = losesReports
      self.overruns = overruns
    }

    /// Whether the receiver reports more than the line carries.
    public var isFull: Bool { losesReports || percent > 90 }

    /// The consequences of a full port, in words.
    public var explanation: String {
      "the receiver's port is \(percent) % full: reports come late\(losesReports ? " or are lost" : ""); "
        + "a faster line, or fewer reports, would help"
    }
  }

  /// The stream of corrections for the receiver.
  public struct Corrections: Equatable, Sendable {
    /// The state of the stream.
    public enum State: String, Sendable, CaseIterable {
      /// No receiver can take corrections at the moment, or it sleeps.
      case paused
      /// The caster is being contacted.
      case connecting
      /// Corrections arrive.
      case streaming
      /// No corrections arrive; another attempt will follow.
      case waiting
    }

    /// The caster and its mountpoint, without user and password.
    public var source: String
    /// The state of the stream.
    public var state = State.paused
    /// Details of the state: a failure and its remedy, or the protocol's version.
    public var explanation = ""
    /// RTCM 3 messages received with a correct checksum.
    public var messages = 0
    /// Messages not handed over: the receiver was being configured, or its line is too slow.
    public var messagesDropped = 0
    /// Bytes of the stream that belong to no message.
    public var bytesSkipped = 0
    /// Seconds since the last message; `nil` before the first.
    public var age: Double?

    /// Creates a stream from which nothing has been requested yet.
    public init(source: String) { self.source = source }

    /// The state and its details, in one line.
    public var words: String {
      explanation.isEmpty ? state.rawValue : state.rawValue + ": " + explanation
    }
  }

  /// The system clock's offset by the receiver's pulses, each of which marks a full second of UTC.
  public struct Pulses: Equatable, Sendable {
    /// `/dev/ppsN`, or a link to it.
    public var source: String
    /// Pulses seen.
    public var count = 0
    /// Pulses that the kernel counted and nobody read.
    public var missed = 0
    /// Timestamps that do not fit one pulse per second.
    public var rejected = 0
    /// Seconds by which the system clock is ahead of UTC, the median of about a minute; `nil`
    /// before the first pulse. Whole seconds do not show.
    public var offset: Double?
    /// Seconds: the deviation of a single timestamp; `nil` before the third pulse.
    public var jitter: Double?
    /// Seconds since the last pulse; `nil` before the first.
    public var age: Double?
    /// Why there are no pulses and what to do, in words; `nil` while they are still expected.
    public var failure: String?

    /// Creates a report without pulses.
    public init(source: String) { self.source = source }
  }

  /// The provider that the receiver belongs to.
  public var provider: ProviderID
  /// The device, server or file.
  public var path = ""
  /// Baud; `nil` if the line has no speed, or the receiver has not been found yet.
  public var baudRate: UInt32?
  /// Whether identification has ended, with or without an answer.
  public var isIdentified = false
  /// The profile in use; `nil` for none.
  public var profile: String?
  /// The module's name, for example `NEO-M9N`.
  public var model: ForeignText?
  /// The firmware version, as the receiver prints it.
  public var firmware: ForeignText?
  /// The commands that it understands, for example `UBX-CFG-VALSET`; `nil` if none are known.
  public var dialect: String?
  /// The chip's unique number in hexadecimal digits.
  public var uniqueID: String?
  /// The last configuration; `nil` before it, and for a receiver that cannot be configured.
  public var configuration: Configuration?
  /// Antenna, jamming and spoofing.
  public var health = ReceiverHealth()
  /// How full its port is; `nil` if the receiver does not report that.
  public var portLoad: PortLoad?
  /// The effect of the assistance for its last start; `nil` when it was given none.
  public var assistance: String?
  /// The sleep state; `nil` while it is awake.
  public var power: String?
  /// Time from the port's opening, the last wake-up or the last loss to the first fix after it.
  public var timeToFirstFix: Duration?
  /// The corrections for it; `nil` if none are configured.
  public var corrections: Corrections?
  /// Its pulses; `nil` if they are not watched or there are none.
  public var pulses: Pulses?
  /// Seconds by which the receiver's UTC may be off, by its own estimate; `nil` if it gives none.
  public var timeAccuracy: Double?
  /// How often the receiver was lost while its port was open.
  public var losses = 0

  /// Frames with a correct checksum.
  public var frames = 0
  /// NMEA 0183 sentences, including those without a checksum.
  public var sentences = 0
  /// UBX frames.
  public var ubxFrames = 0
  /// RTCM 3 frames.
  public var rtcmFrames = 0
  /// Complete frames with a wrong checksum.
  public var checksumFailures = 0
  /// Bytes that belong to no frame.
  public var bytesSkipped = 0
  /// Epochs whose UTC was dropped because it could not be true, before GPS or decades off.
  public var impossibleTimes = 0
  /// Bytes that the UART lost because nobody read them in time; `nil` without a UART.
  public var overruns: Int?
  /// Bytes without a correct stop bit; `nil` without a UART.
  public var framingErrors: Int?

  /// Creates a report about a receiver of which nothing is known yet.
  public init(provider: ProviderID) { self.provider = provider }

  /// The share of damaged frames; 0 before the first one.
  public var checksumErrorRate: Double {
    let all = frames + checksumFailures
    return all > 0 ? Double(checksumFailures) / Double(all) : 0
  }
}
