@testable import CairnReceiver
import CairnTypes

func seconds(_ value: Double) -> MonotonicTime {
  MonotonicTime(nanoseconds: Int64((value * 1e9).rounded()))
}

extension ReceiverPowerTraits {
  /// SAM-M10Q. Source: u-blox UBX-22013293 R03, at 3.0 V.
  static var m10: ReceiverPowerTraits {
    var traits = ReceiverPowerTraits(
      acquiringMilliwatts: 15.3 * 3, trackingMilliwatts: 12.3 * 3)
    traits.hardwareBackupMilliwatts = 0.032 * 3
    traits.softwareBackupMilliwatts = 0.046 * 3
    traits.cyclicMilliwatts = 7 * 3
    traits.coldStart = .seconds(23)
    traits.warmStart = .seconds(23)
    traits.aidedStart = .seconds(1)
    return traits
  }

  /// SAM-M8Q. Source: u-blox UBX-16012619 R04, at 3.0 V; software backup of the M8U sheet.
  static var m8: ReceiverPowerTraits {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 32 * 3, trackingMilliwatts: 29 * 3)
    traits.softwareBackupMilliwatts = 0.030 * 3
    traits.cyclicMilliwatts = 9.5 * 3
    return traits
  }

  /// ZED-F9P. Source: u-blox UBX-21044850 R01, at 3.0 V.
  static var f9p: ReceiverPowerTraits {
    var traits = ReceiverPowerTraits(acquiringMilliwatts: 90 * 3, trackingMilliwatts: 85 * 3)
    traits.softwareBackupMilliwatts = 1.4 * 3
    traits.hotStart = .seconds(2)
    return traits
  }
}

/// A receiver, what drives it, and time.
struct PowerBench {
  var power: ReceiverPower
  var receiver: SleepyReceiver
  private(set) var now = MonotonicTime(nanoseconds: 0)
  private(set) var events: [PowerEvent] = []
  private(set) var sent: [(time: MonotonicTime, action: PortAction)] = []
  private(set) var fixes: [MonotonicTime] = []
  private var port = PortActions()

  init(
    _ traits: ReceiverPowerTraits, _ dialect: CommandDialect = .uBloxKeys,
    believed: ReceiverPowerTraits? = nil, speeds: LineSpeeds = LineSpeeds(working: 9600),
    safetyNet: Duration? = nil
  ) {
    var setup = PowerSetup(believed ?? traits, dialect)
    setup.speeds = speeds
    if let safetyNet { setup.safetyNet = safetyNet }
    power = ReceiverPower(setup, at: now)
    receiver = SleepyReceiver(
      traits, startSpeed: speeds.atStart ?? speeds.working ?? 9600,
      speed: speeds.working ?? 9600)
  }

  mutating func takeEvents() -> [PowerEvent] {
    defer { events = [] }
    return events
  }

  /// Every frame sent with its time since the last call.
  mutating func takeSent() -> [(time: MonotonicTime, action: PortAction)] {
    defer { sent = [] }
    return sent
  }

  mutating func sleep(for gap: Duration?) -> SleepDecision {
    let decision = power.sleep(for: gap, at: now, &port)
    settle()
    return decision
  }

  mutating func wake() {
    power.wake(at: now, &port)
    settle()
  }

  /// Runs until that time: the receiver first, where both are due.
  mutating func run(to end: MonotonicTime) {
    while true {
      let host = power.nextDeadline
      let next = min(host ?? .distantFuture, receiver.nextEvent ?? .distantFuture)
      guard next <= end else { break }
      now = max(now, next)
      receiver.advance(to: now)
      settle()
      if let deadline = power.nextDeadline, deadline <= now {
        power.fire(at: now, &port)
        settle()
      }
    }
    now = max(now, end)
    receiver.advance(to: now)
  }

  mutating func run(for time: Duration) { run(to: now + time) }

  mutating func setSky(_ isOpen: Bool) { receiver.setSky(isOpen, at: now) }

  /// Carries bytes both ways until nothing is said any more.
  private mutating func settle() {
    repeat {
      for action in port.takeAll() {
        sent.append((now, action))
        receiver.perform(action, at: now)
      }
      for frame in receiver.takeOutput() { deliver(frame) }
      while let event = power.takeEvent() { events.append(event) }
    } while !port.isEmpty
  }

  private mutating func deliver(_ frame: [UInt8]) {
    let info = FrameInfo(wireProtocol: .ubx, integrity: .checked, offset: 0)
    power.receive(frame.span, info, at: now, &port)
    let hasFix = frame == SleepyReceiver.fix
    guard hasFix || frame == SleepyReceiver.noFix else { return }
    power.noteEpoch(hasFix: hasFix, at: now, &port)
    guard hasFix else { return }
    fixes.append(now)
  }
}
