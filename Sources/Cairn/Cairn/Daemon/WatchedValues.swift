package import CairnHAL
package import CairnTypes
package import CairnWire

// Values of this process, as a daemon tells them and as they are told.

extension EnergyLedger {
  /// The ledger of a daemon.
  package init(_ energy: WatchedEnergy) {
    self.init(
      told: energy.providers.map { ($0.name, $0.energy) },
      clients: energy.clients.map { ($0.name, $0.energy) }, unattributed: energy.unattributed)
  }
}

extension WatchedEnergy {
  /// What a program may see of a ledger.
  ///
  /// - Parameters:
  ///   - ledger: the service's.
  ///   - names: clients that it may see; `nil` for all. The others share the account without a name.
  package init(_ ledger: EnergyLedger, naming names: Set<String>?) {
    self.init()
    unattributed = ledger.unattributed
    providers = ledger.providers.prefix(Self.limit).map { Account($0.name, $0.energy) }
    var others: Account?
    for account in ledger.clients.prefix(Self.limit) {
      if !account.name.isEmpty, names?.contains(account.name) ?? true {
        clients.append(Account(account.name, account.energy))
      } else {
        let before = others ?? Account("", .zero)
        others = Account("", before.energy.flatMap { sum in account.energy.map { sum + $0 } })
      }
    }
    if let others { clients.append(others) }
  }
}

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
