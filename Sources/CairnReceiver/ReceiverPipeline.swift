public import CairnNMEA
public import CairnTypes

/// The path of a receiver's bytes: framer, decoders, epochs.
///
/// Pure: bytes and their time of arrival go in, complete epochs come out of `takeEvents`. The caller
/// reports when the line has been silent for `silenceWait`.
public struct ReceiverPipeline: ~Copyable {
  private var framer: Framer
  private var decoder: ReceiverDecoder

  /// A pipeline at the start of a stream.
  ///
  /// - Parameters:
  ///   - dates: how two-digit years and missing dates are resolved.
  ///   - arrivals: tells how long an epoch waited unread, and so when its instant was; `nil` for a recording, which
  ///     is read at any speed.
  ///   - wantedSentences: the sentences to decode; the others are only checked. Without GSV there
  ///     are no satellites in view, without GSA no dilutions.
  ///   - port: the receiver's port that the host is connected to.
  public init(
    dates: DateResolver = DateResolver(reference: .release),
    arrivals: ArrivalClock? = ArrivalClock(),
    wantedSentences: SentenceSelection = .all, port: ReceiverPort = .uart1
  ) {
    framer = Framer(wantedSentences: wantedSentences)
    decoder = ReceiverDecoder(dates: dates, port: port)
    decoder.judgeTimes(possible: dates.possibleDays, arrivals: arrivals)
  }

  /// Takes the next bytes, which arrived at `now`.
  public mutating func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    decoder.now = now
    framer.receive(bytes, into: &decoder)
  }

  /// The line was silent for `silenceWait`.
  public mutating func silence() {
    framer.abandonIncomplete(into: &decoder)
    decoder.silence()
  }

  /// The stream has ended.
  public mutating func finish() {
    framer.abandonIncomplete(into: &decoder)
    decoder.finish()
  }

  /// Hands over what is complete, oldest first: see `ReceiverDecoder.takeEvents`.
  public mutating func takeEvents(
    epoch: (borrowing Epoch) -> Void, satellites: (SatelliteView) -> Void
  ) {
    decoder.takeEvents(epoch: epoch, satellites: satellites)
  }

  /// What is complete, oldest first; empty most of the time.
  public mutating func takeEvents() -> [ReceiverEvent] { decoder.takeEvents() }

  /// Epochs whose UTC could not be true and was left out.
  public var impossibleTimes: Int { decoder.impossibleTimes }

  /// The receiver's health, when it has changed since this was asked last.
  public mutating func takeHealth() -> ReceiverHealth? { decoder.takeHealth() }

  /// How full the receiver's port is, by its own word; `nil` while it has not said.
  public var load: TransmitLoad? { decoder.load }

  /// The load of the port, when it has become too full, or is no longer, since this was asked last.
  public mutating func takeLoad() -> TransmitLoad? { decoder.takeLoad() }

  /// How long the line must be silent before `silence` is due; `nil` while nothing waits for it.
  ///
  /// Changes nothing: a getter that may is asked where the pipeline lies, another one gets a copy.
  public var silenceWait: Duration? {
    mutating get {
      decoder.awaitsSilence || framer.bytesPending > 0 ? decoder.silenceWait : nil
    }
  }

  /// Frames with a right checksum so far.
  public var checkedFrames: Int { decoder.checkedFrames &+ framer.checkedUnwanted }

  /// What the framer has seen of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    framer.counts(of: wireProtocol)
  }

  /// Bytes that belonged to no frame.
  public var bytesSkipped: Int { framer.bytesSkipped }
}
