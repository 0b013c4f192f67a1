import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX

extension Target {
  /// A driver in virtual time. Eight bytes select the receiver; of the rest, frames arrive on the
  /// line, and each byte between frames is an event.
  static let driver = Target(
    "Driver", .frames(prefix: DriverRun.prefix), maximumLength: 1024, seeds: { driverSeeds }
  ) { input in
    guard input.count > DriverRun.prefix else { return }
    let run = DriverRun(Array(input.prefix(DriverRun.prefix)))
    for piece in Piece.split(input.dropFirst(DriverRun.prefix)) {
      if piece.wireProtocol != nil {
        run.receive(piece.bytes)
      } else {
        for byte in piece.bytes { run.step(byte) }
      }
    }
    run.end()
  }

  /// Every receiver, undisturbed for some time and then with events; and a mute line with messages
  /// that are answers.
  private static let driverSeeds: [(name: String, bytes: [UInt8])] = {
    let mute = UInt8(SimulatedReceiver.Personality.allCases.count)
    let silence: [UInt8] = [mute, 0x01, 0, 0, 0, 0, 0, 0, 0x58]
    // Acknowledgements, configuration, monitoring, assistance, security.
    let answers = MadeFrames.ubx.filter { [0x05, 0x06, 0x0A, 0x13, 0x27].contains($0.bytes[2]) }
    var seeds = (answers + MadeFrames.nmea).enumerated().map { number, frame in
      ("frame\(number)", silence + frame.bytes + [0x58, 0x68])
    }
    for personality in 0..<mute {
      for options: UInt8 in [0x01, 0x3D, 0xFE] {
        let head = [personality, options, 0, 0, 0, 0, 0, 0]
        let calm = Array(repeating: 0x58 as UInt8, count: 40)
        let events: [UInt8] = [
          0x06, 0x68, 0x0E, 0x68, 0x16, 0x68, 0x07, 0x70, 0x0F, 0x70, 0x17, 0x70,
        ]
        seeds.append(("calm\(personality)-\(options)", head + calm))
        seeds.append(("events\(personality)-\(options)", head + calm + events + calm))
      }
    }
    return seeds
  }()
}

/// A driver at one end of a line, and a simulated receiver or nothing at the other; frames of the
/// input arrive in between.
private final class DriverRun {
  static let prefix = 8
  private static let start = MonotonicTime(nanoseconds: 1_000_000_000_000)
  /// Limits of virtual time and calls for one input.
  private static let longest = Duration.seconds(600)
  private static let mostCalls = 3000

  private let receiver = Receiver(ReceiverStream(dates: DateResolver(reference: nil)))
  private var line: SimulatedLine?
  private let permission: WritePermission
  private var now = Duration.zero
  private var calls = 0
  /// Consecutive calls without time passing.
  private var callsInPlace = 0
  /// The step byte that says how the next bytes are damaged; 0 for no damage.
  private var damage: UInt8 = 0
  private var lastSent: [UInt8] = []

  init(_ head: [UInt8]) {
    permission = WritePermission.allCases[Int(head[1] & 3) % WritePermission.allCases.count]
    var setup = ReceiverSetup()
    setup.permission = permission
    setup.keepsDatabase = head[1] & 4 != 0
    if head[1] & 8 != 0 { setup.traits = Self.traits(hasSwitch: head[1] & 16 != 0) }
    if head[1] & 32 != 0 {
      setup.startup = [ConfigurationKey.usesIMES, .usesGLONASSL1, .largestTimeError]
        .compactMap { ConfigurationValue($0, UInt64(1)) }
      setup.persistence = [.flash, .batteryBacked]
      setup.workingBaudRate = 115_200
      setup.baudRates = [38_400, 9600]
    }
    setup.port = ReceiverPort.allCases[Int(head[2]) % ReceiverPort.allCases.count]
    receiver.driver = ReceiverDriver(
      setup: setup, alternatives: [setup], canChangeSpeed: head[1] & 64 == 0)
    let personalities = SimulatedReceiver.Personality.allCases
    if Int(head[0]) % (personalities.count + 1) < personalities.count {
      var configuration = SimulatedReceiver.Configuration(
        personalities[Int(head[0]) % (personalities.count + 1)])
      configuration.timeToFirstFix = .seconds(1)
      configuration.seed = UInt64(head[3])
      configuration.faults = Self.faults(head[4], head[5])
      line = SimulatedLine(configuration, hostBaudRate: head[6] & 1 == 0 ? 9600 : 115_200)
    }
    receiver.driver.setDemand(demand(head[7]), at: time)
    receiver.driver.open(at: time)
    perform()
  }

  private static func traits(hasSwitch: Bool) -> ReceiverPowerTraits {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 80, trackingMilliwatts: 60)
    traits.hasSupplySwitch = hasSwitch
    traits.keepsBackupSupply = true
    traits.hardwareBackupMilliwatts = 0.05
    traits.softwareBackupMilliwatts = 0.1
    traits.standbyMilliwatts = 3
    traits.cyclicMilliwatts = 20
    return traits
  }

  private static func faults(_ kind: UInt8, _ size: UInt8) -> [SimulatedReceiver.Fault] {
    let time = Duration.milliseconds(Int(size) * 100)
    return switch kind % 12 {
    case 1: [.losesAcknowledgement(number: Int(size % 16) + 1)]
    case 2: [.losesAnswers(every: Int(size % 8) + 1)]
    case 3: [.isDeaf(from: time, to: nil)]
    case 4: [.isDeaf(from: time, to: time + .seconds(5))]
    case 5: [.resets(at: time)]
    case 6: [.brownOut(at: time)]
    case 7: [.garbage(at: time, count: Int(size) * 4)]
    case 8: [.answersLate(by: time)]
    case 9: [.startsAt(baudRate: size & 1 == 0 ? 4800 : 460_800)]
    default: []
    }
  }

  private func demand(_ byte: UInt8) -> ReportDemand? {
    guard byte & 7 != 7 else { return nil }
    var demand = ReportDemand()
    demand.wantsSatellites = byte & 1 != 0
    demand.wantsHealth = byte & 2 != 0
    demand.takesCorrections = byte & 4 != 0
    demand.fixInterval = .milliseconds(25 << Int(byte >> 3 & 15))
    demand.isCyclic = byte & 0x80 != 0
    return demand
  }

  private var time: MonotonicTime { Self.start + now }

  // MARK: - What happens

  func step(_ byte: UInt8) {
    guard now < Self.longest, calls < Self.mostCalls else { return }
    let detail = byte >> 3
    switch byte & 7 {
    case 0, 1: pass(.milliseconds(1 << Int(detail % 16)))
    case 2: damage = byte
    case 3: answer(isRight: detail & 1 == 0)
    case 4: receive(epoch(hasFix: detail & 1 == 0))
    case 5: line?.setSupply(isOn: detail & 1 == 0, at: now)
    case 6: receiver.driver.setDemand(demand(byte &* 37), resting: gap(detail), at: time)
    default: meet(detail)
    }
    perform()
  }

  private func gap(_ detail: UInt8) -> Duration? {
    detail & 1 == 0 ? nil : .seconds(1 << Int(detail))
  }

  private func meet(_ detail: UInt8) {
    switch detail % 4 {
    case 0:
      var assistance = Assistance()
      assistance.time = .init(
        Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000), at: time, accuracy: .seconds(2))
      assistance.position = Coordinate(latitude: 37.5, longitude: 127)
      assistance.data = MadeFrames.ubx.filter { $0.bytes[2] == 0x13 }.flatMap { $0.bytes }
      receiver.driver.assist(with: assistance, at: time)
    case 1: receiver.driver.open(at: time, receiver.driver.close())
    case 2: receiver.driver.open(at: time, receiver.driver.close().afterLoss)
    default:
      var memory = receiver.driver.close()
      memory.records = ReceiverRecords(decoding: memory.records.encoded)
      receiver.driver.open(at: time, memory)
    }
  }

  /// A position, or the lack of one, with the end of its epoch.
  private func epoch(hasFix: Bool) -> [UInt8] {
    var (position, end) = (NavPVT(), NavEOE())
    position.timeOfWeek = UInt32(truncatingIfNeeded: time.nanoseconds / 1_000_000)
    end.timeOfWeek = position.timeOfWeek
    position.fixType = hasFix ? .threeD : .none
    position.flags.isFixOK = hasFix
    return position.encode() + end.encode()
  }

  /// Answers the last command with an acknowledgement or a refusal.
  private func answer(isRight: Bool) {
    guard let id = UBXFrame.messageID(of: lastSent.span) else { return }
    receive(
      Piece(.ubx, content: [5, isRight ? 1 : 0, id.messageClass.rawValue, id.number]).bytes)
  }

  /// Advances the time, with all events that are due.
  private func pass(_ duration: Duration) {
    let end = now + duration
    while calls < Self.mostCalls {
      var next = end
      if let event = line?.nextEvent { next = min(next, event) }
      if let deadline = receiver.nextDeadline { next = min(next, deadline - Self.start) }
      next = max(next, now)
      calls += 1
      callsInPlace = next == now ? callsInPlace + 1 : 0
      require(callsInPlace < 1000, "the driver is due again and again")
      now = next
      for arrival in line?.advance(to: now) ?? [] { arrive(arrival.bytes) }
      receiver.fire(at: time)
      takeEvents()
      perform()
      if now >= end { return }
    }
  }

  private func arrive(_ bytes: [UInt8]) {
    defer { damage = 0 }
    switch damage >> 3 {
    case 0 where damage != 0: return
    case 0: receive(bytes)
    case 1: receive(bytes + bytes)
    case let seed:
      var mutator = StreamMutator(
        bytes[...], capacity: 4096, seed: UInt64(seed) << 32 + UInt64(calls),
        mutateBytes: changeBytes)
      receive(mutator.changed())
    }
  }

  func receive(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    receiver.receive(bytes.span, at: time)
    takeEvents()
    perform()
  }

  private func takeEvents() {
    for event in receiver.stream.takeEvents() { judge(event) }
  }

  private func perform() {
    let actions = receiver.driver.takeActions()
    require(actions.count < 1000, "\(actions.count) actions at once")
    for action in actions {
      switch action {
      case .send(let bytes):
        require(permission != .never, "writes to a device that is only listened to")
        require(
          permission != .afterFirstFrame || receiver.stream.checkedFrames > 0,
          "writes to a device that has sent no frame")
        lastSent = bytes
        line?.hostWrites(bytes, at: now)
      case .setBaudRate(let baudRate):
        require(baudRate > 0, "a speed of 0")
        line?.setHostBaudRate(baudRate, at: now)
        receiver.stream.speedChanged()
      case .setSupply(let isOn): line?.setSupply(isOn: isOn, at: now)
      }
    }
    _ = receiver.driver.takeEvents()
  }

  func end() {
    let records = receiver.driver.close().records
    require(ReceiverRecords(decoding: records.encoded) == records, "records are not kept")
  }
}
