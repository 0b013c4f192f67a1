public import CairnTypes

/// The bytes that a receiver sends: they go in with their arrival times, and its epochs come out.
///
/// For a program that only listens, which then links no driver. A program that also configures the
/// receiver or lets it sleep uses `Receiver`, which holds a stream.
///
/// Pure. After each call the caller takes the complete events. `silence` is due at
/// `silenceDeadline`.
public struct ReceiverStream: ~Copyable {
  /// The time between two reads while bytes keep coming; a line is silent for longer.
  public var readInterval = Duration.zero

  private var framer = Framer()
  private var decoder: ReceiverDecoder
  /// Whether the line has been silent, or has ended, since bytes came.
  private var isSilent = true

  /// Creates a stream at its start.
  ///
  /// - Parameters:
  ///   - dates: resolves two-digit years and missing dates.
  ///   - arrivals: tells how long an epoch waited unread, and so when it was due; `nil` for a
  ///     recording, which may be read at any speed.
  ///   - port: the receiver's port that the host is connected to.
  public init(
    dates: DateResolver = DateResolver(reference: .release),
    arrivals: ArrivalClock? = ArrivalClock(), port: ReceiverPort = .uart1
  ) {
    decoder = ReceiverDecoder(dates: dates, port: port)
    decoder.judgeTimes(possible: dates.possibleDays, arrivals: arrivals)
  }

  // MARK: - Input

  /// Takes the next bytes, which arrived at `now`, in pieces of any size.
  public mutating func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    isSilent = false
    decoder.now = now
    framer.receive(bytes, into: &decoder)
  }

  /// Handles a line that has been silent until `silenceDeadline`.
  public mutating func silence() {
    isSilent = true
    framer.abandonIncomplete(into: &decoder)
    decoder.silence()
  }

  /// Handles a change of the line's speed, which cuts off an incomplete frame.
  public mutating func speedChanged() { framer.abandonIncomplete(into: &decoder) }

  /// Handles the end of the stream.
  public mutating func finish() {
    isSilent = true
    framer.abandonIncomplete(into: &decoder)
    decoder.finish()
  }

  // MARK: - Output

  /// When the line will have been silent for long enough to end an epoch or an incomplete frame;
  /// `nil` if neither waits for that.
  public var silenceDeadline: MonotonicTime? {
    guard !isSilent, decoder.awaitsSilence || framer.bytesPending > 0 else { return nil }
    return decoder.now + max(decoder.silenceWait, readInterval * 3)
  }

  /// Removes all complete events and puts them in place of `events`, usually none.
  public mutating func takeEvents(into events: inout ReceiverEvents) {
    decoder.takeEvents(into: &events)
  }

  /// Removes and returns all complete events, oldest first; usually none.
  public mutating func takeEvents() -> [ReceiverEvent] { decoder.takeEvents() }

  /// Returns the receiver's health if it has changed since the last call.
  public mutating func takeHealth() -> ReceiverHealth? { decoder.takeHealth() }

  /// Returns the port's load if it has become too full, or no longer is, since the last call.
  public mutating func takeLoad() -> TransmitLoad? { decoder.takeLoad() }

  // MARK: - Figures

  /// The receiver's report of how full its port is; `nil` if there was none.
  public var load: TransmitLoad? { decoder.load }

  /// Seconds: the receiver's accuracy of UTC, from the last epoch; `nil` if it gave none.
  public var timeAccuracy: Double? { decoder.timeAccuracy }

  /// Number of epochs whose UTC could not be true and was left out.
  public var impossibleTimes: Int { decoder.impossibleTimes }

  /// Number of frames with a right checksum.
  public var checkedFrames: Int { decoder.checkedFrames }

  /// Number of bytes that belonged to no frame.
  public var bytesSkipped: Int { framer.bytesSkipped }

  /// Returns the framer's counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    framer.counts(of: wireProtocol)
  }

  // MARK: - For a driver

  /// Makes the stream keep the frames found from now on, until `takeHeard`.
  mutating func hear() { decoder.heard = HeardFrames() }

  /// Removes and returns the frames kept since `hear`, and ends the keeping; `nil` without `hear`.
  mutating func takeHeard() -> HeardFrames? { decoder.heard.take() }

  /// Number of last bytes that may begin an incomplete frame.
  var bytesPending: Int { framer.bytesPending }

  /// The counts of the line by which a driver judges it.
  var totals: LineTotals { LineTotals(framer, checked: checkedFrames) }

  /// Returns whether the last epoch had a position; `nil` if there was none since the last call.
  mutating func takeHadPosition() -> Bool? { decoder.takeHadPosition() }
}
