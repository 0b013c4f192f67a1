internal import CCairnLinux
internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Notices when a kind of radio is switched off or on. Where the kernel has no such switches, or a sandbox hides
/// them, it notices nothing.
///
/// Isolation: belongs to its event loop.
final class RadioSwitchWatch {
  private let loop: EventLoop
  private let path: String
  private var descriptor: Int32 = -1
  private var watch: WatchID?
  private let radio: RadioSwitches.Radio
  private var switches: RadioSwitches

  init(_ radio: RadioSwitches.Radio = .wifi, loop: EventLoop, path: String) {
    self.radio = radio
    self.loop = loop
    self.path = path
    switches = RadioSwitches(radio)
  }

  deinit { stop() }

  /// Why no such radio may be used; `nil` if one may be.
  var obstacle: RadioSwitches.Obstacle? { switches.obstacle }

  /// Begins to watch.
  ///
  /// - Parameter changed: called on the loop after each change of `obstacle`.
  func start(_ changed: @escaping () -> Void) {
    stop()
    descriptor = unsafe cairnlinux_open(
      path, Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking))
    guard descriptor >= 0 else { return }
    do throws(DeviceError) {
      watch = try loop.watch(descriptor, .readable) { [weak self] _ in self?.read(changed) }
    } catch {
      return stop()
    }
    // The kernel tells of all switches at once.
    read(changed)
  }

  func stop() {
    if let watch { loop.unwatch(watch) }
    watch = nil
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
    switches = RadioSwitches(radio)
  }

  private func read(_ changed: () -> Void) {
    let before = switches.obstacle
    var event = [UInt8](repeating: 0, count: RadioSwitches.eventSize)
    var count = 0
    repeat {
      count = unsafe event.withUnsafeMutableBytes {
        unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
      }
      if count == event.count { switches.take(event) }
    } while count == event.count
    // An end or an error would be reported for ever.
    if count != -Int(cairnlinux_EAGAIN) { stop() }
    if switches.obstacle != before { changed() }
  }
}
