public import CairnTypes

/// What is known of an open receiver, for people and monitors.
public struct ReceiverReport: Equatable, Sendable {
  /// How the last configuration ended.
  public struct Configuration: Equatable, Sendable {
    /// Settings that were changed.
    public var applied: Int
    /// Settings that were right already.
    public var unchanged: Int
    /// Settings that the receiver does not have, each with its key and the reason.
    public var refused: [String]

    /// See the properties.
    public init(applied: Int, unchanged: Int, refused: [String]) {
      self.applied = applied
      self.unchanged = unchanged
      self.refused = refused
    }

    /// What is not as wished, in words; empty when everything is.
    public var explanation: String {
      guard let first = refused.first else { return "" }
      let rest = refused.count > 1 ? " and \(refused.count - 1) more" : ""
      return "the receiver does not take \(first)\(rest)"
    }
  }

  /// How full the receiver's port is that the device is connected to, by the receiver's word.
  public struct PortLoad: Equatable, Sendable {
    /// Percent of what waits there to be sent, of what may: the highest of a second.
    public var percent: Int
    /// The highest since the receiver started.
    public var peakPercent: Int
    /// Whether the receiver could not send something.
    public var losesReports: Bool
    /// How often it lost bytes that were sent to it; `nil` where it does not say.
    public var overruns: Int?

    /// See the properties.
    public init(percent: Int, peakPercent: Int, losesReports: Bool, overruns: Int?) {
      self.percent = percent
      self.peakPercent = peakPercent
      self.losesReports = losesReports
      self.overruns = overruns
    }

    /// Whether more is reported than the line carries.
    public var isFull: Bool { losesReports || percent > 90 }

    /// What follows from it when it is too full.
    public var explanation: String {
      "the receiver's port is \(percent) % full: reports come late\(losesReports ? " or are lost" : ""); "
        + "a faster line, or fewer reports, would help"
    }
  }

  /// How corrections come that are meant for the receiver.
  public struct Corrections: Equatable, Sendable {
    /// What is being done about them.
    public enum State: String, Sendable, CaseIterable {
      /// There is no receiver at the moment that could take them, or it sleeps.
      case paused
      /// The caster is being asked.
      case connecting
      /// They come.
      case streaming
      /// They do not: it will be tried again.
      case waiting
    }

    /// The caster and its mountpoint, without user and password.
    public var source: String
    /// What is being done about them.
    public var state = State.paused
    /// The state in words: the failure and what can be done about it, or the protocol's version.
    public var explanation = ""
    /// RTCM 3 messages that have come, with a right checksum.
    public var messages = 0
    /// Messages of these that were not handed to the receiver: it was being configured, or its line is too
    /// slow for them.
    public var messagesDropped = 0
    /// Bytes of the stream that belonged to no message.
    public var bytesSkipped = 0
    /// Seconds since the last message; `nil` before the first.
    public var age: Double?

    /// None have been asked for yet.
    public init(source: String) { self.source = source }

    /// The state and its explanation, in one line.
    public var words: String {
      explanation.isEmpty ? state.rawValue : state.rawValue + ": " + explanation
    }
  }

  /// What the receiver's pulses say of the system's clock: each marks a full second of UTC.
  public struct Pulses: Equatable, Sendable {
    /// `/dev/ppsN`, or a link to it.
    public var source: String
    /// Pulses seen.
    public var count = 0
    /// Pulses that the kernel counted and nobody fetched.
    public var missed = 0
    /// Stamps that cannot be of a pulse a second.
    public var rejected = 0
    /// Seconds by which the system's clock is ahead of UTC, the median of about a minute; `nil` before the
    /// first pulse. Whole seconds do not show.
    public var offset: Double?
    /// Seconds: the deviation of a single stamp; `nil` before the third pulse.
    public var jitter: Double?
    /// Seconds since the last pulse; `nil` before the first.
    public var age: Double?
    /// Why there are none, in words and with what to do; `nil` while they are waited for.
    public var failure: String?

    /// No pulse has been seen yet.
    public init(source: String) { self.source = source }
  }

  /// Whose receiver it is.
  public var provider: ProviderID
  /// The device, server or file.
  public var path = ""
  /// Baud; `nil` where the line has no speed, or the receiver was not found yet.
  public var baudRate: UInt32?
  /// Whether it was asked what it is, and has answered or not.
  public var isIdentified = false
  /// The profile in use; `nil` without one.
  public var profile: String?
  /// The module's name, for example `NEO-M9N`.
  public var model: ForeignText?
  /// The firmware, as it prints it.
  public var firmware: ForeignText?
  /// The commands it understands, for example `UBX-CFG-VALSET`; `nil` where none are known.
  public var dialect: String?
  /// The chip's own number in hexadecimal digits.
  public var uniqueID: String?
  /// `nil` before it was configured, and for a receiver that cannot be.
  public var configuration: Configuration?
  /// Antenna, jamming and spoofing.
  public var health = ReceiverHealth()
  /// How full its port is; `nil` for a receiver that does not say.
  public var portLoad: PortLoad?
  /// What it made of the help for its last start; `nil` when it was given none.
  public var assistance: String?
  /// The state it sleeps in; `nil` while it is awake.
  public var power: String?
  /// From the port's opening, the last wake or the last loss to the fix that came first after it.
  public var timeToFirstFix: Duration?
  /// The corrections for it; `nil` where none are meant to come.
  public var corrections: Corrections?
  /// Its pulses; `nil` where they are not watched, or there are none.
  public var pulses: Pulses?
  /// Seconds by which the receiver's UTC may be off, in its own estimate; `nil` where it gives none.
  public var timeAccuracy: Double?
  /// How often it went missing while its port was open.
  public var losses = 0

  /// Frames with a right checksum.
  public var frames = 0
  /// Sentences of NMEA 0183, also those without a checksum.
  public var sentences = 0
  /// Frames of UBX.
  public var ubxFrames = 0
  /// Frames of RTCM 3.
  public var rtcmFrames = 0
  /// Whole frames whose checksum was wrong.
  public var checksumFailures = 0
  /// Bytes that belonged to no frame.
  public var bytesSkipped = 0
  /// Epochs whose UTC could not be true, before GPS or decades off, and was left out.
  public var impossibleTimes = 0
  /// Bytes that the UART lost because nobody fetched them in time; `nil` where there is no UART.
  public var overruns: Int?
  /// Bytes that arrived without a right stop bit; `nil` where there is no UART.
  public var framingErrors: Int?

  /// A receiver of which nothing is known yet.
  public init(provider: ProviderID) { self.provider = provider }

  /// Frames that were damaged, as a share of all; 0 before the first one.
  public var checksumErrorRate: Double {
    let all = frames + checksumFailures
    return all > 0 ? Double(checksumFailures) / Double(all) : 0
  }
}
