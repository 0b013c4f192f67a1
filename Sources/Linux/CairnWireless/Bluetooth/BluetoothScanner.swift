internal import CCairnLinux
internal import CairnBus
package import CairnDBus
public import CairnHAL
public import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Hears Bluetooth beacons: through a raw socket where the program has CAP_NET_RAW, for exactly the
/// share of the time that is wanted; otherwise through BlueZ, as any user may, for the share that
/// BlueZ's configuration says, usually half of the time.
///
/// Isolation: the event loop it is given.
public actor BluetoothScanner: BeaconScanner {
  public nonisolated let descriptor: BeaconScannerDescriptor
  public var sink: BeaconScannerSink?
  private nonisolated let loop: EventLoop
  private nonisolated let folder: String
  private let addresses: [DBusAddress]
  private let makeSocket: HCISocketMaker
  private let switches: String?
  private var raw: HCIBeacons?
  private var bluez: BlueZBeacons?
  private var duty = 0.0
  private var retry: TimerID?
  private var issue: ProviderIssue.Kind?
  /// Whether commands to the adapter were refused, so that BlueZ is asked.
  private var lacksRight = false

  /// Pause before a missing adapter, or one that is off, is looked for again.
  static let retryInterval = Duration.seconds(2)

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  /// Creates a scanner that does nothing until it is asked to listen.
  ///
  /// - Parameters:
  ///   - descriptor: its name, and what the radio draws.
  ///   - loop: the system's event loop.
  public init(
    descriptor: BeaconScannerDescriptor = BeaconScannerDescriptor(), loop: EventLoop
  ) {
    self.init(
      descriptor: descriptor, loop: loop, adapters: "/sys/class/bluetooth",
      bus: DBusAddress.systemBuses,
      switches: "/dev/rfkill"
    ) { () throws(DeviceError) in try RawHCISocket() }
  }

  /// Creates a scanner that finds adapters, bus, switches and sockets elsewhere; for tests.
  package init(
    descriptor: BeaconScannerDescriptor = BeaconScannerDescriptor(), loop: EventLoop,
    adapters folder: String, bus addresses: [DBusAddress], switches: String?,
    makeSocket: sending @escaping HCISocketMaker
  ) {
    self.descriptor = descriptor
    self.loop = loop
    self.folder = folder
    self.addresses = addresses
    self.switches = switches
    self.makeSocket = makeSocket
  }

  /// Whether the kernel has an adapter, on or off.
  public nonisolated var isPresent: Bool {
    // Names with a colon are connections.
    ((try? folderNames(folder, suffix: "", limit: 64)) ?? []).contains { !$0.contains(":") }
  }

  /// Whether it listens through BlueZ, because the program lacks CAP_NET_RAW.
  public var usesBlueZ: Bool { bluez != nil }

  public func listen(duty: Double) {
    self.duty = duty
    guard duty > 0 else { return stop() }
    if let raw { return raw.listen(duty: duty) }
    if bluez == nil { begin() }
  }

  private func stop() {
    raw?.stop()
    bluez?.stop()
    (raw, bluez, issue) = (nil, nil, nil)
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  private func begin() {
    guard duty > 0, raw == nil, bluez == nil else { return }
    if let retry { loop.cancel(retry) }
    retry = nil
    if lacksRight { return askBlueZ() }
    do throws(DeviceError) {
      let socket = try makeSocket()
      let raw = HCIBeacons(
        socket, loop: loop, tell: { [self] event in assumeIsolated { $0.tell(event) } },
        onEnd: { [self] end in assumeIsolated { $0.ended(end) } })
      self.raw = raw
      raw.listen(duty: duty)
    } catch {
      if error.code == cairnlinux_ENETDOWN {
        set(.radioOff, whyOff() ?? "Bluetooth is switched off: run `bluetoothctl power on`")
      } else if !isPresent {
        set(.absent, "there is no Bluetooth adapter: plug one in, or load its driver")
      } else {
        // A sandbox, perhaps; BlueZ is outside.
        return askBlueZ()
      }
      again()
    }
  }

  private func ended(_ end: HCIBeacons.End) {
    raw = nil
    switch end {
    case .notPermitted:
      lacksRight = true
      askBlueZ()
    // Not at once: a socket that fails each time would keep the loop busy.
    case .lost: again()
    }
  }

  private func again() {
    retry = loop.schedule(at: loop.now() + Self.retryInterval) { [self] in
      assumeIsolated { $0.begin() }
    }
  }

  private func askBlueZ() {
    clearIssue()
    let bluez = BlueZBeacons(
      addresses, loop: loop, readDuty: RawHCISocket.monitorDuty,
      whyOff: { [self] in assumeIsolated { $0.whyOff() } },
      tell: { [self] event in assumeIsolated { $0.tell(event) } })
    self.bluez = bluez
    bluez.start()
  }

  private func tell(_ event: BeaconScannerEvent) {
    if case .listening(let duty) = event, duty > 0 { clearIssue() }
    sink?.send(event)
  }

  private func set(_ kind: ProviderIssue.Kind, _ explanation: String) {
    guard issue != kind else { return }
    clearIssue()
    issue = kind
    sink?.send(.issue(ProviderIssue(kind, explanation, isBlocking: true)))
  }

  private func clearIssue() {
    if let issue { sink?.send(.resolved(issue)) }
    issue = nil
  }

  /// Says which switch holds Bluetooth silent; `nil` if none does, or nobody tells.
  private func whyOff() -> String? {
    guard let switches else { return nil }
    let watch = RadioSwitchWatch(.bluetooth, loop: loop, path: switches)
    watch.start {}
    defer { watch.stop() }
    return switch watch.obstacle {
    case .program: "Bluetooth is switched off by a program: run `rfkill unblock bluetooth`"
    case .key: "Bluetooth is switched off by a switch or key of the device"
    default: nil
    }
  }
}
