internal import CairnTypes
public import CairnUBX

/// Reports that a receiver is configured for, and the line's speed, chosen so that the line never
/// becomes full.
///
/// A full line delays every position and loses messages. The plan first raises the speed, if this
/// is permitted. Then it makes the reports that a position does not need rarer, or drops them. Last
/// it makes positions rarer.
public struct BandwidthPlan: Equatable, Sendable {
  /// A change of the demanded reports or of the speed, because the line is too slow.
  public enum Concession: Equatable, Sendable {
    /// The line becomes faster: from and to, in baud.
    case raised(from: UInt32, to: UInt32)
    /// Satellites, health and precision come more rarely than wanted.
    case thinned
    /// Satellites, health and precision do not come.
    case dropped
    /// Positions come at the receiver's highest rate, more rarely than wanted: from and to.
    case limited(from: Duration, to: Duration)
    /// Positions come more rarely: from and to.
    case slowed(from: Duration, to: Duration)
    /// Not even that fits.
    case overloaded
  }

  /// The part of a line that reports may fill; the rest is for answers, and for epochs that are longer.
  public static let usablePart = 0.8

  /// Every setting, to be handed to a `Configurator`: the reports', the speed of the line, and last those
  /// of the setup, which count more.
  public private(set) var wishes: [ConfigurationValue] = []
  /// Baud at which the receiver shall work; `nil` where the line has no speed.
  public private(set) var baudRate: UInt32?
  /// From one position to the next.
  public private(set) var fixInterval: Duration
  /// Bytes a second that the reports need.
  public private(set) var neededBytesPerSecond = 0.0
  /// Bytes a second that the line carries in all; `nil` where it has no speed.
  public private(set) var availableBytesPerSecond: Double?
  /// The concessions, in order; empty if all reports fit at the present speed.
  public private(set) var concessions: [Concession] = []

  /// Percent of the line that the reports fill; `nil` where it has no speed.
  public var percent: Double? {
    availableBytesPerSecond.map { neededBytesPerSecond / $0 * 100 }
  }

  /// Whether the reports leave the rest of the line free.
  public var fits: Bool { (percent ?? 0) <= Self.usablePart * 100 }

  /// - Parameters:
  ///   - demand: what is wanted.
  ///   - identity: of the receiver.
  ///   - setup: its port, the speed it shall have, its highest rate, and settings of the user.
  ///   - baudRate: baud of the line now; `nil` where it has no speed, as on USB.
  ///   - mayRaise: whether the speed may be changed where the setup names none.
  ///   - satellites: in view, of all systems; 40 is an open sky with four systems.
  public init(
    _ demand: ReportDemand, identity: ReceiverIdentity, setup: ReceiverSetup, baudRate: UInt32?,
    mayRaise: Bool = true, satellites: Int = 40
  ) {
    var reports = ReportWishes(demand, identity: identity, port: setup.port)
    let wanted = reports.fixInterval
    if let shortest = setup.shortestInterval, shortest > wanted {
      reports.fixInterval = shortest
      concessions.append(.limited(from: wanted, to: shortest))
    }
    let possible = reports.fixInterval
    let hasSpeed = baudRate != nil && ConfigurationKey.baudRate(of: setup.port) != nil
    let speed = hasSpeed ? setup.workingBaudRate ?? baudRate : baudRate
    var rate = speed
    func isEnough(_ rate: UInt32?) -> Bool {
      guard let rate else { return true }
      return Self.load(reports, satellites) <= Double(rate) / 10 * Self.usablePart
    }
    if mayRaise, hasSpeed, setup.workingBaudRate == nil, let slow = rate,
      slow < Self.leastBaudRate || !isEnough(rate)
    {
      let faster = Self.speeds(identity.dialect).filter { $0 > slow }
      if let fast = faster.first(where: { isEnough($0) }) ?? faster.last {
        rate = fast
        concessions.append(.raised(from: slow, to: fast))
      }
    }
    if !isEnough(rate), reports.thin(.seconds(30)) { concessions.append(.thinned) }
    if !isEnough(rate), reports.drop() { concessions.append(.dropped) }
    for milliseconds in Self.periods where !isEnough(rate) {
      let interval = Duration.milliseconds(milliseconds)
      if interval > reports.fixInterval { reports.fixInterval = interval }
    }
    if reports.fixInterval > possible {
      concessions.append(.slowed(from: possible, to: reports.fixInterval))
    }
    if !isEnough(rate) { concessions.append(.overloaded) }

    self.baudRate = rate
    fixInterval = reports.fixInterval
    neededBytesPerSecond = Self.load(reports, satellites)
    availableBytesPerSecond = rate.map { Double($0) / 10 }
    wishes = reports.values
    if let rate, hasSpeed, rate != baudRate || !setup.persistence.isEmpty,
      let key = ConfigurationKey.baudRate(of: setup.port),
      let value = ConfigurationValue(key, rate)
    {
      wishes.append(value)
    }
    wishes += setup.startup
  }

  /// Bytes a second of what is reported.
  private static func load(_ reports: ReportWishes, _ satellites: Int) -> Double {
    var bytes = 0.0
    for (key, rate) in reports.messages where rate > 0 {
      guard let message = ReportedMessage(key: key) else { continue }
      bytes += Double(message.bytes(satellites: satellites)) / Double(rate)
    }
    return bytes / reports.fixInterval.inSeconds
  }

  /// Below it what a receiver says before it is configured fills the line, and every answer is late.
  private static let leastBaudRate: UInt32 = 9600

  /// Milliseconds that every receiver can have between positions.
  private static let periods: [Int] = [50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000]

  /// Speeds in baud that receivers and hosts have alike.
  private static func speeds(_ dialect: CommandDialect) -> [UInt32] {
    switch dialect {
    case .uBloxKeys, .uBloxLegacy: [38_400, 57_600, 115_200, 230_400, 460_800, 921_600]
    case .pmtk, .pcas, .psrf, .pubx: [19_200, 38_400, 57_600, 115_200]
    case .none, .pair, .pqtm, .pstm: []
    }
  }
}

extension ReportWishes {
  /// Lets what is not needed for a position come more rarely.
  ///
  /// - Returns: whether that changes anything.
  mutating func thin(_ interval: Duration) -> Bool {
    let before = self
    if satelliteInterval != nil { satelliteInterval = interval }
    if healthInterval != nil { healthInterval = interval }
    if precisionInterval != nil { precisionInterval = max(.seconds(1), fixInterval) }
    return self != before
  }

  /// Leaves out what is not needed for a position.
  ///
  /// - Returns: whether that changes anything.
  mutating func drop() -> Bool {
    let before = self
    satelliteInterval = nil
    healthInterval = nil
    precisionInterval = nil
    return self != before
  }
}
