internal import CCairnLinux
public import CairnTypes

/// A serial line, raw, non-blocking and locked; `close()` restores its settings.
public final class SerialPort: DescriptorSource {
  private let original: cairnlinux_tty

  /// Opens and configures `path`.
  ///
  /// - Parameters:
  ///   - path: the node or a link to it.
  ///   - settings: rate, framing, exclusiveness.
  /// - Throws: `.open`, `.lock` (EBUSY if another program holds it) or `.configure`.
  public convenience init(
    path: String, settings: SerialSettings = SerialSettings()
  ) throws(DeviceError) {
    let (descriptor, isReadOnly) = try openCharacterDevice(path)
    try self.init(
      path: path, descriptor: descriptor, isReadOnly: isReadOnly, settings: settings)
  }

  /// Takes ownership of an open descriptor, even if it throws.
  init(
    path: String, descriptor: Int32, isReadOnly: Bool, settings: SerialSettings
  ) throws(DeviceError) {
    // Locks first, so that a port in use is not touched.
    var lockResult: Int32 = 0
    if settings.isExclusive { lockResult = cairnlinux_lock(descriptor) }
    var terminal = cairnlinux_tty()
    let result = lockResult < 0 ? 0 : unsafe cairnlinux_tty_get(descriptor, &terminal)
    original = terminal
    super.init(.device(path), descriptor: descriptor, canWrite: !isReadOnly)
    do throws(DeviceError) {
      if lockResult < 0 {
        let isHeld = lockResult == -Int32(cairnlinux_EAGAIN)
        throw failure(.lock, isHeld ? Int32(cairnlinux_EBUSY) : -lockResult)
      }
      isLocked = settings.isExclusive
      if result < 0 { throw failure(.configure, -result) }
    } catch {
      // Not `close()`: there is nothing to restore.
      super.close()
      throw error
    }
    OpenPorts.add(descriptor, terminal, isExclusive: settings.isExclusive)
    do throws(DeviceError) {
      try configure(settings)
    } catch {
      close()
      throw error
    }
  }

  deinit { restore() }

  public override var canChangeSpeed: Bool { true }

  public override var lineErrors: LineErrorCounts? {
    var counts = cairnlinux_line_counts()
    guard descriptor >= 0, unsafe cairnlinux_tty_counts(descriptor, &counts) >= 0 else {
      return nil
    }
    return LineErrorCounts(
      framing: counts.frame, overrun: counts.overrun, parity: counts.parity,
      breaks: counts.breaks, bufferOverrun: counts.buffer_overrun)
  }

  public override var unsentOutput: Int {
    descriptor >= 0 ? Int(max(0, cairnlinux_tty_unsent(descriptor))) : 0
  }

  /// Bits per second as the driver reports them: the rate it could divide its clock to.
  public var baudRate: UInt32? {
    var terminal = cairnlinux_tty()
    guard descriptor >= 0, unsafe cairnlinux_tty_get(descriptor, &terminal) >= 0 else { return nil }
    return terminal.ospeed
  }

  public override func setBaudRate(_ rate: UInt32) throws(DeviceError) {
    // Zero would mean "hang up the modem lines".
    guard rate > 0 else { throw failure(.configure, Int32(cairnlinux_EINVAL)) }
    var terminal = cairnlinux_tty()
    var result = unsafe cairnlinux_tty_get(descriptor, &terminal)
    if result >= 0 {
      unsafe cairnlinux_tty_set_speed(&terminal, rate)
      result = unsafe cairnlinux_tty_set(descriptor, &terminal)
    }
    guard result >= 0 else { throw failure(.configure, -result) }
  }

  public override func close() {
    restore()
    super.close()
  }

  /// Sets raw mode without echo first, because a fresh tty echoes the receiver's first sentence
  /// back to it; then discards the torn input.
  private func configure(_ settings: SerialSettings) throws(DeviceError) {
    var terminal = original
    unsafe cairnlinux_tty_make_raw(&terminal)
    let framing = settings.framing
    unsafe cairnlinux_tty_set_framing(
      &terminal, Int32(framing.dataBits), Int32(framing.parity.rawValue), Int32(framing.stopBits))
    if let rate = settings.baudRate {
      guard rate > 0 else { throw failure(.configure, Int32(cairnlinux_EINVAL)) }
      unsafe cairnlinux_tty_set_speed(&terminal, rate)
    }
    let result = unsafe cairnlinux_tty_set(descriptor, &terminal)
    guard result >= 0 else { throw failure(.configure, -result) }
    _ = cairnlinux_tty_flush_input(descriptor)
    if settings.isExclusive { _ = cairnlinux_tty_exclusive(descriptor, 1) }
    // Drivers without this setting (USB CDC, pseudo-terminals) have no latency to remove.
    if settings.lowLatency { _ = cairnlinux_tty_low_latency(descriptor) }
  }

  private func restore() {
    if descriptor >= 0 { OpenPorts.restore(descriptor) }
  }
}
