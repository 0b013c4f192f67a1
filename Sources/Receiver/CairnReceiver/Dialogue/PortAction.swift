/// An action that a dialogue wants performed at the port.
public enum PortAction: Equatable, Sendable {
  /// Send these bytes.
  case send([UInt8])
  /// Set the speed of the host's end, in baud, once everything sent before has left the line.
  case setBaudRate(UInt32)
  /// Switch the receiver's supply, if the device has a switch for it.
  case setSupply(isOn: Bool)
}

/// Collects actions for a port, in order.
///
/// A dialogue appends; the port's owner takes all of them after each event.
public struct PortActions: Sendable {
  private var list: [PortAction] = []

  /// Creates an empty list.
  public init() {}

  /// Whether there are no actions.
  public var isEmpty: Bool { list.isEmpty }

  /// Sends `bytes`; does nothing if there are none.
  public mutating func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { list.append(.send(bytes)) }
  }

  /// Sets the speed of the host's end, in baud, after what was sent before.
  public mutating func setBaudRate(_ baudRate: UInt32) { list.append(.setBaudRate(baudRate)) }

  /// Switches the receiver's supply.
  public mutating func setSupply(isOn: Bool) { list.append(.setSupply(isOn: isOn)) }

  /// Removes and returns the actions, in order.
  public mutating func takeAll() -> [PortAction] {
    defer { list.removeAll() }
    return list
  }
}
