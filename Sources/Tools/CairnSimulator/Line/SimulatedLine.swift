internal import CairnReceiver
internal import CairnTypes

/// A serial line between a host and a simulated receiver, in virtual time.
///
/// A pure value without a loop: the host says what it writes and when, and learns what it reads and
/// when. Bytes take as long as their speed requires. A side that listens at another speed than the
/// other one sends at reads what a real UART would read.
///
/// ```swift
/// var line = SimulatedLine(.init(.uBloxM10), hostBaudRate: 9600)
/// line.hostWrites(UBXFrame.poll(MonVer.id), at: .seconds(1))
/// let arrivals = line.advance(to: .seconds(2))
/// ```
public struct SimulatedLine: Sendable {
  /// How the line behaves.
  public struct Options: Hashable, Sendable {
    /// Share of bytes in which one bit is flipped, in both directions; 0...1.
    public var byteErrorRate = 0.0
    /// Determines which bytes and bits are flipped.
    public var seed: UInt64 = 1

    /// Creates options without errors.
    public init() {}
  }

  /// Bytes that the host has read.
  public struct Arrival: Hashable, Sendable {
    /// When the last of the bytes arrived, since the simulation's start.
    public var time: Duration
    /// The bytes, in order.
    public var bytes: [UInt8]
  }

  /// Bytes that the host has written.
  public struct HostWrite: Hashable, Sendable {
    /// When the first of the bytes was sent, since the simulation's start.
    public var time: Duration
    /// The speed at which they were sent, in baud.
    public var baudRate: UInt32
    /// The bytes as written.
    public var bytes: [UInt8]
  }

  /// The receiver at the other end.
  public internal(set) var receiver: SimulatedReceiver
  /// Time up to which the line has been simulated, since the simulation's start.
  public private(set) var now: Duration = .zero
  /// The speed at which the host reads now, in baud.
  public private(set) var hostBaudRate: UInt32
  /// All writes by the host so far.
  public private(set) var hostWrites: [HostWrite] = []

  private let options: Options
  private var errorsToHost: SeededGenerator
  private var errorsToReceiver: SeededGenerator

  // MARK: The way to the receiver
  private var pieces: [Piece] = []
  /// When all of the host's bytes so far will have been sent.
  private var hostFree: Duration = .zero
  /// The speed of the host's next bytes.
  private var writingBaudRate: UInt32
  private var speedChanges: [(time: Duration, baudRate: UInt32)] = []

  // MARK: The way to the host
  private var waiting: [Burst] = []
  private var transit: Transit?
  private var arrivals: [Arrival] = []

  /// Creates a line to a receiver that is switched on at the simulation's start.
  ///
  /// The receiver drops messages that the line is too slow to carry.
  ///
  /// - Parameters:
  ///   - configuration: the receiver's configuration.
  ///   - hostBaudRate: the speed set by the host, in baud; above zero.
  ///   - options: how the line behaves.
  public init(
    _ configuration: SimulatedReceiver.Configuration, hostBaudRate: UInt32,
    options: Options = Options()
  ) {
    precondition(hostBaudRate > 0, "SimulatedLine needs a speed")
    var configuration = configuration
    configuration.limitsOutput = true
    receiver = SimulatedReceiver(configuration)
    self.hostBaudRate = hostBaudRate
    writingBaudRate = hostBaudRate
    self.options = options
    errorsToHost = SeededGenerator(seed: options.seed &* 2)
    errorsToReceiver = SeededGenerator(seed: options.seed &* 2 &+ 1)
  }

  /// When the next bytes arrive or the receiver next acts by itself; `nil` if nothing is due.
  public var nextEvent: Duration? {
    var next = receiver.nextEvent
    for time in [transit?.end, pieceDue, speedChanges.first?.time] {
      if let time { next = min(next ?? time, time) }
    }
    return next
  }

  // MARK: - The host

  /// Writes bytes from the host; they leave after those written earlier.
  ///
  /// - Parameters:
  ///   - bytes: any number of bytes.
  ///   - elapsed: time since the simulation's start, not before that of any earlier call.
  public mutating func hostWrites(_ bytes: [UInt8], at elapsed: Duration) {
    run(to: elapsed)
    guard !bytes.isEmpty else { return }
    var start = max(elapsed, hostFree)
    let speed = speed(writingBaudRate)
    hostWrites.append(HostWrite(time: start, baudRate: writingBaudRate, bytes: bytes))
    for part in Piece.split(bytes) {
      let damaged = damage(part, &errorsToReceiver)
      pieces.append(Piece(bytes: damaged, start: start, baudRate: writingBaudRate, speed: speed))
      start += duration(of: part.count, at: speed)
    }
    hostFree = start
  }

  /// Changes the host's speed once everything written earlier has been sent.
  ///
  /// - Parameters:
  ///   - baudRate: the new speed in baud; above zero.
  ///   - elapsed: time since the simulation's start, not before that of any earlier call.
  public mutating func setHostBaudRate(_ baudRate: UInt32, at elapsed: Duration) {
    precondition(baudRate > 0, "SimulatedLine needs a speed")
    run(to: elapsed)
    writingBaudRate = baudRate
    let time = max(elapsed, hostFree)
    if time <= now {
      changeSpeed(to: baudRate)
    } else {
      speedChanges.append((time, baudRate))
    }
  }

  /// Switches the receiver's supply; switching it off cuts off bytes on their way to the host.
  ///
  /// - Parameters:
  ///   - isOn: whether the supply is on from now on.
  ///   - elapsed: time since the simulation's start, not before that of any earlier call.
  public mutating func setSupply(isOn: Bool, at elapsed: Duration) {
    run(to: elapsed)
    if !isOn {
      settle()
      transit = nil
      waiting = []
    }
    receiver.setSupply(isOn: isOn, at: elapsed)
    collect()
  }

  /// Changes the receiver from outside: its antenna, interference or backup supply.
  ///
  /// - Parameters:
  ///   - elapsed: time since the simulation's start, not before that of any earlier call.
  ///   - body: makes the change; must not advance the receiver's time.
  public mutating func change(at elapsed: Duration, _ body: (inout SimulatedReceiver) -> Void) {
    run(to: elapsed)
    body(&receiver)
    collect()
  }

  /// Advances the simulation.
  ///
  /// - Parameter elapsed: time since the simulation's start, not before that of any earlier call.
  /// - Returns: the bytes that the host has read since the last call, in order of time.
  public mutating func advance(to elapsed: Duration) -> [Arrival] {
    run(to: elapsed)
    settle()
    defer { arrivals = [] }
    return arrivals
  }

  // MARK: - Time

  private mutating func run(to elapsed: Duration) {
    while let next = nextEvent, next <= elapsed {
      now = max(now, next)
      if let transit, transit.end <= now {
        settle()
        self.transit = nil
        begin()
      } else if let change = speedChanges.first, change.time <= now {
        speedChanges.removeFirst()
        changeSpeed(to: change.baudRate)
      } else if let due = pieceDue, due <= now {
        deliver()
      } else {
        receiver.pass(to: now)
        collect()
      }
    }
    now = max(now, elapsed)
    receiver.pass(to: now)
  }

  private mutating func collect() {
    waiting += receiver.takeBursts()
    begin()
  }

  /// Returns bits per second; a port without a line speed is fast.
  private func speed(_ baudRate: UInt32) -> UInt32 {
    receiver.hasLineSpeed ? baudRate : 10_000_000
  }

  private func damage(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    guard options.byteErrorRate > 0 else { return bytes }
    return bytes.map { byte in
      random.nextUnit() < options.byteErrorRate ? byte ^ (1 << UInt8(random.next() & 7)) : byte
    }
  }

  // MARK: - The way to the host

  /// Puts the next bytes on the line, at the receiver's present speed.
  private mutating func begin() {
    while transit == nil, !waiting.isEmpty {
      let burst = waiting.removeFirst()
      guard !burst.bytes.isEmpty else { continue }
      let baudRate = burst.baudRate ?? receiver.configuration.baudRate
      transit = Transit(
        bytes: damage(burst.bytes, &errorsToHost), start: now, baudRate: baudRate,
        speed: speed(baudRate))
    }
  }

  /// Delivers the bytes that have arrived so far.
  private mutating func settle() {
    guard var transit else { return }
    defer { self.transit = transit }
    let isUnderstood = !receiver.hasLineSpeed || transit.baudRate == hostBaudRate
    let count = transit.count(at: now)
    // Bytes read at another speed can be determined only from the whole transmission.
    guard count > transit.delivered, isUnderstood || now >= transit.end else { return }
    var bytes = Array(transit.bytes[transit.delivered..<count])
    if !isUnderstood {
      bytes = LineMismatch.read(bytes, sentAt: transit.baudRate, readAt: hostBaudRate)
    }
    transit.delivered = count
    if !bytes.isEmpty { arrivals.append(Arrival(time: transit.time(of: count), bytes: bytes)) }
  }

  private mutating func changeSpeed(to baudRate: UInt32) {
    settle()
    // Bytes received at the earlier speed but not yet delivered are discarded.
    if let transit { self.transit?.delivered = transit.count(at: now) }
    hostBaudRate = baudRate
  }

  // MARK: - The way to the receiver

  /// When the receiver takes the host's next bytes: a frame as a whole at its end, but single bytes
  /// while the receiver sleeps or starts.
  private var pieceDue: Duration? {
    guard let first = pieces.first else { return nil }
    return receiver.isRunning ? first.end : first.endOfFirstByte
  }

  private mutating func deliver() {
    let piece: Piece
    if receiver.isRunning {
      piece = pieces.removeFirst()
    } else {
      piece = pieces[0].takeFirstByte()
      if pieces[0].bytes.isEmpty { pieces.removeFirst() }
    }
    var bytes = piece.bytes
    let listening = receiver.configuration.baudRate
    if receiver.hasLineSpeed && piece.baudRate != listening {
      bytes = LineMismatch.read(bytes, sentAt: piece.baudRate, readAt: listening)
    }
    receiver.take(bytes.span, at: now)
    collect()
  }
}
