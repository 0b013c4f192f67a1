import CairnSensors
import CairnTypes

extension Target {
  /// A Bluetooth controller and other programs that use it, whose packets come at any time.
  static let controller = Target(
    "Controller", maximumLength: 512, seeds: { controllerSeeds }
  ) { input in
    var choices = Choices(input[...])
    var bench = ControllerBench()
    while !choices.isEmpty { bench.step(&choices) }
    bench.end()
  }

  private static let controllerSeeds: [(name: String, bytes: [UInt8])] = [
    ("honest", [0, 10, 1, 0, 0, 1, 1, 0, 1, 0, 0]),
    ("extended", [0, 10, 1, 0, 12, 1, 2, 0, 1, 3, 0, 1, 2, 0]),
    ("others", [0, 10, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 3, 1, 0, 0, 3, 3, 3]),
    ("refused", [0, 5, 1, 0, 0, 1, 1, 9, 4, 4, 4]),
    ("bytes", [0, 5, 2, 7, 4, 0x0E, 4, 1, 0x0C, 0x20, 0]),
  ]
}

/// The conversation, in virtual time.
private struct ControllerBench {
  private static let codes: [UInt16] = [0x200C, 0x200B, 0x2042, 0x2041, 0x0C03]
  private static let statuses: [UInt8] = [0, 0x0C, 0x01, 0x11]

  private var scan = HCIScan()
  private var intake = BeaconIntake()
  private var now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  private var duty = 0.0
  private var isListening = false
  /// Commands since something other than an event made the conversation begin.
  private var commands = 0

  init() {}

  mutating func step(_ choices: inout Choices) {
    switch choices.byte() % 5 {
    case 0:
      let duty = Double(choices.byte()) / 10
      commands = 0
      self.duty = duty
      perform(scan.listen(duty: duty, at: now))
    case 1:
      let code = choices.one(of: Self.codes)
      complete(code, choices.one(of: Self.statuses))
    case 2: receive(Array(choices.take(Int(choices.byte()))))
    case 3: now = now + .milliseconds(Int64(choices.byte()) * 20)
    default: wake()
    }
  }

  /// A controller that does what it is told is listened to, whatever has happened before.
  mutating func end() {
    guard duty > 0 else {
      return require(scan.deadline == nil, "a conversation that has ended waits")
    }
    for _ in 0..<16 where !(isListening && scan.deadline == nil) {
      // One command waits at a time: the controller completes them all.
      for code in Self.codes.prefix(4) + Self.codes.prefix(4) { complete(code, 0) }
      wake()
    }
    require(isListening, "never listens")
  }

  private mutating func wake() {
    guard let deadline = scan.deadline else { return }
    now = max(now, deadline)
    commands = 0
    perform(scan.wake(at: now))
    require(scan.deadline.map { $0 > now } ?? true, "a deadline that does not pass")
  }

  private mutating func complete(_ code: UInt16, _ status: UInt8) {
    receive([4, 0x0E, 4, 1, UInt8(code & 0xFF), UInt8(code >> 8), status])
  }

  private mutating func receive(_ packet: [UInt8]) {
    guard let event = intake.take(packet.span, at: now, { _ in }) else { return }
    perform(scan.receive(event, at: now))
  }

  private mutating func perform(_ actions: [HCIScan.Action]) {
    for action in actions {
      switch action {
      case .send(let packet):
        commands += 1
        require(packet.count > 3 && packet[0] == 1, "a packet that is no command")
        require(commands <= 8, "\(commands) commands without a pause")
      case .listening(let share):
        require(share >= 0 && share <= 1, "a share of \(share)")
        isListening = share > 0
      case .refused: isListening = false
      }
    }
  }
}
