import CairnJSON
import CairnLinux
import CairnMQTT
import CairnTypes
import CairnWire
import Glibc

/// Connects the location service, the spool and the broker.
///
/// Isolation: the event loop.
final class Device {
  /// Time between two attempts to use the spool's file again.
  private static let repair = Duration.seconds(60)
  /// How long the broker may take to learn that the device is offline.
  private static let farewell = Duration.seconds(2)

  private var configuration: Configuration
  private let file: String
  private let loop: EventLoop
  private let notifier: ServiceNotifier?
  var outbox: Outbox
  private var health = DeviceHealth()
  private var daemon: DaemonClient?
  private var broker: BrokerConnection?
  private var pause = ReconnectPause()
  /// Timers, by what they are for.
  private var timers: [Purpose: TimerID] = [:]
  private var lastFix: MonotonicTime?
  private var told = Set<String>()
  private var isServiceAbsent = false
  /// The number of the message that says that the device is offline.
  private var goodbye: Int32?
  private var sharing: Sharing?

  private enum Purpose: Hashable { case reconnect, sync, health, repair, farewell, share }

  init(_ configuration: Configuration, file: String, loop: EventLoop) {
    self.configuration = configuration
    self.file = file
    self.loop = loop
    notifier = ServiceNotifier(loop: loop)
    outbox = Outbox(nil, confirms: configuration.settings.broker.confirms)
  }

  func begin() {
    openSpool()
    listen()
    connect()
    tellHealth()
    share()
    notifier?.tell(.ready)
    notifier?.startWatchdog()
  }

  private func after(_ time: Duration, _ purpose: Purpose, _ body: @escaping (Device) -> Void) {
    if let timer = timers[purpose] { loop.cancel(timer) }
    // `exit` ends them.
    timers[purpose] = loop.schedule(at: loop.now() + time) { [self] in
      timers[purpose] = nil
      body(self)
    }
  }

  // MARK: - Words

  private func log(_ line: String) { Program.log(line) }

  /// Tells a trouble once, until `forget` says that it is over.
  private func tellOnce(_ line: String) {
    if told.count < 64, told.insert(line).inserted { log(line) }
  }

  private func tellStatus() {
    let state = broker?.isConnected == true ? "connected" : "not connected"
    notifier?.tell(
      .status(
        "\(state) to \(configuration.settings.broker.host ?? ""), \(outbox.count) records wait"))
  }

  // MARK: - The spool

  private var random: UInt32 { .random(in: 0...UInt32.max) }

  private func openSpool() {
    let storing = configuration.settings.storing
    do throws(SpoolFailure) {
      let storage = try SpoolFile(configuration.spool, size: storing.size)
      let spool = try Spool(
        storage, size: storing.size, continuity: Self.continuity, identity: random)
      outbox.adopt(spool)
      if spool.count > 0 { log("\(spool.count) records wait in \(configuration.spool)") }
    } catch {
      if case .system(EWOULDBLOCK) = error.cause {
        Program.fail([
          "\(configuration.spool): another cairn-mqtt has it open: end that, or name another file in [spool]"
        ])
      }
      troubled(by: error)
    }
  }

  /// A number that is another one after each start of the machine.
  private static var continuity: UInt64 {
    guard let boot = SystemClock.boot() else { return .random(in: 0...UInt64.max) }
    let bytes = Array(boot.utf8)
    let half = bytes.count / 2
    return UInt64(recordSum(bytes[..<half])) << 32 | UInt64(recordSum(bytes[half...]))
  }

  private func troubled(by failure: SpoolFailure) {
    tellOnce(
      "\(configuration.spool): \(failure.line); positions are kept in memory, and tried again once a minute"
    )
    repairLater()
  }

  private func repairLater() {
    after(Self.repair, .repair) { device in
      if device.outbox.file == nil {
        device.openSpool()
      } else if !device.outbox.retry() {
        return device.repairLater()
      }
      if device.outbox.isFileUsable {
        device.log("\(device.configuration.spool): it can be written again")
        device.told = []
      }
    }
  }

  private func keep(_ kind: Spool.Kind, _ payload: (RecordKey) -> [UInt8]) {
    let failure = outbox.put(kind, identity: random) { payload(RecordKey($0, $1)) }
    if let failure { troubled(by: failure) }
    syncLater()
    pump()
  }

  private func syncLater() {
    let storing = configuration.settings.storing
    if (outbox.file?.unsynced ?? 0) >= storing.records { return sync() }
    // Acknowledgements alone can wait for the next records: what is lost of them is told again.
    guard (outbox.file?.unsynced ?? 0) > 0, timers[.sync] == nil else { return }
    after(storing.interval, .sync) { $0.sync() }
  }

  private func sync() {
    if let timer = timers.removeValue(forKey: .sync) { loop.cancel(timer) }
    do throws(SpoolFailure) { try outbox.sync() } catch { troubled(by: error) }
  }

  // MARK: - The location service

  private func listen() {
    daemon = DaemonClient(configuration.wishes, loop: loop) { [self] in take($0) }
  }

  private func take(_ event: DaemonClient.Event) {
    switch event {
    case .locations(let locations): for location in locations { take(location) }
    case .visit(let visit):
      let time = visit.departure ?? visit.arrival
      guard let time = time ?? SystemClock.utc() else { return }
      write(.visit) { $0.visit(visit, at: time, self.configuration.topics, $1) }
    case .crossing(let isEntry, let event): take(isEntry, event)
    case .plan(let plan):
      health.plan = plan.entries.map {
        DeviceHealth.Provider(
          $0.provider.name, isOn: $0.isOn, power: $0.power, accuracy: $0.expectedAccuracy)
      }
    case .receiver(let receiver): health.receiver = DeviceHealth.Receiver(receiver)
    case .energy(let energy):
      health.energy = energy.providers.map { ($0.name, $0.energy?.joules) }
    case .trouble(let error):
      health.trouble = error.line
      if error.severity != .transient { tellOnce(error.line) }
    case .authorization(let authorization): take(authorization)
    case .connected:
      if isServiceAbsent { log("cairnd answers") }
      isServiceAbsent = false
    case .lost:
      health.trouble = "cairnd does not answer"
      if !isServiceAbsent { log(absence) }
      isServiceAbsent = true
    }
  }

  private var absence: String {
    "nobody answers at \(configuration.socket); waiting for cairnd (systemctl enable --now cairnd.socket)"
  }

  private func take(_ authorization: Authorization) {
    guard !authorization.allows(.standard) else { return }
    let line =
      "cairnd gives this program no positions: \(authorization.reason); allow it in /etc/cairn/policy.d"
    health.trouble = line
    tellOnce(line)
  }

  private func take(_ fix: Location) {
    // A repeated one was told before.
    if let lastFix, fix.time <= lastFix { return }
    lastFix = fix.time
    guard let time = fix.timestamp ?? time(of: fix.time) else {
      health.undated += 1
      return
    }
    health.trouble = nil
    let now = SystemClock.utc() ?? time
    write(.location) { $0.location(fix, at: time, now: now, self.configuration.topics, $1) }
  }

  private func take(_ isEntry: Bool, _ event: WireRegionEvent) {
    guard let time = event.timestamp ?? time(of: event.time) else {
      health.undated += 1
      return
    }
    let (topics, made) = (configuration.topics, configuration.made)
    write(.transition) {
      $0.transition(
        isEntry, event.identifier, made: made, evidence: event.evidence, at: time, topics, $1)
    }
  }

  /// When something was, by the system's clock; `nil` if nobody has set that.
  private func time(of instant: MonotonicTime) -> Timestamp? {
    guard let now = SystemClock.utc() else { return nil }
    let age = (loop.now() - instant).wholeNanoseconds
    return Timestamp(
      nanosecondsSince1970: now.nanosecondsSince1970 - max(0, min(age, 86_400_000_000_000)))
  }

  private func write(_ kind: Spool.Kind, _ body: (inout JSONText, RecordKey) -> Void) {
    keep(kind) { key in
      var text = JSONText(capacity: 320)
      body(&text, key)
      return text.bytes
    }
  }

  // MARK: - The broker

  private func connect() {
    broker = BrokerConnection(configuration.connection, loop: loop) { [self] in take($0) }
  }

  private func take(_ event: BrokerConnection.Event) {
    switch event {
    case .connected: connected()
    case .lost(let line): lost(line)
    case .acknowledged(let id):
      if id == goodbye { return leave() }
      outbox.acknowledge(id)
      syncLater()
      pump()
    case .message(let topic, let bytes):
      guard topic == configuration.topics.stored, let note = StoredNote(bytes) else { return }
      if outbox.noteStored(note.number, of: note.spool) { syncLater() }
    }
  }

  private func connected() {
    log("connected to \(configuration.settings.broker.host ?? ""), \(outbox.count) records wait")
    told = []
    _ = broker?.publish(configuration.topics.status, Array("online".utf8), isRetained: true)
    let home = configuration.settings.homeAssistant
    if home.isOn {
      var text = JSONText()
      text.discovery(
        configuration.topics, name: home.name ?? configuration.topics.device,
        version: Program.version)
      _ = broker?.publish(configuration.topics.discovery(home.prefix), text.bytes, isRetained: true)
    }
    // A broker that was started anew may not know the last position.
    if let last = outbox.lastLive, outbox.count == 0 {
      _ = broker?.publish(configuration.topics.live, last, isRetained: true)
    }
    pump()
    publishHealth()
    tellStatus()
    CodePages.release()
  }

  private func lost(_ line: String) {
    tellOnce("\(line); \(goodbye == nil ? "trying again" : "ending")")
    pause.noteConnection(lasted: broker?.lasted ?? .zero)
    broker = nil
    outbox.noteDisconnected()
    if goodbye != nil { return leave() }
    tellStatus()
    after(pause.next(random: random), .reconnect) { $0.connect() }
  }

  /// Gives the broker what fits into the window.
  private func pump() {
    guard let broker, broker.isConnected, goodbye == nil else { return }
    while let message = outbox.next() {
      let channel = message.channel
      guard
        let id = broker.publish(
          configuration.topics.topic(of: channel), message.payload, isRetained: channel == .live)
      else { return }
      outbox.noteSent(message, as: id)
    }
  }

  // MARK: - Health

  private func tellHealth() {
    after(configuration.settings.device.health, .health) { device in
      device.publishHealth()
      device.tellStatus()
      device.tellHealth()
      if device.outbox.file?.isChanged ?? false, device.outbox.file?.unsynced == 0 { device.sync() }
      CodePages.release()
    }
  }

  private func publishHealth() {
    guard let broker, broker.isConnected, let now = SystemClock.utc() else { return }
    var text = JSONText()
    text.health(health, outbox, now: now, version: Program.version)
    _ = broker.publish(configuration.topics.health, text.bytes, isRetained: true)
  }

  private func share() {
    sharing = configuration.settings.sharing.isOn ? Sharing(configuration) : nil
    guard sharing != nil else { return }
    // Once an hour: what was heard on a day is told on a later one.
    after(.seconds(3600), .share) { $0.share() }
    guard outbox.count < 1000, let now = SystemClock.utc() else { return }
    sharing?.submit(
      keep: { [self] items in
        keep(.radio) { JSONText.radio(items: items, at: now, $0) }
        sync()
      }, log: { [self] in tellOnce($0) })
  }

  // MARK: - The end

  /// Reads the configuration again; with a mistake in it, all stays as it is.
  func reload() {
    notifier?.tell(.reloading)
    defer { notifier?.tell(.ready) }
    let (new, faults) = Configuration.read(file)
    guard let new else {
      for line in faults { log(line) }
      return log("the configuration of before stays in force")
    }
    let before = configuration
    configuration = new
    if new.spool != before.spool || new.settings.storing.size != before.settings.storing.size {
      log("another spool is used after a restart")
      configuration.spool = before.spool
    }
    told = []
    outbox.confirms = new.settings.broker.confirms
    if new.wishes.path != before.wishes.path {
      daemon?.close()
      listen()
    } else {
      daemon?.change(to: new.wishes)
    }
    if new.connection != before.connection || new.topics != before.topics
      || new.settings.homeAssistant != before.settings.homeAssistant
    {
      _ = broker?.publish(before.topics.status, Array("offline".utf8), isRetained: true)
      broker?.close()
      broker = nil
      outbox.noteDisconnected()
      connect()
    }
    tellHealth()
    share()
    log("the configuration was read again")
  }

  /// Tells the broker that the device is offline, keeps everything, and ends the program.
  func end() {
    guard goodbye == nil else { return }
    log("ending")
    notifier?.tell(.stopping)
    daemon?.close()
    goodbye = -1
    guard
      let id = broker?.publish(configuration.topics.status, Array("offline".utf8), isRetained: true)
    else { return leave() }
    goodbye = id
    after(Self.farewell, .farewell) { $0.leave() }
  }

  private func leave() {
    broker?.close()
    do throws(SpoolFailure) { try outbox.file?.close() } catch {
      log("\(configuration.spool): \(error.line)")
    }
    exit(0)
  }
}
