internal import CairnReceiver
internal import CairnTypes

/// A serial line between a host and a simulated receiver, in virtual time.
///
/// A pure value without a loop: the host says what it writes and when, and is told what it reads and
/// when. Bytes take the time that they take at their speed. Who listens at another speed than the
/// other speaks reads what a real UART would read.
///
/// ```swift
/// var line = SimulatedLine(.init(.uBloxM10), hostBaudRate: 9600)
/// line.hostWrites(UBXFrame.poll(MonVer.id), at: .seconds(1))
/// let arrivals = line.advance(to: .seconds(2))
/// ```
public struct SimulatedLine: Sendable {
  /// How the line behaves.
  public struct Options: Hashable, Sendable {
    /// The share of bytes of which one bit is turned over, in both directions; 0...1.
    public var byteErrorRate = 0.0
    /// Decides which.
    public var seed: UInt64 = 1

    /// A line without errors.
    public init() {}
  }

  /// Bytes that the host has read.
  public struct Arrival: Hashable, Sendable {
    /// When the last of them was there, since the simulation's start.
    public var time: Duration
    /// In order.
    public var bytes: [UInt8]
  }

  /// Bytes that the host has written.
  public struct HostWrite: Hashable, Sendable {
    /// When the first of them left, since the simulation's start.
    public var time: Duration
    /// The speed at which they left, in baud.
    public var baudRate: UInt32
    /// As written.
    public var bytes: [UInt8]
  }

  /// The receiver at the other end.
  public internal(set) var receiver: SimulatedReceiver
  /// Up to which time it has been simulated, since the simulation's start.
  public private(set) var now: Duration = .zero
  /// The speed at which the host reads now, in baud.
  public private(set) var hostBaudRate: UInt32
  /// Everything that the host has written.
  public private(set) var hostWrites: [HostWrite] = []

  private let options: Options
  private var errorsToHost: SeededGenerator
  private var errorsToReceiver: SeededGenerator

  // MARK: The way to the receiver
  private var pieces: [Piece] = []
  /// When everything that the host has written has left.
  private var hostFree: Duration = .zero
  /// The speed of what the host writes next.
  private var writingBaudRate: UInt32
  private var speedChanges: [(time: Duration, baudRate: UInt32)] = []

  // MARK: The way to the host
  private var waiting: [Burst] = []
  private var transit: Transit?
  private var arrivals: [Arrival] = []

  /// A line to a receiver that is switched on at the simulation's start.
  ///
  /// The receiver leaves out messages for which the line is too slow.
  ///
  /// - Parameters:
  ///   - configuration: the receiver's.
  ///   - hostBaudRate: the speed that the host has set.
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

  /// When something happens of its own accord next: bytes arrive, or the receiver does something.
  public var nextEvent: Duration? {
    var next = receiver.nextEvent
    for time in [transit?.end, pieceDue, speedChanges.first?.time] {
      if let time { next = min(next ?? time, time) }
    }
    return next
  }

  // MARK: - The host

  /// The host writes; the bytes leave behind those it wrote before.
  ///
  /// - Parameters:
  ///   - bytes: any number.
  ///   - elapsed: since the simulation's start, not before the time of any call before.
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

  /// The host changes its speed when everything that it wrote before has left.
  ///
  /// - Parameters:
  ///   - baudRate: above zero.
  ///   - elapsed: since the simulation's start, not before the time of any call before.
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

  /// The host switches the receiver's supply; what is on its way from it is cut off.
  ///
  /// - Parameters:
  ///   - isOn: whether there shall be one.
  ///   - elapsed: since the simulation's start, not before the time of any call before.
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

  /// Changes the receiver from outside: its antenna, interference, backup supply.
  ///
  /// - Parameters:
  ///   - elapsed: since the simulation's start, not before the time of any call before.
  ///   - body: must let no time pass for the receiver.
  public mutating func change(at elapsed: Duration, _ body: (inout SimulatedReceiver) -> Void) {
    run(to: elapsed)
    body(&receiver)
    collect()
  }

  /// Lets time pass.
  ///
  /// - Parameter elapsed: since the simulation's start, not before the time of any call before.
  /// - Returns: what the host has read since the last call, in order of time.
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

  /// Bits per second; a port without speed is fast.
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

  /// Puts the next bytes on the line, at the speed that the receiver has now.
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

  /// Hands over what has arrived on the line until now.
  private mutating func settle() {
    guard var transit else { return }
    defer { self.transit = transit }
    let isUnderstood = !receiver.hasLineSpeed || transit.baudRate == hostBaudRate
    let count = transit.count(at: now)
    // What is read at another speed can only be told from the whole.
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
    // What was read at the speed before and not handed on is discarded.
    if let transit { self.transit?.delivered = transit.count(at: now) }
    hostBaudRate = baudRate
  }

  // MARK: - The way to the receiver

  /// When the next of the host's bytes are handed to the receiver: a frame at its end, but one by one
  /// while it sleeps or starts.
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
