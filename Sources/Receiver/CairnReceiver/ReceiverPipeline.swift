public import CairnNMEA
public import CairnTypes

/// The path of a receiver's bytes: framer, decoders, epochs.
///
/// Pure: bytes and their arrival times go in, complete epochs come out of `takeEvents`. The caller
/// reports when the line has been silent for `silenceWait`.
public struct ReceiverPipeline: ~Copyable {
  private var framer: Framer
  private var decoder: ReceiverDecoder

  /// Creates a pipeline for the start of a stream.
  ///
  /// - Parameters:
  ///   - dates: resolves two-digit years and missing dates.
  ///   - arrivals: tells how long an epoch waited unread, and so when it was due; `nil` for a
  ///     recording, which may be read at any speed.
  ///   - wantedSentences: the sentences to decode; others are only checked. Satellites in view need
  ///     GSV, dilutions need GSA.
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

  /// Handles a line that was silent for `silenceWait`.
  public mutating func silence() {
    framer.abandonIncomplete(into: &decoder)
    decoder.silence()
  }

  /// Handles the end of the stream.
  public mutating func finish() {
    framer.abandonIncomplete(into: &decoder)
    decoder.finish()
  }

  /// Delivers everything complete, oldest first: see `ReceiverDecoder.takeEvents`.
  public mutating func takeEvents(
    epoch: (borrowing Epoch) -> Void, satellites: (SatelliteView) -> Void
  ) {
    decoder.takeEvents(epoch: epoch, satellites: satellites)
  }

  /// Returns everything complete, oldest first; usually nothing.
  public mutating func takeEvents() -> [ReceiverEvent] { decoder.takeEvents() }

  /// Number of epochs whose UTC could not be true and was left out.
  public var impossibleTimes: Int { decoder.impossibleTimes }

  /// Returns the receiver's health if it has changed since the last call.
  public mutating func takeHealth() -> ReceiverHealth? { decoder.takeHealth() }

  /// The receiver's report of how full its port is; `nil` if there was none.
  public var load: TransmitLoad? { decoder.load }

  /// Returns the port's load if it has become too full, or no longer is, since the last call.
  public mutating func takeLoad() -> TransmitLoad? { decoder.takeLoad() }

  /// How long the line must be silent before `silence` is due; `nil` if nothing waits for it.
  public var silenceWait: Duration? {
    decoder.awaitsSilence || framer.bytesPending > 0 ? decoder.silenceWait : nil
  }

  /// Number of frames with a right checksum.
  public var checkedFrames: Int { decoder.checkedFrames &+ framer.checkedUnwanted }

  /// Returns what the framer has counted of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    framer.counts(of: wireProtocol)
  }

  /// Number of bytes that belonged to no frame.
  public var bytesSkipped: Int { framer.bytesSkipped }
}
