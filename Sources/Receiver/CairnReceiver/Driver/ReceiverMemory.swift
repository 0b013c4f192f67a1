/// Knowledge of a receiver that outlasts the closing of its port.
public struct ReceiverMemory: Sendable {
  /// Its identity, as it reported it; `nil` if it was never asked.
  public internal(set) var identity: ReceiverIdentity?
  /// The speed in baud at which it was last understood.
  public internal(set) var baudRate: UInt32?
  /// The speed in baud at which it was first found, with which it starts.
  var firstBaudRate: UInt32?
  /// Its power state when it was left; `nil` for a receiver that is never sent to sleep.
  public internal(set) var power: ReceiverPower?
  /// Whether it was asleep, falling asleep or waking.
  var isResting = false
  /// Records of this receiver and others from earlier starts of the program.
  public var records = ReceiverRecords()

  /// Creates a memory without any knowledge.
  public init() {}

  /// The part that remains valid after the receiver was unplugged: another one may take its place.
  public var afterLoss: ReceiverMemory {
    var memory = ReceiverMemory()
    memory.baudRate = baudRate
    memory.firstBaudRate = firstBaudRate
    memory.records = records
    return memory
  }
}
