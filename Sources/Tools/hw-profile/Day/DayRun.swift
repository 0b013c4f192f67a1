import CairnHAL
import CairnTypes

/// A day of the real service on a virtual clock, with simulated radios in a simulated world.
struct DayRun {
  /// Result of a part of the day.
  struct Share {
    var seconds = 0
    /// Seconds in which the last position was within the accuracy.
    var met = 0
    /// Millijoules of the simulated hardware.
    var drawn = 0.0
  }

  /// By kind of phase.
  private(set) var shares: [DayPhase.Kind: Share] = [:]
  /// Millijoules of the simulated hardware, by provider.
  private(set) var energy: [ProviderID: Double] = [:]
  /// Millijoules of the service's own ledger; `nil` if unknown.
  private(set) var booked: Double?
  /// Millijoules by the plans in effect; `nil` if unknown.
  private(set) var planned: Double?

  private let board: DayBoard
  private let service: SimulatedService
  private let tolerance: Double
  private var world: DayWorld
  private var hardware: DayHardware
  private var wake: Double?
  private var last: Coordinate?
  private var motion = (isMoving: true, changesFor: 0)
  private var now = 0.0
  /// Millijoules that are in `shares`; those of the start belong to the first phase.
  private var counted = 0.0

  /// Runs one day.
  ///
  /// - Parameters:
  ///   - phases: the day.
  ///   - board: the board's radios.
  ///   - configuration: the requirements of the one client.
  ///   - seed: the same one gives the same day.
  /// - Throws: an error if the event loop cannot be made.
  init(
    _ phases: [DayPhase], on board: DayBoard, for configuration: LocationConfiguration,
    seed: UInt64
  ) async throws(DeviceError) {
    self.board = board
    tolerance = Self.tolerance(of: configuration.desiredAccuracy)
    world = DayWorld(seed: seed, cellRadius: board.cellRadius)
    hardware = DayHardware(board)
    service = try SimulatedService(
      board.descriptors, hostWake: board.hostWake, motion: board.motion, for: "day",
      configuration)
    take(.wake)
    if board.motion != nil { take(.motion(isMoving: true)) }
    for phase in phases {
      world.begin(phase.kind)
      for _ in 0..<phase.seconds { pass(phase.kind) }
    }
    energy = hardware.energy
    let account = await service.energy()
    (booked, planned) = (account.ledger.total.map { $0.joules * 1e3 }, account.planned)
  }

  /// Metres within which a position counts as good; 10 m for the best accuracy.
  static func tolerance(of accuracy: DesiredAccuracy) -> Double { accuracy.metres ?? 10 }

  private mutating func pass(_ kind: DayPhase.Kind) {
    now += 1
    let cell = world.cell
    world.pass()
    if world.cell != cell, board.hasCell { take(.cue("cell")) }
    noteMotion()
    for event in hardware.events(at: now, in: &world) { take(event) }
    if let wake, wake <= now { take(.wake) }
    hardware.pass(at: now)
    var share = shares[kind] ?? Share()
    share.seconds += 1
    if let last, world.distance(to: last) <= tolerance { share.met += 1 }
    let total = hardware.energy.values.reduce(0, +)
    share.drawn += total - counted
    counted = total
    shares[kind] = share
  }

  private mutating func noteMotion() {
    guard let delays = board.motion?.delays else { return }
    guard (world.speed > 0.3) != motion.isMoving else {
      motion.changesFor = 0
      return
    }
    motion.changesFor += 1
    let delay = motion.isMoving ? delays.stopDelay : delays.startDelay
    guard Double(motion.changesFor) >= delay else { return }
    motion = (!motion.isMoving, 0)
    take(.motion(isMoving: motion.isMoving))
  }

  private mutating func take(_ event: SchedulerEvent) {
    hardware.wakeHost()
    let step = service.handle(event, at: MonotonicTime(nanoseconds: Int64(now * 1e9)))
    for command in step.commands { hardware.obey(command, at: now, in: &world) }
    // The host wakes on whole seconds.
    wake = step.wake.map { max(now + 1, (Double($0.nanoseconds) * 1e-9).rounded(.up)) }
    if let position = step.position?.coordinate { last = position }
  }
}
