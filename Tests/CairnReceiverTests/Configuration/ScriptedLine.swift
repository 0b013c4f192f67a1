import CairnReceiver
import CairnTypes
import CairnUBX

/// A line between a dialogue and a scripted receiver, in time that nobody waits for.
///
/// What is sent at one speed and received at another is lost; so is what a fault takes.
struct ScriptedLine<Receiver: ScriptedReceiver> {
  private enum Event {
    case toReceiver([UInt8], baudRate: UInt32)
    case toHost([UInt8], baudRate: UInt32)
    case hostBaudRate(UInt32)
    case receiverBaudRate(UInt32)
    /// The receiver reports by itself.
    case report
  }

  var receiver: Receiver
  /// Baud of the host's end.
  private(set) var hostBaudRate: UInt32
  /// Every frame that the host has sent.
  private(set) var sent: [[UInt8]] = []
  private(set) var now = MonotonicTime(nanoseconds: 1_000_000_000)
  private var events: [(time: MonotonicTime, order: Int, event: Event)] = []
  private var order = 0
  private var hostBusy = MonotonicTime(nanoseconds: 0)
  private var receiverBusy = MonotonicTime(nanoseconds: 0)
  private var sendingBaudRate: UInt32
  private var generator: SeededGenerator
  private var acknowledgements = 0

  init(_ receiver: Receiver, seed: UInt64 = 1) {
    self.receiver = receiver
    hostBaudRate = receiver.baudRate
    sendingBaudRate = receiver.baudRate
    generator = SeededGenerator(seed: seed)
    for _ in 0..<8 { _ = generator.next() }
    add(.report, at: now + .milliseconds(400))
  }

  /// Every message of the host that sets configuration keys.
  var settings: [CfgValSet] {
    sent.compactMap { frame in
      let span = frame.span
      guard UBXFrame.messageID(of: span) == CfgValSet.id else { return nil }
      return try? CfgValSet.decode(UBXFrame.payload(of: span))
    }
  }

  private mutating func add(_ event: Event, at time: MonotonicTime) {
    order += 1
    events.append((time, order, event))
  }

  private mutating func happens(_ percent: Int) -> Bool {
    percent > 0 && Int.random(in: 0..<100, using: &generator) < percent
  }

  private func duration(_ count: Int, _ baudRate: UInt32) -> Duration {
    .nanoseconds(Int64(count) * 10_000_000_000 / Int64(max(baudRate, 1)))
  }

  /// Runs a dialogue until it ends, or for `limit`.
  ///
  /// - Returns: how long it took; `nil` when it did not end.
  mutating func run(_ dialogue: inout some Dialogue, limit: Duration = .seconds(600)) -> Duration? {
    let start = now
    var port = PortActions()
    dialogue.begin(at: now, &port)
    perform(&port)
    while dialogue.outcome == nil, now - start < limit {
      let next = events.min { ($0.time, $0.order) < ($1.time, $1.order) }
      if let deadline = dialogue.nextDeadline, deadline <= next?.time ?? deadline {
        now = max(now, deadline)
        dialogue.fire(at: now, &port)
      } else if let next {
        events.removeAll { $0.order == next.order }
        now = max(now, next.time)
        handle(next.event, &dialogue, &port)
      } else {
        return nil
      }
      perform(&port)
    }
    // What is on its way still arrives.
    while let next = events.min(by: { ($0.time, $0.order) < ($1.time, $1.order) }),
      next.time - now < .milliseconds(100)
    {
      events.removeAll { $0.order == next.order }
      handle(next.event, &dialogue, &port)
    }
    return dialogue.outcome == nil ? nil : now - start
  }

  private mutating func perform(_ port: inout PortActions) {
    for action in port.takeAll() {
      switch action {
      case .send(let bytes):
        sent.append(bytes)
        hostBusy = max(now, hostBusy) + duration(bytes.count, sendingBaudRate)
        add(.toReceiver(bytes, baudRate: sendingBaudRate), at: hostBusy)
      case .setBaudRate(let baudRate):
        sendingBaudRate = baudRate
        add(.hostBaudRate(baudRate), at: max(now, hostBusy))
      case .setSupply: break
      }
    }
  }

  private mutating func handle(
    _ event: Event, _ dialogue: inout some Dialogue, _ port: inout PortActions
  ) {
    switch event {
    case .hostBaudRate(let baudRate): hostBaudRate = baudRate
    case .receiverBaudRate(let baudRate): receiver.baudRate = baudRate
    case .report:
      let (frames, period) = receiver.report()
      if !receiver.faults.isSilent { answer(frames, at: now) }
      add(.report, at: now + period)
    case .toReceiver(let bytes, let baudRate):
      guard baudRate == receiver.baudRate, baudRate != receiver.faults.deafAt,
        !happens(receiver.faults.lossPercent)
      else { return }
      for (frame, _) in Sink.frames(in: bytes) { react(to: frame) }
    case .toHost(let frame, let baudRate):
      guard baudRate == hostBaudRate, baudRate != receiver.faults.deafAt,
        baudRate != receiver.faults.muteAt, !happens(receiver.faults.lossPercent)
      else { return }
      for (frame, info) in Sink.frames(in: frame) {
        dialogue.receive(frame.span, info, at: now, &port)
      }
    }
  }

  private mutating func react(to frame: [UInt8]) {
    let reaction = receiver.react(to: frame)
    let isAfter = receiver.faults.rateAnswer == .after
    if let baudRate = reaction.newBaudRate, isAfter {
      add(.receiverBaudRate(baudRate), at: now + .milliseconds(5))
      receiver.baudRate = baudRate
    }
    var answers = reaction.answers
    if receiver.faults.lostAcknowledgements > acknowledgements,
      answers.contains(where: { $0.isAcknowledgement })
    {
      acknowledgements += 1
      answers.removeAll { $0.isAcknowledgement }
    }
    let delay: Duration = happens(receiver.faults.latePercent) ? .milliseconds(1500) : .zero
    answer(answers, at: now + .milliseconds(4) + delay)
    if let baudRate = reaction.newBaudRate, !isAfter {
      add(.receiverBaudRate(baudRate), at: receiverBusy + .milliseconds(2))
    }
  }

  private mutating func answer(_ frames: [[UInt8]], at time: MonotonicTime) {
    receiverBusy = max(time, receiverBusy)
    for frame in frames where !frame.isEmpty {
      receiverBusy = receiverBusy + duration(frame.count, receiver.baudRate)
      add(.toHost(frame, baudRate: receiver.baudRate), at: receiverBusy)
    }
  }

  private struct Sink: FrameSink {
    private var frames: [([UInt8], FrameInfo)] = []

    static func frames(in bytes: [UInt8]) -> [([UInt8], FrameInfo)] {
      var framer = Framer()
      var sink = Sink()
      framer.receive(bytes.span, into: &sink)
      return sink.frames
    }

    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      frames.append((frame.indices.map { frame[$0] }, info))
    }
  }
}

extension [UInt8] {
  /// Whether it is a UBX-ACK-ACK.
  fileprivate var isAcknowledgement: Bool {
    let span = span
    return UBXFrame.messageID(of: span) == AckAck.id
  }
}
