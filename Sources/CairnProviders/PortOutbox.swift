internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Does at a port what a receiver's driver wants done: in order, and without blocking.
///
/// A speed is changed only after everything written before has left the line: a receiver that hears
/// half a command at another speed hears nothing.
///
/// Isolation: the event loop.
final class PortOutbox {
  private let source: any ByteSource
  private let loop: EventLoop
  private let supply: (any SupplySwitch)?
  private let onFailure: (DeviceError) -> Void
  private let onSpeedChange: () -> Void
  private var waiting: [PortAction] = []
  private var timer: TimerID?
  /// Baud: how long bytes take on the line. Unknown speeds are taken for slow.
  private var baudRate: UInt32
  /// Bytes that the device took of what the driver says.
  private(set) var bytesSent = 0
  /// When the last byte that was written has left the line.
  private var lineIsFree: MonotonicTime

  /// A UART has sent its queue's last byte to its own buffer, not to the line; USB adds a frame.
  private static let margin = Duration.milliseconds(10)
  /// How soon a driver that has not sent everything yet is asked again.
  private static let patience = Duration.milliseconds(5)
  private static let slowestBaudRate: UInt32 = 9600
  /// Bytes: with more than one epoch of corrections before it a message would come too late.
  private static let latestPending = 4096

  init(
    source: any ByteSource, loop: EventLoop, supply: (any SupplySwitch)?,
    onFailure: @escaping (DeviceError) -> Void, onSpeedChange: @escaping () -> Void
  ) {
    self.source = source
    self.loop = loop
    self.supply = supply
    self.onFailure = onFailure
    self.onSpeedChange = onSpeedChange
    baudRate = Self.slowestBaudRate
    lineIsFree = loop.now()
  }

  /// Whether everything has been done and has left the line.
  var isIdle: Bool { waiting.isEmpty && isLineFree }

  /// Does these after what is still waiting.
  func perform(_ actions: [PortAction]) {
    waiting += actions
    if timer == nil { work() }
  }

  /// Sends a message that is worthless when it is late, unless something is waiting.
  ///
  /// - Returns: whether it was sent whole.
  func pass(_ message: Span<UInt8>) -> Bool {
    guard waiting.isEmpty, source.pendingOutput <= Self.latestPending else { return false }
    do throws(DeviceError) { _ = try source.write(message) } catch { return false }
    // Its own time only: what is still in the queue is seen there, and a speed that is not known counts
    // for slow.
    lineIsFree = max(lineIsFree, loop.now() + .transmission(of: message.count, at: baudRate))
    return true
  }

  /// Forgets what is waiting.
  func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
    waiting.removeAll()
  }

  private var isLineFree: Bool {
    source.pendingOutput == 0 && source.unsentOutput == 0 && loop.now() >= lineIsFree + Self.margin
  }

  private func work() {
    var done = 0
    defer { waiting.removeFirst(min(done, waiting.count)) }
    while done < waiting.count {
      do throws(DeviceError) {
        switch waiting[done] {
        case .send(let bytes): try send(bytes)
        case .setBaudRate(let rate):
          guard isLineFree else { return wait() }
          try source.setBaudRate(rate)
          baudRate = rate
          onSpeedChange()
        case .setSupply(let isOn):
          guard isLineFree else { return wait() }
          try supply?.set(isOn: isOn)
        }
      } catch {
        onFailure(error)
      }
      done += 1
    }
  }

  private func send(_ bytes: [UInt8]) throws(DeviceError) {
    _ = try source.write(bytes.span)
    bytesSent += bytes.count
    lineIsFree = max(lineIsFree, loop.now()) + .transmission(of: bytes.count, at: baudRate)
  }

  private func wait() {
    let due = max(lineIsFree + Self.margin, loop.now() + Self.patience)
    timer = loop.schedule(at: due) { [self] in
      // `stop` cancels it.
      timer = nil
      work()
    }
  }
}
