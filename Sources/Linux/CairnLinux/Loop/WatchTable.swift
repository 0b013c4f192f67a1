internal import CCairnLinux

/// Identifies one watched descriptor; harmless after `unwatch`.
public struct WatchID: Hashable, Sendable {
  let slot: UInt32
  let generation: UInt32

  var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}

/// Events to wait for on a descriptor. Empty means paused: not even hang-ups are reported.
public struct Interest: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates an interest from the bits of its members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Waits for bytes, a connection or an end of file.
  public static let readable = Interest(rawValue: 1)
  /// Waits until a write would not block.
  public static let writable = Interest(rawValue: 2)
  /// Waits for exceptional data, which sysfs attributes and GPIO edges report.
  public static let priority = Interest(rawValue: 4)
  /// Pauses the watch after one report; `setInterest` arms it again, for one system call.
  public static let oneShot = Interest(rawValue: 8)

  var events: UInt32 {
    var events: UInt32 = 0
    if contains(.readable) { events |= UInt32(cairnlinux_epoll_in) }
    if contains(.writable) { events |= UInt32(cairnlinux_epoll_out) }
    if contains(.priority) { events |= UInt32(cairnlinux_epoll_priority) }
    if contains(.oneShot) { events |= UInt32(cairnlinux_epoll_one_shot) }
    return events
  }

  var isPaused: Bool { isSubset(of: .oneShot) }
}

/// Events that have occurred on a watched descriptor.
public struct Readiness: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  /// Creates a readiness from the bits of its members.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// A read would not block.
  public static let readable = Readiness(rawValue: 1)
  /// A write would not block.
  public static let writable = Readiness(rawValue: 2)
  /// Exceptional data are waiting.
  public static let priority = Readiness(rawValue: 4)
  /// The other side is gone; bytes it sent before may still be readable.
  public static let hangUp = Readiness(rawValue: 8)
  /// The descriptor failed, or the loop could not arm it again.
  public static let error = Readiness(rawValue: 16)

  init(events: UInt32) {
    var value: Readiness = []
    if events & UInt32(cairnlinux_epoll_in) != 0 { value.insert(.readable) }
    if events & UInt32(cairnlinux_epoll_out) != 0 { value.insert(.writable) }
    if events & UInt32(cairnlinux_epoll_priority) != 0 { value.insert(.priority) }
    if events & UInt32(cairnlinux_epoll_hang_up) != 0 { value.insert(.hangUp) }
    if events & UInt32(cairnlinux_epoll_error) != 0 { value.insert(.error) }
    self = value
  }
}

/// The watched descriptors of one loop, found by slot and generation.
struct WatchTable {
  struct Watch {
    var generation: UInt32 = 0
    var descriptor: Int32 = -1
    var interest: Interest = []
    /// Whether epoll has the descriptor. A paused one is removed, because epoll reports hang-ups
    /// whatever the event mask and would spin.
    var isInSet = false
    var handler: ((Readiness) -> Void)?
  }

  private(set) var slots: [Watch] = []
  private var free: [Int] = []

  var count: Int { slots.count - free.count }

  mutating func add(_ descriptor: Int32, _ handler: @escaping (Readiness) -> Void) -> WatchID {
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
    } else {
      slot = slots.count
      slots.append(Watch())
    }
    slots[slot].descriptor = descriptor
    slots[slot].handler = handler
    return WatchID(
      slot: UInt32(truncatingIfNeeded: slot), generation: slots[slot].generation)
  }

  /// Returns the slot of a live watch.
  func find(_ id: WatchID) -> Int? {
    let slot = Int(id.slot)
    guard slot < slots.count, slots[slot].generation == id.generation,
      slots[slot].handler != nil
    else { return nil }
    return slot
  }

  func handler(token: UInt64) -> ((Readiness) -> Void)? {
    let id = WatchID(
      slot: UInt32(truncatingIfNeeded: token), generation: UInt32(truncatingIfNeeded: token >> 32))
    guard let slot = find(id) else { return nil }
    return slots[slot].handler
  }

  mutating func set(_ slot: Int, interest: Interest, isInSet: Bool) {
    slots[slot].interest = interest
    slots[slot].isInSet = isInSet
  }

  /// Returns the removed watch, so that its handler is released once this struct is consistent.
  mutating func remove(_ slot: Int) -> Watch {
    let removed = slots[slot]
    slots[slot] = Watch(generation: removed.generation &+ 1)
    free.append(slot)
    return removed
  }
}
