/// The switches with which a person, a program or a key silences radios, as the kernel reports
/// them.
///
/// Source: Linux, include/uapi/linux/rfkill.h.
public struct RadioSwitches: Hashable, Sendable {
  /// Octets of one event; later kernels append more, which a shorter read leaves out.
  public static let eventSize = 8

  /// Kind of switch that silences a radio.
  @nonexhaustive
  public enum Obstacle: Hashable, Sendable {
    /// A program, which can switch it on again.
    case program
    /// A switch or key of the device.
    case key
  }

  /// A kind of radio, by the kernel's number.
  public enum Radio: UInt8, Hashable, Sendable { case wifi = 1, bluetooth = 2 }

  private let radio: Radio

  private struct Switch: Hashable {
    var isHeldByProgram: Bool
    var isHeldByKey: Bool
  }

  /// The switches of the radio, by the octets of their number.
  private var switches: [UInt32: Switch] = [:]

  /// Creates the state before the first event: no switches.
  public init(_ radio: Radio = .wifi) { self.radio = radio }

  /// Takes an event; a shorter one, or one of another radio, changes nothing.
  public mutating func take(_ event: [UInt8]) {
    guard event.count >= Self.eventSize, event[4] == radio.rawValue else { return }
    // Only compared, so that the order of its octets does not matter.
    let number = event[..<4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    switch event[5] {
    case 0, 2: switches[number] = Switch(isHeldByProgram: event[6] != 0, isHeldByKey: event[7] != 0)
    case 1: switches[number] = nil
    default: break
    }
  }

  /// Why no such radio may be used; `nil` if one may be, or if there are no switches.
  public var obstacle: Obstacle? {
    guard !switches.isEmpty,
      switches.values.allSatisfy({ $0.isHeldByProgram || $0.isHeldByKey })
    else { return nil }
    return switches.values.contains { $0.isHeldByKey } ? .key : .program
  }
}
