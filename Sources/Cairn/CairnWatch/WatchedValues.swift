package import CairnHAL
package import CairnTypes

// Values of this process, as a daemon tells them and as they are told.

extension SatelliteReport {
  /// The satellites of a daemon's receiver.
  package init(_ sky: WatchedSky) {
    self.init(satellites: sky.satellites, dilution: sky.dilution, time: sky.time)
  }
}

extension WatchedSky {
  package init(_ report: SatelliteReport, of provider: ProviderID) {
    self.init()
    self.provider = provider
    time = report.time
    dilution = report.dilution
    satellites = Array(report.satellites.prefix(Self.limit))
  }
}

extension ReceiverReport {
  /// A daemon's receiver.
  package init(_ receiver: WatchedReceiver) {
    self.init(provider: receiver.provider)
    path = receiver.path
    baudRate = receiver.baudRate
    isIdentified = receiver.isIdentified
    profile = receiver.profile
    model = receiver.model.map { ForeignText($0) }
    firmware = receiver.firmware.map { ForeignText($0) }
    dialect = receiver.dialect
    uniqueID = receiver.uniqueID
    power = receiver.power
    assistance = receiver.assistance
    configuration = receiver.settings.map {
      Configuration(applied: 0, unchanged: Int($0), refused: [])
    }
    (health.antenna, health.jamming, health.spoofing) = (
      receiver.antenna, receiver.jamming, receiver.spoofing
    )
    frames = Int(clamping: receiver.frames)
    checksumFailures = Int(clamping: receiver.checksumFailures)
    bytesSkipped = Int(clamping: receiver.bytesSkipped)
    impossibleTimes = Int(clamping: receiver.impossibleTimes)
    losses = Int(clamping: receiver.losses)
    timeToFirstFix = receiver.timeToFirstFix
    timeAccuracy = receiver.timeAccuracy
  }
}

extension WatchedReceiver {
  package init(_ report: ReceiverReport) {
    self.init()
    provider = report.provider
    path = report.path
    baudRate = report.baudRate
    isIdentified = report.isIdentified
    profile = report.profile
    model = report.model?.description
    firmware = report.firmware?.description
    dialect = report.dialect
    uniqueID = report.uniqueID
    power = report.power
    assistance = report.assistance
    settings = report.configuration.map { UInt32(clamping: $0.applied + $0.unchanged) }
    (antenna, jamming, spoofing) = (
      report.health.antenna, report.health.jamming, report.health.spoofing
    )
    frames = Int64(report.frames)
    checksumFailures = Int64(report.checksumFailures)
    bytesSkipped = Int64(report.bytesSkipped)
    impossibleTimes = Int64(report.impossibleTimes)
    losses = Int64(report.losses)
    timeToFirstFix = report.timeToFirstFix
    timeAccuracy = report.timeAccuracy
  }
}
