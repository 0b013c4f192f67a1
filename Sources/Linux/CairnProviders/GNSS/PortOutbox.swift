internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Performs the port actions of a receiver's driver, in order and without blocking.
///
/// The speed is changed only after everything written before has left the line, because a receiver
/// cannot understand a command whose speed changes halfway.
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
  /// Baud: used to compute transmission times. An unknown speed is assumed to be slow.
  private var baudRate: UInt32
  /// Bytes from the driver that the device has accepted.
  private(set) var bytesSent = 0
  /// When the last byte written will have left the line.
  private var lineIsFree: MonotonicTime

  /// A UART's empty queue may have left a byte in its own buffer, and USB adds a frame.
  private static let margin = Duration.milliseconds(10)
  /// The delay before a port that has not sent everything is checked again.
  private static let patience = Duration.milliseconds(5)
  private static let slowestBaudRate: UInt32 = 9600
  /// Bytes: behind more than one epoch of corrections, a message would come too late.
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

  /// Whether all actions are done and all bytes have left the line.
  var isIdle: Bool { waiting.isEmpty && isLineFree }

  /// Performs actions after those that still wait.
  func perform(_ actions: [PortAction]) {
    waiting += actions
    if timer == nil { work() }
  }

  /// Sends a message that is worthless if late, unless actions wait.
  ///
  /// - Returns: whether the whole message was sent.
  func pass(_ message: Span<UInt8>) -> Bool {
    guard waiting.isEmpty, source.pendingOutput <= Self.latestPending else { return false }
    do throws(DeviceError) { _ = try source.write(message) } catch { return false }
    // Adds only its own time: the source shows the queue, and an unknown speed counts as slow.
    lineIsFree = max(lineIsFree, loop.now() + .transmission(of: message.count, at: baudRate))
    return true
  }

  /// Discards all waiting actions.
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
