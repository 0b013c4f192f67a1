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
  private var route: Route
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
    route = Route(dates, arrivals, port)
  }

  // MARK: - Input

  /// Takes the next bytes, which arrived at `now`, in pieces of any size.
  public mutating func receive(_ bytes: Span<UInt8>, at now: MonotonicTime) {
    isSilent = false
    route.decoder.now = now
    framer.receive(bytes, into: &route)
  }

  /// Handles a line that has been silent until `silenceDeadline`.
  public mutating func silence() {
    isSilent = true
    framer.abandonIncomplete(into: &route)
    route.decoder.silence()
  }

  /// Handles a change of the line's speed, which cuts off an incomplete frame.
  public mutating func speedChanged() { framer.abandonIncomplete(into: &route) }

  /// Handles the end of the stream.
  public mutating func finish() {
    isSilent = true
    framer.abandonIncomplete(into: &route)
    route.decoder.finish()
  }

  // MARK: - Output

  /// When the line will have been silent for long enough to end an epoch or an incomplete frame;
  /// `nil` if neither waits for that.
  public var silenceDeadline: MonotonicTime? {
    guard !isSilent, route.decoder.awaitsSilence || framer.bytesPending > 0 else { return nil }
    return route.decoder.now + max(route.decoder.silenceWait, readInterval * 3)
  }

  /// Removes all complete events and puts them in place of `events`, usually none.
  public mutating func takeEvents(into events: inout ReceiverEvents) {
    route.decoder.takeEvents(into: &events)
  }

  /// Removes and returns all complete events, oldest first; usually none.
  public mutating func takeEvents() -> [ReceiverEvent] { route.decoder.takeEvents() }

  /// Returns the receiver's health if it has changed since the last call.
  public mutating func takeHealth() -> ReceiverHealth? { route.decoder.takeHealth() }

  /// Returns the port's load if it has become too full, or no longer is, since the last call.
  public mutating func takeLoad() -> TransmitLoad? { route.decoder.takeLoad() }

  // MARK: - Figures

  /// The receiver's report of how full its port is; `nil` if there was none.
  public var load: TransmitLoad? { route.decoder.load }

  /// Seconds: the receiver's accuracy of UTC, from the last epoch; `nil` if it gave none.
  public var timeAccuracy: Double? { route.decoder.timeAccuracy }

  /// Number of epochs whose UTC could not be true and was left out.
  public var impossibleTimes: Int { route.decoder.impossibleTimes }

  /// Number of frames with a right checksum.
  public var checkedFrames: Int { route.decoder.checkedFrames }

  /// Number of bytes that belonged to no frame.
  public var bytesSkipped: Int { framer.bytesSkipped }

  /// Returns the framer's counts of one protocol.
  public func counts(of wireProtocol: WireProtocol) -> FrameCounts {
    framer.counts(of: wireProtocol)
  }

  // MARK: - For a driver

  /// Makes the stream keep the frames found from now on, until `takeHeard`.
  mutating func hear() { route.heard = HeardFrames() }

  /// Removes and returns the frames kept since `hear`, and ends the keeping; `nil` without `hear`.
  mutating func takeHeard() -> HeardFrames? { route.heard.take() }

  /// Number of last bytes that may begin an incomplete frame.
  var bytesPending: Int { framer.bytesPending }

  /// The counts of the line by which a driver judges it.
  var totals: LineTotals { LineTotals(framer, checked: checkedFrames) }

  /// Returns whether the last epoch had a position; `nil` if there was none since the last call.
  mutating func takeHadPosition() -> Bool? { route.decoder.takeHadPosition() }

  /// Receives the framer's frames.
  private struct Route: FrameSink {
    var decoder: ReceiverDecoder
    /// Frames kept for a driver that converses with the receiver; `nil` while none does.
    var heard: HeardFrames?

    init(_ dates: DateResolver, _ arrivals: ArrivalClock?, _ port: ReceiverPort) {
      decoder = ReceiverDecoder(dates: dates, port: port)
      decoder.judgeTimes(possible: dates.possibleDays, arrivals: arrivals)
    }

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      heard?.keep(frame, info)
      decoder.receive(frame, info)
    }
  }
}
