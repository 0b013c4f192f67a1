/// What is wanted of a receiver: its reports, and how often they are needed.
public struct ReceiverDemand: Equatable, Sendable {
  /// What it reports while it is awake.
  public var reports: ReportDemand
  /// How often a fix is needed: between two, the receiver may sleep where that costs less. `nil` for one
  /// that goes on reporting.
  public var fixEvery: Duration?

  /// See the properties.
  public init(_ reports: ReportDemand = ReportDemand(), fixEvery: Duration? = nil) {
    self.reports = reports
    self.fixEvery = fixEvery
  }
}

/// What is known of a receiver after its port was closed.
public struct ReceiverMemory: Sendable {
  /// What it said of itself; `nil` when it was never asked.
  public internal(set) var identity: ReceiverIdentity?
  /// Baud at which it was understood last.
  public internal(set) var baudRate: UInt32?
  /// Baud at which it was found first: what it starts with.
  var firstBaudRate: UInt32?
  /// How it was left; `nil` for one that is never sent to sleep.
  public internal(set) var power: ReceiverPower?
  /// Whether it was sent to sleep, or on its way there or back.
  var isResting = false
  /// What is known of this receiver and others from earlier starts.
  public var records = ReceiverRecords()

  /// Nothing is known.
  public init() {}

  /// What is left when the receiver was unplugged: another one may take its place.
  public var afterLoss: ReceiverMemory {
    var memory = ReceiverMemory()
    memory.baudRate = baudRate
    memory.firstBaudRate = firstBaudRate
    memory.records = records
    return memory
  }
}
