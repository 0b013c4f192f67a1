internal import CCairnLinux
package import CairnLinux
package import CairnTypes

/// The sentences of the receiver within a modem: from its port, or through ModemManager where
/// another program has ModemManager read that port.
///
/// Isolation: belongs to the modem's loop.
package final class ModemSentenceSource: ByteSource {
  /// How often ModemManager is asked for sentences.
  static let interval = Duration.seconds(1)
  /// How often it may have none before the receiver counts as lost.
  static let patience = 10

  package let address: SourceAddress
  package var onPendingOutput: (() -> Void)?
  private let modem: DeviceModem
  private let settings: SerialSettings
  private var inner: (any ByteSource)?
  /// Where what ModemManager tells is written, to be read like a port.
  private var terminal: PseudoTerminal?
  private var timer: TimerID?
  private var loop: EventLoop?
  private var last = ""
  private var missing = 0
  private var isClosed = false

  /// - Parameters:
  ///   - address: the receiver's port.
  ///   - settings: how it is opened.
  ///   - modem: the modem that it is part of.
  package init(_ address: SourceAddress, _ settings: SerialSettings, of modem: DeviceModem) {
    self.address = address
    self.settings = settings
    self.modem = modem
  }

  package var descriptor: Int32 { inner?.descriptor ?? -1 }
  package var isPollable: Bool { true }
  package var canWrite: Bool { false }
  package var canChangeSpeed: Bool { false }
  package var lineErrors: LineErrorCounts? { nil }
  package var pendingOutput: Int { 0 }
  package var unsentOutput: Int { 0 }

  package func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void) {
    self.loop = loop
    modem.openReceiver { [self] result in
      guard !isClosed else { return }
      do throws(DeviceError) {
        switch result {
        case .success(.port): inner = try openSource(address, settings: settings)
        case .success(.manager):
          let terminal = try PseudoTerminal()
          self.terminal = terminal
          inner = try openSource(.device(terminal.path), settings: settings)
          ask()
        case .failure(let trouble):
          throw DeviceError(.start, path: ModemReceiverSwitch.path, code: trouble.code)
        }
        then(nil)
      } catch {
        then(error)
      }
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer) -> ReadOutcome {
    unsafe inner?.read(into: buffer) ?? .hangUp(0)
  }

  package func write(_ bytes: Span<UInt8>) throws(DeviceError) -> WriteOutcome { throw refusal }
  package func flush() -> WriteOutcome { .written }
  package func setBaudRate(_ rate: UInt32) throws(DeviceError) { throw refusal }

  package func close() {
    isClosed = true
    if let timer, let loop { loop.cancel(timer) }
    timer = nil
    inner?.close()
    inner = nil
    terminal?.hangUp()
    terminal = nil
  }

  private var refusal: DeviceError {
    DeviceError(.write, path: address.description, code: Int32(cairnlinux_EOPNOTSUPP))
  }

  private func ask() {
    modem.readSentences { [weak self] in self?.take($0) }
    guard let loop else { return }
    timer = loop.schedule(at: loop.now() + Self.interval) { [weak self] in self?.ask() }
  }

  private func take(_ sentences: String?) {
    guard let terminal else { return }
    guard let sentences, !sentences.isEmpty else {
      missing += 1
      // Read as the end of the port, after which the modem is asked for it anew.
      if missing == Self.patience { terminal.hangUp() }
      return
    }
    missing = 0
    guard sentences != last else { return }
    last = sentences
    terminal.write(Array((sentences + "\r\n").utf8))
  }
}
