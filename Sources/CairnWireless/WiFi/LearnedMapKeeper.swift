internal import CCairnLinux
internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Keeps what a provider has learned between programs, in the folder of its program.
///
/// Isolation: belongs to its event loop. A separate thread reads, encodes and writes.
final class LearnedMapKeeper {
  /// How long what was learned first waits to be kept: memory that wears off is written seldom.
  static let interval = Duration.seconds(600)
  /// The shortest time between two that are kept.
  static let leastInterval = Duration.seconds(60)

  private let loop: EventLoop
  private let storage: FileStorage
  private let queue: StateQueue
  private let key: String
  private var timer: TimerID?
  private var keptAt: MonotonicTime?
  /// Whether what is on the disk was read, or is of no use, so that it may be replaced.
  private var mayReplace = false

  /// - Parameters:
  ///   - folder: the program's own.
  ///   - id: the provider that learns.
  ///   - loop: the loop of the caller.
  init(_ folder: String, of id: ProviderID, loop: EventLoop) {
    self.loop = loop
    let storage = FileStorage(folder)
    self.storage = storage
    key = "\(id)-learned"
    queue = StateQueue(loop: loop) { bytes, key throws(LocationError) in
      try storage.store(bytes, for: key)
    }
  }

  /// Why the last map was not kept; `nil` if it was.
  var failure: LocationError? { queue.failure }

  /// Reads what an earlier program has learned.
  ///
  /// - Parameter then: called once on the loop, with `nil` if nothing was kept, or with the error. A
  ///   file that could not be read is not replaced; one that is damaged has been set aside.
  func load(_ then: @escaping (Result<LearnedMap?, LocationError>) -> Void) {
    queue.read { [storage, key] () throws(LocationError) -> LearnedMap? in
      guard let bytes = try storage.load(key) else { return nil }
      guard let map = LearnedMap(decoding: bytes) else {
        throw LocationError(
          .storageFailure, cause: DeviceError(.read, path: key, code: Int32(cairn_EBADMSG)))
      }
      return map
    } then: { [weak self] result in
      if case .failure(let error) = result {
        self?.mayReplace = error.isDamage
      } else {
        self?.mayReplace = true
      }
      then(result)
    }
  }

  /// Keeps soon what was learned.
  ///
  /// - Parameter keep: called when it is time.
  func schedule(_ keep: @escaping () -> Void) {
    guard timer == nil else { return }
    timer = loop.schedule(at: loop.now() + Self.interval) { [weak self] in
      self?.timer = nil
      keep()
    }
  }

  /// Whether something may be kept now.
  var isDue: Bool {
    mayReplace && keptAt.map { loop.now() - $0 >= Self.leastInterval } ?? true
  }

  /// Keeps a map, in the background.
  ///
  /// - Parameters:
  ///   - map: taken on the loop when its turn comes.
  ///   - then: called on the loop when it is on the disk, or has failed.
  func keep(_ map: @escaping () -> LearnedMap, then: @escaping () -> Void) {
    guard mayReplace else { return }
    cancel()
    keptAt = loop.now()
    queue.write(key) {
      let map = map()
      return { map.encoded }
    }
    queue.whenIdle(then)
  }

  /// Forgets what was scheduled.
  func cancel() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  /// Calls `body` once all is on the disk, or has failed.
  func whenIdle(_ body: @escaping () -> Void) { queue.whenIdle(body) }
}

extension LocationError {
  /// Whether a file was read and is none of ours, or no longer.
  var isDamage: Bool {
    cause?.code == Int32(cairn_EBADMSG) || cause?.code == Int32(cairn_EFBIG)
  }
}
