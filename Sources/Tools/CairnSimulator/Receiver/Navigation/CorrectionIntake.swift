internal import CairnTypes
internal import CairnUBX

/// Keeps track of the corrections that a receiver has been given.
struct CorrectionIntake: Sendable {
  /// Age above which corrections are no longer used.
  private static let lifetime = Duration.seconds(60)
  /// How long observations must have come, with a known base, before carriers are used.
  private static let timeToFloat = Duration.seconds(10)

  private(set) var counts: [UInt16: Int] = [:]
  /// When a base last reported its position.
  private var base: Duration?
  /// Start of the current run of observations without a gap.
  private var observedSince: Duration?
  private var observed: Duration?

  /// Takes the payload of an RTCM 3 message.
  ///
  /// - Returns: its number and station, and whether it is useful; `nil` if it is too short.
  mutating func take(
    _ payload: [UInt8], at now: Duration
  ) -> (number: UInt16, station: UInt16, isUsed: Bool)? {
    guard payload.count >= 3 else { return nil }
    let number = UInt16(payload[0]) << 4 | UInt16(payload[1]) >> 4
    let station = UInt16(payload[1] & 0x0F) << 8 | UInt16(payload[2])
    counts[number, default: 0] += 1
    switch number {
    case 1005, 1006: base = now
    // MSM4 to MSM7 of GPS, GLONASS, Galileo, SBAS, QZSS and BeiDou.
    case 1074...1077, 1084...1087, 1094...1097, 1104...1107, 1114...1117, 1124...1127:
      if !isFresh(observed, now) { observedSince = now }
      observed = now
    case 1230: break
    default: return (number, station, false)
    }
    return (number, station, true)
  }

  func isUsed(at now: Duration) -> Bool { isFresh(base, now) && isFresh(observed, now) }

  func isFloating(at now: Duration) -> Bool {
    guard isUsed(at: now), let observedSince, let base else { return false }
    return now - observedSince >= Self.timeToFloat && now >= base
  }

  mutating func forgetStation() { (base, observed, observedSince) = (nil, nil, nil) }

  private func isFresh(_ time: Duration?, _ now: Duration) -> Bool {
    time.map { now - $0 <= Self.lifetime } ?? false
  }
}

extension SimulatedReceiver {
  /// Takes an RTCM 3 message, if this port accepts them.
  mutating func take(correction payload: [UInt8]) {
    guard plan.hearsCorrections, let taken = corrections.take(payload, at: now) else { return }
    receivedFrames += 1
    guard plan.reportsCorrections, plan.sendsUBX else { return }
    var report = RxmRTCM()
    report.flags.use = taken.isUsed ? .used : .unused
    report.station = taken.station
    report.type = taken.number
    offer(report.encode())
  }
}
