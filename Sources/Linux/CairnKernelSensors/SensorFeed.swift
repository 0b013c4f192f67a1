internal import CairnLinux
internal import CairnSensors
internal import CairnTypes

/// A feed that is started again after it has failed.
///
/// Isolation: the event loop.
final class SensorFeed {
  private let needed: [IIOQuantity]
  private let useful: [IIOQuantity]
  private let folders: IIOFolders
  private let loop: EventLoop
  private let worker: any BackgroundWorker
  private let handler: IIOFeed.Handler
  private var rhythm = IIOFeed.Rhythm(1)
  private var feed: IIOFeed?
  private var retry: TimerID?
  private var failures = 0

  /// A feed that is off.
  ///
  /// - Parameters:
  ///   - needed: see `IIOSelection`.
  ///   - useful: see `IIOSelection`.
  ///   - folders: where the kernel shows devices.
  ///   - loop: the event loop.
  ///   - worker: does what may block.
  ///   - handler: receives the results; of successive failures only the first.
  init(
    needed: [IIOQuantity], useful: [IIOQuantity] = [], in folders: IIOFolders, loop: EventLoop,
    worker: any BackgroundWorker, handler: IIOFeed.Handler
  ) {
    self.needed = needed
    self.useful = useful
    self.folders = folders
    self.loop = loop
    self.worker = worker
    self.handler = handler
  }

  /// Starts the devices, or starts them again.
  ///
  /// - Parameter rhythm: how often is measured and read.
  func start(_ rhythm: IIOFeed.Rhythm) {
    stop()
    self.rhythm = rhythm
    begin()
  }

  /// Switches the devices off; nothing is told after this.
  func stop() {
    feed?.end()
    feed = nil
    if let retry { loop.cancel(retry) }
    retry = nil
    failures = 0
  }

  /// Notes that there was a reading.
  ///
  /// - Returns: whether there had been a failure before it.
  func noteSuccess() -> Bool {
    defer { failures = 0 }
    return failures > 0
  }

  private func begin() {
    var handler = handler
    handler.failed = { [weak self] in self?.fail($0) }
    feed = IIOFeed(
      needed: needed, useful: useful, rhythm: rhythm, in: folders, loop: loop, worker: worker,
      handler: handler)
  }

  private func fail(_ error: DeviceError?) {
    feed = nil
    failures = min(failures + 1, 6)
    // 4 s to two minutes.
    let wait = Duration.seconds(Int64(2) << Int64(failures))
    retry = loop.schedule(at: loop.now() + wait) { [weak self] in
      self?.retry = nil
      self?.begin()
    }
    if failures == 1 { handler.failed(error) }
  }
}
