internal import CCairnLinux
internal import CairnHAL
package import CairnLinux
package import CairnRadio
package import CairnTypes

/// Learned data of a provider that can be saved as bytes.
package protocol LearnedState: Sendable {
  var encoded: [UInt8] { get }

  /// `nil` if the bytes do not come from `encoded`.
  init?(decoding bytes: [UInt8])
}

extension LearnedMap: LearnedState {}
extension LearnedCells: LearnedState {}

/// Saves a provider's learned data between programs, in the folder of its program.
///
/// Isolation: belongs to its event loop. A separate thread reads, encodes and writes.
package final class LearnedStateKeeper<State: LearnedState> {
  /// Delay between the first change and its saving: memory that wears off is written seldom.
  private static var interval: Duration { .seconds(600) }
  /// The shortest time between two savings.
  private static var leastInterval: Duration { .seconds(60) }

  private let loop: EventLoop
  private let storage: FileStorage
  private let queue: StateQueue
  private let key: String
  private var timer: TimerID?
  private var keptAt: MonotonicTime?
  /// Whether the saved file was read, or is of no use, so that it may be replaced.
  private var mayReplace = false

  /// - Parameters:
  ///   - folder: the program's own.
  ///   - id: the provider that learns.
  ///   - loop: the loop of the caller.
  package convenience init(_ folder: String, of id: ProviderID, loop: EventLoop) {
    self.init(folder, key: "\(id)-learned", loop: loop)
  }

  /// Saves under another key of the folder.
  package init(_ folder: String, key: String, loop: EventLoop) {
    self.loop = loop
    self.key = key
    let storage = FileStorage(folder)
    self.storage = storage
    queue = StateQueue(loop: loop) { bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
  }

  /// Why the last state was not saved; `nil` if it was.
  package var failure: LocationError? { queue.failure }

  /// Reads the data that an earlier program has learned.
  ///
  /// - Parameter then: called once on the loop, with `nil` if nothing was saved, or with the error.
  ///   A file that could not be read is not replaced; a damaged one has been set aside.
  package func load(_ then: @escaping (Result<State?, LocationError>) -> Void) {
    queue.read { [storage, key] () throws(LocationError) -> State? in
      guard let bytes = try storage.load(key) else { return nil }
      guard let state = State(decoding: bytes) else {
        throw LocationError(
          .storageFailure, cause: DeviceError(.read, path: key, code: Int32(cairnlinux_EBADMSG)))
      }
      return state
    } then: { [weak self] result in
      if case .failure(let error) = result {
        self?.mayReplace = error.isDamage
      } else {
        self?.mayReplace = true
      }
      then(result)
    }
  }

  /// Schedules the saving of changed data.
  ///
  /// - Parameter keep: called when it is time.
  package func schedule(_ keep: @escaping () -> Void) {
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now() + Self.interval) { [weak self] in
      self?.timer = nil
      keep()
    }
  }

  /// Whether data may be saved now.
  var isDue: Bool {
    mayReplace && keptAt.map { loop.now() - $0 >= Self.leastInterval } ?? true
  }

  /// Saves a state, in the background.
  ///
  /// - Parameters:
  ///   - state: taken on the loop when its turn comes.
  ///   - then: called on the loop when it is on the disk, or has failed.
  package func keep(_ state: @escaping () -> State, then: @escaping () -> Void) {
    guard mayReplace else { return }
    cancel()
    keptAt = loop.now()
    queue.write(key) {
      let state = state()
      return { state.encoded }
    }
    queue.whenIdle(then)
  }

  /// Cancels a scheduled saving.
  package func cancel() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  /// Calls `body` once everything is on the disk, or has failed.
  package func whenIdle(_ body: @escaping () -> Void) { queue.whenIdle(body) }
}

extension LocationError {
  /// Whether a file was read and is not, or no longer, one of Cairn's.
  var isDamage: Bool {
    cause?.code == Int32(cairnlinux_EBADMSG) || cause?.code == Int32(cairnlinux_EFBIG)
  }

  /// Description of the failure, with its place and remedy if they are known.
  var details: String { cause?.explanation ?? trouble }
}
