/// What a dialogue with a receiver wants done at its port.
public enum PortAction: Equatable, Sendable {
  /// Send these bytes.
  case send([UInt8])
  /// Change the speed of our end, in baud, when everything sent before has left the line.
  case setBaudRate(UInt32)
  /// Switch the receiver's supply, where the device has a switch for it.
  case setSupply(isOn: Bool)
}

/// Collects what is to be done at a port, in order.
///
/// A dialogue appends; who holds the port takes all of it after each event.
public struct PortActions: Sendable {
  private var list: [PortAction] = []

  /// Nothing to do.
  public init() {}

  /// Whether there is nothing to do.
  public var isEmpty: Bool { list.isEmpty }

  /// Sends `bytes`; nothing happens for none.
  public mutating func send(_ bytes: [UInt8]) {
    if !bytes.isEmpty { list.append(.send(bytes)) }
  }

  /// Changes the speed of our end, in baud, after what was sent before.
  public mutating func setBaudRate(_ baudRate: UInt32) { list.append(.setBaudRate(baudRate)) }

  /// Switches the receiver's supply.
  public mutating func setSupply(isOn: Bool) { list.append(.setSupply(isOn: isOn)) }

  /// Hands over what is to be done, in order, and forgets it.
  public mutating func takeAll() -> [PortAction] {
    defer { list.removeAll() }
    return list
  }
}
