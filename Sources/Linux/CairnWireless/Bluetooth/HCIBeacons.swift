internal import CCairnLinux
internal import CairnHAL
internal import CairnLinux
internal import CairnSensors
internal import CairnTypes

/// Hears beacons through a raw socket, for a share of the time that it chooses itself.
///
/// Isolation: belongs to its event loop.
final class HCIBeacons {
  /// Reason why listening has ended.
  enum End {
    /// This user may not send commands.
    case notPermitted
    /// The adapter is gone or was switched off.
    case lost
  }

  /// Octets of the largest packet.
  private static let capacity = 1_028
  /// Packets that are read before other descriptors have their turn.
  private static let batch = 64

  private let loop: EventLoop
  private let socket: any HCISocket
  private let tell: (BeaconScannerEvent) -> Void
  private let onEnd: (End) -> Void
  private var scan = HCIScan()
  private var watch: WatchID?
  private var timer: TimerID?
  private var buffer = [UInt8](repeating: 0, count: HCIBeacons.capacity)
  private var isRefused = false
  private var hasEnded = false
  private(set) var intake = BeaconIntake()

  /// - Parameters:
  ///   - socket: to an adapter that is on.
  ///   - loop: the caller's.
  ///   - tell: called on the loop for each event.
  ///   - onEnd: called once on the loop, unless `stop` comes before.
  init(
    _ socket: any HCISocket, loop: EventLoop, tell: @escaping (BeaconScannerEvent) -> Void,
    onEnd: @escaping (End) -> Void
  ) {
    self.socket = socket
    self.loop = loop
    self.tell = tell
    self.onEnd = onEnd
  }

  /// Listens for a share of the time.
  func listen(duty: Double) {
    guard !hasEnded else { return }
    if watch == nil {
      do throws(DeviceError) {
        watch = try loop.watch(socket.descriptor, .readable) { [weak self] _ in self?.receive() }
      } catch {
        return end(.lost)
      }
    }
    perform(scan.listen(duty: duty, at: loop.now()))
  }

  /// Ends listening and closes the socket.
  func stop() {
    guard !hasEnded else { return }
    for case .send(let packet) in scan.listen(duty: 0, at: loop.now()) {
      do throws(DeviceError) { try socket.send(packet) } catch {}
    }
    close()
  }

  private func close() {
    hasEnded = true
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    (watch, timer) = (nil, nil)
    socket.close()
  }

  private func end(_ end: End) {
    guard !hasEnded else { return }
    close()
    tell(.listening(duty: 0))
    onEnd(end)
  }

  private func receive() {
    for _ in 0..<Self.batch where !hasEnded {
      do throws(DeviceError) {
        guard let count = try socket.receive(into: &buffer) else { return }
        let now = loop.now()
        let event = intake.take(
          buffer.span.extracting(0..<min(count, buffer.count)), at: now
        ) { tell(.heard($0)) }
        if let event { perform(scan.receive(event, at: now)) }
      } catch {
        end(.lost)
      }
    }
  }

  private func perform(_ actions: [HCIScan.Action]) {
    for action in actions where !hasEnded {
      switch action {
      case .send(let packet):
        do throws(DeviceError) { try socket.send(packet) } catch {
          if error.code == Int32(cairnlinux_EPERM) { return end(.notPermitted) }
          if error.code != Int32(cairnlinux_EAGAIN) { return end(.lost) }
          // Like one that is not answered: it is repeated later.
        }
      case .listening(let duty):
        if isRefused { tell(.resolved(.busy)) }
        isRefused = false
        tell(.listening(duty: duty))
      case .refused(let status):
        isRefused = true
        tell(.listening(duty: 0))
        let reason = status.map { "refuses to listen (status \($0))" } ?? "does not answer"
        tell(
          .issue(
            ProviderIssue(
              .busy,
              "the Bluetooth controller \(reason): another program may use it; it is asked again",
              isBlocking: true)))
      }
    }
    schedule()
  }

  private func schedule() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard !hasEnded, let deadline = scan.deadline else { return }
    timer = loop.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      timer = nil
      perform(scan.wake(at: loop.now()))
    }
  }
}
