import CairnReceiver
import CairnTypes
import CairnUBX

/// One search for the speed of a receiver that reports once a second, bit by bit in virtual time.
struct ProbeTrial {
  enum Speech: String, CaseIterable { case nmea, ubx, both }

  var rate: UInt32
  var firstRate: UInt32
  var speech: Speech
  var burst: Int
  /// Of a hundred bytes sent, how many have a wrong bit.
  var errors = 1
  var readsBrokenAsZero = true
  /// Between two looks at the port; USB bridges collect that long.
  var readInterval = 0.004

  struct Result {
    var outcome: ReceiverProbe.Outcome?
    var seconds: Double
    var ratesTried: Int
    var bytesWritten: Int
  }

  func run(_ generator: inout some RandomNumberGenerator) -> Result {
    let clock = Double.random(in: 0.99...1.01, using: &generator)
    var line = SampledLine(sentRate: Double(rate) * clock)
    line.readsBrokenAsZero = readsBrokenAsZero
    // The search begins anywhere, also in the midst of a burst.
    let begin = Double.random(in: 1..<2, using: &generator)
    var sent = 0
    return run(from: begin, on: &line) { line, now in
      while Double(sent) < now + 1 {
        line.send(damaged(report(&generator), &generator), at: Double(sent))
        sent += 1
      }
    }
  }

  private struct Frames: FrameSink {
    var list: [([UInt8], FrameInfo)] = []
    mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
      list.append((frame.indices.map { frame[$0] }, info))
    }
  }

  private func run(
    from begin: Double, on line: inout SampledLine, _ send: (inout SampledLine, Double) -> Void
  ) -> Result {
    var setup = ReceiverSetup()
    setup.baudRates = [firstRate]
    var probe = ReceiverProbe(setup: setup, canChangeSpeed: true)
    var framer = Framer()
    var port = PortActions()
    var result = Result(outcome: nil, seconds: 0, ratesTried: 0, bytesWritten: 0)
    var (now, nextRead, rate) = (begin, begin, 9600.0)
    send(&line, now)
    line.skip(to: now)
    probe.begin(at: Self.stamp(now), &port)
    while probe.outcome == nil, now < begin + 36 {
      for action in port.takeAll() {
        switch action {
        case .setBaudRate(let speed):
          rate = Double(speed)
          line.skip(to: now)
          framer = Framer()
          result.ratesTried += 1
        case .send(let bytes): result.bytesWritten += bytes.count
        case .setSupply: break
        }
      }
      if let deadline = probe.nextDeadline, deadline < Self.stamp(nextRead) {
        now = max(now, Double(deadline.nanoseconds) * 1e-9)
        probe.fire(at: deadline, &port)
        continue
      }
      now = nextRead
      nextRead += readInterval
      send(&line, now)
      let bytes = line.read(at: rate, until: now)
      var frames = Frames()
      framer.receive(bytes.span, into: &frames)
      for (frame, info) in frames.list {
        probe.receive(frame.span, info, at: Self.stamp(now), &port)
      }
      probe.receive(bytes: bytes.span, at: Self.stamp(now), &port)
    }
    result.outcome = probe.outcome
    result.seconds = now - begin
    return result
  }

  private static func stamp(_ seconds: Double) -> MonotonicTime {
    MonotonicTime(nanoseconds: Int64(seconds * 1e9))
  }

  // MARK: - What is sent

  private func damaged(_ bytes: [UInt8], _ generator: inout some RandomNumberGenerator) -> [UInt8] {
    bytes.map { byte in
      guard Int.random(in: 0..<100, using: &generator) < errors else { return byte }
      return byte ^ 1 << UInt8.random(in: 0..<8, using: &generator)
    }
  }

  private func report(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    var isText = speech != .ubx
    while bytes.count < burst {
      bytes += isText ? Self.sentence(&generator) : Self.message(&generator)
      if speech == .both { isText.toggle() }
    }
    return bytes
  }

  /// A sentence with the letters of a real one and other digits.
  static func sentence(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
    let templates = [
      "GNRMC,123456.00,A,5133.81234,N,00005.43210,W,0.123,77.52,091202,,,A,V",
      "GNVTG,77.52,T,,M,0.004,N,0.008,K,A", "GNGLL,5133.81234,N,00005.43210,W,123456.00,A,A",
      "GNGGA,123456.00,5133.81234,N,00005.43210,W,1,08,1.01,499.6,M,48.0,M,,",
      "GNGSA,A,3,23,29,07,08,09,18,26,28,,,,,1.94,1.18,1.54,1",
      "GPGSV,3,1,10,23,38,230,44,29,71,156,47,07,29,116,41,08,09,081,36,0",
    ]
    let text = templates.randomElement(using: &generator) ?? ""
    let body = text.utf8.map { byte in
      byte >= 0x30 && byte <= 0x39 ? UInt8.random(in: 0x30...0x39, using: &generator) : byte
    }
    let sum = String(body.reduce(0, ^), radix: 16, uppercase: true)
    return [0x24] + body + [0x2A] + (sum.count < 2 ? "0" : "").utf8 + sum.utf8 + [0x0D, 0x0A]
  }

  /// A message as long as NAV-PVT, NAV-SAT and others are, its payload small numbers, zeros and noise.
  static func message(_ generator: inout some RandomNumberGenerator) -> [UInt8] {
    let number: [UInt8] = [0x07, 0x35, 0x04, 0x01, 0x61, 0x43]
    let lengths = [92, 8 + 12 * Int.random(in: 4...24, using: &generator), 18, 28, 4, 8 + 16 * 9]
    let kind = Int.random(in: 0..<number.count, using: &generator)
    let payload: [UInt8] = (0..<lengths[kind]).map { _ in
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3: 0
      case 3..<5: UInt8.random(in: 0...9, using: &generator)
      case 5: 0xFF
      default: UInt8.random(in: 0...255, using: &generator)
      }
    }
    return UBXFrame.encode(MessageID(.nav, number[kind]), payload.span)
  }
}
