internal import CairnLinux
package import CairnTypes

/// Tells how long ago something was that an earlier program has kept.
package struct RestartClock: Sendable {
  /// Names the present run of the boot clock; empty where that is not known.
  package var boot: String
  /// UTC while something keeps it right.
  package var utc: @Sendable () -> Timestamp?

  /// See the properties.
  package init(boot: String, utc: @escaping @Sendable () -> Timestamp?) {
    self.boot = boot
    self.utc = utc
  }

  /// The system's.
  package static var system: RestartClock {
    RestartClock(boot: SystemClock.boot() ?? "") {
      SystemClock.accuracy() == nil ? nil : SystemClock.utc()
    }
  }
}

/// Where a system keeps its states, and how old they are.
struct KeptStates: Sendable {
  let storage: any Storage
  let clock: RestartClock

  /// A state that was kept.
  struct Kept<State> {
    let state: State
    /// Whether its times are of the present boot clock.
    let isOfThisBoot: Bool
  }

  /// A state's bytes with what its age is known by.
  func whole(_ bytes: [UInt8]) -> [UInt8] {
    var writer = RecordWriter()
    writer.text(clock.boot)
    return writer.bytes + bytes
  }

  /// Reads a state: may wait for a disk.
  ///
  /// - Parameters:
  ///   - key: its name.
  ///   - unwritten: what shall be there, but may not be yet.
  ///   - decode: makes the state of its bytes.
  /// - Returns: `nil` where nothing was kept.
  /// - Throws: `storageFailure`, when that is not what was kept.
  func load<State>(
    _ key: String, unwritten: [UInt8]?, _ decode: ([UInt8]) -> State?
  ) throws(LocationError) -> Kept<State>? {
    guard let whole = if let unwritten { unwritten } else { try storage.load(key) } else {
      return nil
    }
    var reader = RecordReader(whole[...])
    guard let boot = reader.text(), let state = decode([UInt8](whole.suffix(reader.count))) else {
      throw LocationError(.storageFailure)
    }
    return Kept(state: state, isOfThisBoot: boot == clock.boot && !boot.isEmpty)
  }
}
