internal import CairnTypes

/// A GNSS receiver without a sky: elapsed time goes in, the bytes of its serial line come out.
///
/// A pure value: the same configuration gives the same bytes. `SimulatedPort` puts it on a
/// pseudo-terminal.
///
/// ```swift
/// var receiver = SimulatedReceiver(.init(.uBloxM9))
/// let bytes = receiver.advance(to: .seconds(10))
/// ```
public struct SimulatedReceiver: Sendable {
  /// What it was made with. Rate, line speed and output change when the host asks for it.
  public internal(set) var configuration: Configuration
  /// When the next epoch is due, since the simulation's start.
  public private(set) var nextEpoch: Duration = .zero
  /// Epochs reported so far.
  public private(set) var epochCount = 0

  let traits: ReceiverTraits
  var dialogue = HostDialogue()
  private let sky: Sky
  private var noise: PositionNoise
  private var poweredOn: Duration = .zero
  private var lastState: TrackState?
  private(set) var lastSolution = Solution()

  /// A receiver that is switched on at the simulation's start.
  public init(_ configuration: Configuration = Configuration()) {
    precondition(
      configuration.rate > 0 && configuration.rate <= 1000,
      "SimulatedReceiver needs a rate above 0 and up to 1000 Hz")
    self.configuration = configuration
    traits = ReceiverTraits.of(configuration.personality)
    sky = Sky(seed: configuration.seed, systems: configuration.systems)
    noise = PositionNoise(radius68: configuration.positionNoise, seed: configuration.seed)
  }

  /// Time between two epochs.
  public var period: Duration { .nanoseconds(Int64(1e9 / configuration.rate)) }

  /// The bytes of all epochs due up to `elapsed` since the simulation's start, `elapsed` included.
  public mutating func advance(to elapsed: Duration) -> [UInt8] {
    var bytes: [UInt8] = []
    while nextEpoch <= elapsed { bytes += takeEpoch() }
    return bytes
  }

  /// The bytes of the next epoch, whose time is `nextEpoch`.
  public mutating func takeEpoch() -> [UInt8] {
    let solution = solve(at: nextEpoch)
    lastSolution = solution
    nextEpoch += period
    epochCount += 1
    var bytes: [UInt8] = []
    if configuration.output != .ubx || !traits.talksUBX { appendNMEA(solution, to: &bytes) }
    if configuration.output != .nmea && traits.talksUBX { appendUBX(solution, to: &bytes) }
    return bytes
  }

  /// Switches it off and on again: it needs its time to first fix once more. Its track and the time
  /// of day go on.
  ///
  /// - Parameter elapsed: since the simulation's start; the first epoch follows at once.
  public mutating func restart(at elapsed: Duration) {
    poweredOn = elapsed
    nextEpoch = elapsed
    lastState = nil
    dialogue = HostDialogue()
  }

  /// Takes bytes that the host has written, in pieces of any size.
  ///
  /// Only what u-blox receivers answer is answered: polls of versions and of the messages it sends,
  /// and configuration. Rate and line speed take effect; other known settings are accepted without.
  ///
  /// - Parameter bytes: as written by the host.
  /// - Returns: the answers, in order.
  public mutating func receive(_ bytes: Span<UInt8>) -> [UInt8] {
    guard traits.talksUBX else { return [] }
    return dialogue.receive(bytes).flatMap { answer(to: $0) }
  }

  // MARK: - The solution of one epoch

  private mutating func solve(at elapsed: Duration) -> Solution {
    var solution = Solution()
    solution.uptime = elapsed - poweredOn
    let isAcquired = solution.uptime >= configuration.timeToFirstFix
    let isBlocked = configuration.outages.contains { $0.contains(elapsed) }
    let hasFix = isAcquired && !isBlocked
    let knowsTime = configuration.knowsTimeAtStart || lastState != nil || hasFix
    solution.isTimeConfirmed = lastState != nil || hasFix
    if knowsTime {
      solution.civil = configuration.clock.civil(at: elapsed)
      solution.timeOfWeek = configuration.clock.timeOfWeek(at: elapsed)
    } else {
      solution.timeOfWeek = SimulatedClock.weekMilliseconds(solution.uptime)
    }
    let truth = configuration.track.state(at: elapsed.inSeconds)
    // The error wanders on in a tunnel, so that the bytes after it do not depend on its length.
    let measured = noise.apply(to: truth, after: period)
    solution.satellites = view(at: elapsed, uptime: solution.uptime, isBlocked: isBlocked)
    if hasFix {
      for index in solution.satellites.indices { use(&solution.satellites[index]) }
    }
    if hasFix, let dilution = DilutionOfPrecision(of: solution.satellites) {
      solution.dilution = dilution
      solution.state = measured
      lastState = measured
    }
    solution.lastState = lastState
    let claimed = configuration.claimedAccuracy ?? max(0.5, configuration.positionNoise)
    solution.horizontalAccuracy = claimed
    solution.verticalAccuracy = claimed * 1.5
    return solution
  }

  /// While searching, ever more satellites are tracked; under a roof none is.
  private func view(at elapsed: Duration, uptime: Duration, isBlocked: Bool) -> [Satellite] {
    var satellites = sky.satellites(at: elapsed.inSeconds)
    let search = configuration.timeToFirstFix
    let share = search > .zero ? min(1, uptime.inSeconds / search.inSeconds) : 1
    // Strong satellites are found first.
    let threshold = share >= 1 ? 0 : Float(50 - 22 * share)
    for index in satellites.indices
    where isBlocked || (satellites[index].carrierToNoise ?? 0) < threshold {
      satellites[index].carrierToNoise = nil
    }
    return satellites
  }

  private func use(_ satellite: inout Satellite) {
    let elevation = Double(satellite.elevation ?? -90)
    satellite.isUsed =
      satellite.carrierToNoise != nil && elevation >= Sky.elevationMask
      && satellite.system != .sbas
  }
}
