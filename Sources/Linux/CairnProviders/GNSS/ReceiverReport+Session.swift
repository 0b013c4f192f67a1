internal import CairnHAL
internal import CairnLinux
internal import CairnReceiver
internal import CairnTypes

extension ReceiverReport {
  /// Takes over the receiver's identity.
  mutating func note(_ identity: ReceiverIdentity) {
    model = identity.model
    firmware = identity.firmware
    dialect = identity.dialect == .none ? nil : identity.dialect.name
    uniqueID =
      identity.uniqueID.isEmpty
      ? nil : identity.uniqueID.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Takes over the line's figures from a session.
  mutating func note(_ session: ReceiverSession) {
    frames = session.receiver.stream.checkedFrames
    timeAccuracy = session.receiver.stream.timeAccuracy
    bytesSkipped = session.receiver.stream.bytesSkipped
    impossibleTimes = session.receiver.stream.impossibleTimes
    checksumFailures = 0
    sentences = session.receiver.stream.counts(of: .nmea).frames
    ubxFrames = session.receiver.stream.counts(of: .ubx).frames
    rtcmFrames = session.receiver.stream.counts(of: .rtcm3).frames
    for wireProtocol in WireProtocol.allCases {
      checksumFailures += session.receiver.stream.counts(of: wireProtocol).checksumFailures
    }
    let errors = session.lineErrors
    overruns = errors.map { Int($0.overrun) + Int($0.bufferOverrun) }
    portLoad = session.receiver.stream.load.map { PortLoad($0) }
    framingErrors = errors.map { Int($0.framing) }
  }
}

extension ReceiverReport.PortLoad {
  init(_ load: TransmitLoad) {
    self.init(
      percent: Int(load.usagePercent), peakPercent: Int(load.peakPercent),
      losesReports: load.hasLost, overruns: load.overruns.map { Int($0) })
  }
}

extension ReceiverReport.Configuration {
  init(_ report: ConfigurationReport) {
    self.init(
      applied: report.applied, unchanged: report.unchanged, refused: report.shortcomings)
  }
}
