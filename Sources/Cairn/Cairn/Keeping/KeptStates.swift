internal import CairnLinux
package import CairnTypes

/// Tells how long ago an earlier program stored something.
package struct RestartClock: Sendable {
  /// Identifies the present boot; empty if unknown.
  package var boot: String
  /// UTC while the clock is known to be right, otherwise `nil`.
  package var utc: @Sendable () -> Timestamp?

  /// See the properties.
  package init(boot: String, utc: @escaping @Sendable () -> Timestamp?) {
    self.boot = boot
    self.utc = utc
  }

  /// The system's clock.
  package static var system: RestartClock {
    RestartClock(boot: SystemClock.boot() ?? "") {
      SystemClock.accuracy() == nil ? nil : SystemClock.utc()
    }
  }
}

/// Stores a system's states, marked so that their age can be told.
struct KeptStates: Sendable {
  let storage: any Storage
  let clock: RestartClock

  /// A stored state.
  struct Kept<State: Sendable>: Sendable {
    let state: State
    /// Whether its times are on the present boot clock.
    let isOfThisBoot: Bool
  }

  /// Adds the boot to a state's bytes, by which its age is known later.
  func whole(_ bytes: [UInt8]) -> [UInt8] {
    var writer = RecordWriter()
    writer.text(clock.boot)
    return writer.bytes + bytes
  }

  /// Reads a state; may wait for a disk.
  ///
  /// - Parameters:
  ///   - key: the state's name.
  ///   - decode: makes the state from its bytes.
  /// - Returns: `nil` if nothing was stored.
  /// - Throws: `storageFailure` if the data are damaged.
  func load<State>(
    _ key: String, _ decode: ([UInt8]) -> State?
  ) throws(LocationError) -> Kept<State>? {
    guard let whole = try storage.load(key) else { return nil }
    var reader = RecordReader(whole[...])
    guard let boot = reader.text(), let state = decode([UInt8](whole.suffix(reader.count))) else {
      throw LocationError(.storageFailure)
    }
    return Kept(state: state, isOfThisBoot: boot == clock.boot && !boot.isEmpty)
  }
}
