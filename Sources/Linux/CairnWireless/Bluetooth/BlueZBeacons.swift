internal import CairnBus
internal import CairnDBus
internal import CairnHAL
internal import CairnLinux
internal import CairnSensors
internal import CairnTypes

/// Hears beacons through BlueZ, as any user may: registers a monitor of advertisements, and follows the
/// devices that match it.
///
/// BlueZ tells of a device when its strength has changed by about 8 dB, and when it was silent for
/// five seconds. In between, the device counts as heard, which is told once a second.
///
/// Isolation: belongs to its event loop.
final class BlueZBeacons {
  /// How long BlueZ may take to answer.
  private static let patience = Duration.seconds(10)
  /// Pauses before the bus or BlueZ is tried again: doubled each time.
  private static let retryIntervals = Duration.seconds(1)...Duration.seconds(30)
  /// Time between two reports of a device that is there.
  private static let holdInterval = Duration.seconds(1)
  /// Devices that are remembered.
  private static let capacity = 512

  private let loop: EventLoop
  private let bus: BusConnection
  private let tell: (BeaconScannerEvent) -> Void
  /// For how much of the time an adapter listens; `nil` where nobody tells.
  private let readDuty: (UInt16) -> Double?
  /// Why Bluetooth is off, in words.
  private let whyOff: () -> String?
  private var subscriptions: [BusSubscription] = []
  private var pause = retryIntervals.lowerBound
  private var retry: TimerID?
  private var hold: TimerID?
  /// Counts questions, so that answers to earlier ones are ignored.
  private var question: UInt64 = 0
  /// Asks for the adapters after signals, of which there may be any number.
  private lazy var signalled = PacedLook(loop: loop) { [weak self] in
    guard let self, bus.owner(of: BlueZ.name) != nil else { return }
    ask()
  }
  private var devices: [ObjectPath: BlueZDevice] = [:]
  /// Devices that were found, and about which BlueZ has told too little.
  private var unknown: Set<ObjectPath> = []
  /// Asks about them, of which there may be any number.
  private lazy var found = PacedLook(loop: loop) { [weak self] in self?.askAboutDevices() }
  /// The adapter at which the monitor is registered.
  private var registered: ObjectPath?
  private var issue: ProviderIssue?
  private var isListening = false
  private var isRunning = false
  private(set) var intake = BeaconIntake()

  /// - Parameters:
  ///   - addresses: where the bus is, tried in order.
  ///   - loop: the loop of the caller.
  ///   - readDuty: asked with the number of an adapter when it begins to listen; `nil` for the default.
  ///   - whyOff: asked when the adapter is off; `nil` where nobody knows.
  ///   - tell: called on the loop for each event.
  init(
    _ addresses: [DBusAddress], loop: EventLoop, readDuty: @escaping (UInt16) -> Double?,
    whyOff: @escaping () -> String?, tell: @escaping (BeaconScannerEvent) -> Void
  ) {
    self.loop = loop
    self.tell = tell
    self.readDuty = readDuty
    self.whyOff = whyOff
    bus = BusConnection(addresses, loop: loop)
  }

  func start() {
    isRunning = true
    bus.onStateChange = { [weak self] in self?.note($0) }
    subscriptions = [
      bus.serve(BlueZ.application) { [weak self] call in
        self?.answer(call).map { .now($0) } ?? .unknown
      },
      bus.watchOwner(of: BlueZ.name) { [weak self] owner in
        guard let self else { return }
        forgetEverything()
        if owner == nil {
          set(
            .noService,
            "bluetoothd is not running: start it, for example with `systemctl start bluetooth`")
        } else {
          // It may end and start again and again.
          signalled.note()
        }
      },
      bus.subscribe(DBusMatchRule(sender: BlueZ.name, interface: BlueZ.objectManager)) {
        [weak self] in self?.noteObjects($0)
      },
      bus.subscribe(
        DBusMatchRule(
          sender: BlueZ.name, interface: BlueZ.properties, member: "PropertiesChanged",
          arguments: [.string(index: 0, BlueZ.device.text)])
      ) { [weak self] in self?.noteDevice($0) },
      bus.subscribe(
        DBusMatchRule(
          sender: BlueZ.name, interface: BlueZ.properties, member: "PropertiesChanged",
          arguments: [.string(index: 0, BlueZ.adapter.text)])
      ) { [weak self] signal in
        if signal.body.count > 1, signal.body[1]["Powered"] != nil { self?.signalled.note() }
      },
    ]
    bus.connect()
  }

  func stop() {
    isRunning = false
    question &+= 1
    signalled.cancel()
    found.cancel()
    if let registered {
      var message = DBusMessage.methodCall(
        BlueZ.name, registered, BlueZ.manager, "UnregisterMonitor",
        [.objectPath(BlueZ.application)])
      message.flags = [.noReplyExpected, .noAutoStart]
      // The end of the connection does the same.
      try? bus.send(message)
    }
    registered = nil
    for timer in [retry, hold].compactMap({ $0 }) { loop.cancel(timer) }
    (retry, hold) = (nil, nil)
    for subscription in subscriptions { bus.unsubscribe(subscription) }
    subscriptions = []
    bus.close()
  }

  // MARK: BlueZ and its adapter

  private func note(_ state: BusConnection.State) {
    switch state {
    case .connecting: break
    case .connected: pause = Self.retryIntervals.lowerBound
    case .disconnected(let error):
      guard isRunning else { return }
      forgetEverything()
      set(.noService, "BlueZ cannot be asked: \(error ?? .closed)")
      wait(pause) { $0.bus.connect() }
      pause = min(pause * 2, Self.retryIntervals.upperBound)
    }
  }

  /// Finds out whether there is an adapter that is on, and registers the monitor there.
  private func ask() {
    question &+= 1
    let asked = question
    call(BlueZ.root, BlueZ.objectManager, "GetManagedObjects") { [weak self] result in
      guard let self, question == asked, isRunning else { return }
      guard case .success(let values) = result else {
        set(.noService, "BlueZ does not list its adapters; it is asked again")
        return wait(Self.retryIntervals.lowerBound) { $0.ask() }
      }
      let objects = values.first?.dictionary?.entries ?? []
      let adapters = objects.compactMap { entry in
        entry.key.objectPath.flatMap { BlueZAdapter($0, entry.value) }
      }
      guard
        let adapter = adapters.first(where: { $0.isOn && $0.hasMonitors })
          ?? adapters.first(where: \.isOn) ?? adapters.first
      else {
        forgetEverything()
        return set(.absent, "there is no Bluetooth adapter: plug one in, or load its driver")
      }
      use(adapter)
    }
  }

  private func use(_ adapter: BlueZAdapter) {
    guard adapter.isOn else {
      forgetEverything()
      return set(.radioOff, whyOff() ?? "Bluetooth is switched off: run `bluetoothctl power on`")
    }
    guard adapter.hasMonitors else {
      forgetEverything()
      return set(
        .noService,
        "this bluetoothd offers no monitors of advertisements: start it with --experimental, or give "
          + "the program CAP_NET_RAW")
    }
    guard registered != adapter.path else { return }
    forgetEverything()
    registered = adapter.path
    let asked = question
    call(adapter.path, BlueZ.manager, "RegisterMonitor", [.objectPath(BlueZ.application)]) {
      [weak self] result in
      guard let self, question == asked, isRunning else { return }
      switch result {
      case .success: clearIssue()
      case .failure(let error): refused(error)
      }
    }
  }

  private func refused(_ error: BusError) {
    registered = nil
    if case .reply(let name, _) = error, name == .accessDenied {
      set(
        .permission,
        "the bus does not let this user speak to BlueZ: allow org.bluez in a file of /etc/dbus-1/system.d"
      )
    } else {
      set(.busy, "BlueZ does not listen for beacons: \(error); it is asked again")
    }
    wait(Self.retryIntervals.upperBound) { $0.ask() }
  }

  private func forgetEverything() {
    registered = nil
    (devices, unknown) = ([:], [])
    if let hold { loop.cancel(hold) }
    hold = nil
    if isListening { tell(.listening(duty: 0)) }
    isListening = false
  }

  /// Tells of an issue, unless it is the present one.
  private func set(_ kind: ProviderIssue.Kind, _ explanation: String) {
    let new = ProviderIssue(kind, explanation, isBlocking: true)
    guard new != issue else { return }
    if let issue, issue.kind != kind { tell(.resolved(issue.kind)) }
    issue = new
    tell(.issue(new))
  }

  private func clearIssue() {
    if let issue { tell(.resolved(issue.kind)) }
    issue = nil
  }

  private func wait(_ pause: Duration, then next: @escaping (BlueZBeacons) -> Void) {
    if let retry { loop.cancel(retry) }
    retry = loop.schedule(at: loop.now() + pause) { [weak self] in
      guard let self else { return }
      retry = nil
      next(self)
    }
  }

  // MARK: Methods that BlueZ calls

  private func answer(_ call: DBusMessage) -> DBusMessage? {
    guard isRunning, let sender = call.sender, sender == bus.owner(of: BlueZ.name) else {
      return call.error(.accessDenied, "only BlueZ may call this")
    }
    switch (call.interface, call.member?.text) {
    case (BlueZ.objectManager, "GetManagedObjects") where call.path == BlueZ.application:
      return call.reply([BlueZ.objects])
    case (BlueZ.properties, "GetAll") where call.path == BlueZ.ownMonitor:
      return call.reply([BlueZ.monitorProperties])
    case (BlueZ.monitor, "Activate"):
      guard let registered, !isListening else { return call.reply() }
      clearIssue()
      isListening = true
      tell(.listening(duty: readDuty(registered.adapterNumber) ?? BlueZ.duty))
      return call.reply()
    case (BlueZ.monitor, "Release"):
      guard registered != nil else { return call.reply() }
      forgetEverything()
      set(.busy, "BlueZ has ended the monitor of beacons; it is asked again")
      wait(Self.retryIntervals.lowerBound) { $0.ask() }
      return call.reply()
    case (BlueZ.monitor, "DeviceFound"):
      if let path = call.body.first?.objectPath { find(path) }
      return call.reply()
    case (BlueZ.monitor, "DeviceLost"):
      if let path = call.body.first?.objectPath { lose(path) }
      return call.reply()
    default: return nil
    }
  }

  private func find(_ path: ObjectPath) {
    guard var device = device(path) else { return }
    device.isFound = true
    device.heard = loop.now()
    devices[path] = device
    holdSoon()
    guard device.frame == nil || device.rssi == nil else { return report(device) }
    unknown.insert(path)
    found.note()
  }

  private func askAboutDevices() {
    for path in unknown {
      call(path, BlueZ.properties, "GetAll", [.string(BlueZ.device.text)]) { [weak self] result in
        if let properties = (try? result.get())?.first { self?.take(properties, of: path) }
      }
    }
    unknown = []
  }

  private func lose(_ path: ObjectPath) {
    unknown.remove(path)
    guard let device = devices.removeValue(forKey: path), device.isFound else { return }
    tell(
      .lost(
        device: device.address, silentSince: loop.now() - .seconds(Int64(BlueZ.silence))))
  }

  // MARK: Sightings from BlueZ

  private func device(_ path: ObjectPath) -> BlueZDevice? {
    if let known = devices[path] { return known }
    if devices.count >= Self.capacity {
      guard
        let oldest = devices.filter({ !$0.value.isFound }).min(by: {
          $0.value.heard < $1.value.heard
        })
      else { return nil }
      devices[oldest.key] = nil
    }
    return BlueZDevice(heard: loop.now())
  }

  private func noteObjects(_ signal: DBusMessage) {
    guard let path = signal.body.first?.objectPath, signal.body.count > 1 else { return }
    if signal.member == "InterfacesRemoved" {
      devices[path] = nil
      if signal.body[1].texts?.contains(BlueZ.adapter.text) == true { signalled.note() }
      return
    }
    if let properties = signal.body[1][BlueZ.device.text] { take(properties, of: path) }
    if signal.body[1][BlueZ.adapter.text] != nil { signalled.note() }
  }

  private func noteDevice(_ signal: DBusMessage) {
    guard let path = signal.path, signal.body.count > 1 else { return }
    take(signal.body[1], of: path)
  }

  private func take(_ properties: DBusValue, of path: ObjectPath) {
    guard registered != nil, var device = device(path) else { return }
    let (frames, isHeard) = device.take(properties, &intake)
    guard isHeard else {
      if devices[path] != nil { devices[path] = device }
      return
    }
    device.heard = loop.now()
    devices[path] = device
    if frames.isEmpty { return report(device) }
    for frame in frames { report(device, frame) }
  }

  private func report(_ device: BlueZDevice, _ frame: BeaconFrame? = nil) {
    guard let frame = frame ?? device.frame else { return }
    tell(
      .heard(
        BeaconSighting(
          device: device.address, frame: frame, rssi: device.rssi, time: loop.now(),
          isCoarse: true)))
  }

  /// Tells once a second of the devices that are there, as long as there are any.
  private func holdSoon() {
    guard hold == nil, devices.values.contains(where: \.isFound) else { return }
    hold = loop.schedule(at: loop.now() + Self.holdInterval) { [weak self] in
      guard let self else { return }
      hold = nil
      for device in devices.values where device.isFound { report(device) }
      holdSoon()
    }
  }

  private func call(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
    _ body: [DBusValue] = [], _ reply: @escaping BusConnection.Reply
  ) {
    var message = DBusMessage.methodCall(BlueZ.name, path, interface, member, body)
    message.flags.insert(.noAutoStart)
    bus.call(message, timeout: Self.patience, reply)
  }
}
