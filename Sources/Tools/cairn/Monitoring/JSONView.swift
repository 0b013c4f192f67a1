import Cairn
import CairnFiles
import CairnHAL
import CairnJSON
import CairnTypes
import CairnWatch
import CommandSupport

/// Prints one JSON object a line for each delegate call and each report of the receiver;
/// docs/monitor.schema.json describes the objects.
final class JSONView: MonitorView {
  private var json = JSONText()
  private var corrections: ReceiverReport.Corrections?
  private var pulses: ReceiverReport.Pulses?
  private var receiver: ReceiverReport?
  private var intake: IntakeReport?
  private let output: StandardOutput
  /// Shortest time between satellite lists: ten times as long as a fix, they would fill a journal.
  private let skyInterval: Duration
  private var skyTime: MonotonicTime?
  private var hasUsedSatellites = false

  /// - Parameters:
  ///   - manner: the treatment of output while it is not read.
  ///   - interval: the shortest time between two fixes; `nil` if all are shown.
  init(_ manner: StandardOutput.Manner, interval: Duration?) {
    output = StandardOutput(manner)
    skyInterval = max(interval ?? .zero, .seconds(10))
    StandardOutput.describeGaps { lines in
      var json = JSONText(capacity: 64)
      json.object {
        $0.member("event", "dropped")
        $0.member("lines", lines)
      }
      json.newline()
      return json.bytes
    }
  }

  func update(_ locations: [Location]) {
    write {
      $0.member("event", "update")
      $0.array("locations") { list in
        for fix in locations { list.object { Self.write(fix, to: &$0) } }
      }
    }
  }

  func fail(_ error: LocationError) {
    write {
      $0.member("event", "error")
      $0.member("code", "\(error.code)")
      $0.member("severity", "\(error.severity)")
      $0.member("provider", error.provider?.name)
      $0.member("message", error.description)
    }
  }

  func note(_ text: String) { complain(text) }

  func show(_ plan: PowerPlan) {
    write {
      $0.member("event", "plan")
      $0.member("milliwatts", plan.estimatedPower)
      $0.member("unmetClients", plan.unmetClients.count)
      $0.array("providers") { list in
        for entry in plan.entries {
          list.object {
            $0.member("provider", entry.provider.name)
            $0.member("on", entry.demand != nil)
            $0.member("milliwatts", entry.estimatedPower)
            $0.member("expectedAccuracy", entry.expectedAccuracy)
            $0.member("interval", entry.demand?.interval.inSeconds)
            $0.member("reason", entry.reason)
          }
        }
      }
    }
  }

  /// Shows each satellite once, with its signals joined. The first used ones are shown at once.
  func show(_ satellites: SatelliteReport) {
    let areFirst = !hasUsedSatellites && satellites.satellites.contains(where: \.isUsed)
    if let skyTime, satellites.time - skyTime < skyInterval, !areFirst { return }
    if areFirst { hasUsedSatellites = true }
    skyTime = satellites.time
    write {
      $0.member("event", "satellites")
      $0.member("time", satellites.time.nanoseconds)
      $0.member("hdop", satellites.dilution.horizontal.map { Double($0) }, places: 2)
      $0.member("vdop", satellites.dilution.vertical.map { Double($0) }, places: 2)
      $0.member("pdop", satellites.dilution.position.map { Double($0) }, places: 2)
      $0.array("satellites") { list in
        for satellite in SatelliteLine.joined(satellites.satellites) {
          list.object {
            $0.member("name", satellite.name)
            $0.member("system", "\(satellite.system)")
            $0.member("number", satellite.number)
            $0.member("elevation", satellite.elevation)
            $0.member("azimuth", satellite.azimuth)
            $0.member("carrierToNoise", satellite.level, places: 1)
            $0.member("signals", satellite.bands)
            $0.member("used", satellite.isUsed)
          }
        }
      }
    }
  }

  /// Ignores a report in which only figures that grow with every epoch have changed.
  func show(_ receiver: ReceiverReport) {
    guard receiver.withoutFigures != self.receiver else { return }
    self.receiver = receiver.withoutFigures
    write {
      $0.member("event", "receiver")
      $0.member("path", receiver.path.isEmpty ? nil : receiver.path)
      $0.member("baudRate", receiver.baudRate)
      $0.member("profile", receiver.profile)
      $0.member("model", receiver.model)
      $0.member("firmware", receiver.firmware)
      $0.member("dialect", receiver.dialect)
      $0.member("uniqueID", receiver.uniqueID)
      $0.member("configured", receiver.configuration.map { $0.applied + $0.unchanged })
      $0.array("refused") { list in
        for line in receiver.configuration?.refused ?? [] { list.element(line) }
      }
      $0.member("antenna", "\(receiver.health.antenna)")
      $0.member("jamming", "\(receiver.health.jamming)")
      $0.member("spoofing", "\(receiver.health.spoofing)")
      $0.member("power", receiver.power)
      $0.member("assistance", receiver.assistance)
      $0.member("portPercent", receiver.portLoad?.percent)
      $0.member("losses", receiver.losses)
      $0.member("frames", receiver.frames)
      $0.member("checksumFailures", receiver.checksumFailures)
      $0.member("bytesSkipped", receiver.bytesSkipped)
      $0.member("impossibleTimes", receiver.impossibleTimes)
      $0.member("timeAccuracy", receiver.timeAccuracy, places: 9)
      $0.member("timeToFirstFix", receiver.timeToFirstFix?.inSeconds, places: 3)
      $0.member("overruns", receiver.overruns)
      $0.member("framingErrors", receiver.framingErrors)
    }
  }

  /// Ignores a report in which only the age has changed.
  func show(_ corrections: ReceiverReport.Corrections) {
    var known = corrections
    known.age = self.corrections?.age
    guard known != self.corrections else { return }
    self.corrections = corrections
    write {
      $0.member("event", "corrections")
      $0.member("source", corrections.source)
      $0.member("state", corrections.state.rawValue)
      $0.member("explanation", corrections.explanation)
      $0.member("messages", corrections.messages)
      $0.member("messagesDropped", corrections.messagesDropped)
      $0.member("bytesSkipped", corrections.bytesSkipped)
      $0.member("age", corrections.age, places: 1)
    }
  }

  /// Prints one object for each pulse; ignores a report in which only the age has changed.
  func show(_ pulses: ReceiverReport.Pulses) {
    var known = pulses
    known.age = self.pulses?.age
    guard known != self.pulses else { return }
    self.pulses = pulses
    write {
      $0.member("event", "pulses")
      $0.member("source", pulses.source)
      $0.member("count", pulses.count)
      $0.member("missed", pulses.missed)
      $0.member("rejected", pulses.rejected)
      $0.member("offset", pulses.offset, places: 9)
      $0.member("jitter", pulses.jitter, places: 9)
      $0.member("age", pulses.age, places: 1)
      $0.member("failure", pulses.failure)
    }
  }

  func show(_ energy: EnergyLedger) {
    write {
      $0.member("event", "energy")
      $0.member("joules", energy.total?.joules, places: 9)
      $0.member("unattributed", energy.unattributed?.joules, places: 9)
      Self.write("providers", "provider", energy.providers, to: &$0)
      Self.write("clients", "client", energy.clients, to: &$0)
    }
  }

  private static func write(
    _ list: StaticString, _ kind: StaticString, _ accounts: [EnergyLedger.Account],
    to json: inout JSONText
  ) {
    json.array(list) { list in
      for account in accounts {
        list.object {
          $0.member(kind, account.name)
          $0.member("joules", account.energy?.joules, places: 9)
        }
      }
    }
  }

  func show(_ clients: MonitoredClients) {
    write {
      $0.member("event", "clients")
      $0.member("hidden", clients.hidden)
      $0.array("clients") { list in
        for client in clients.all { list.object { Self.write(client, to: &$0) } }
      }
    }
  }

  private static func write(_ client: WatchedClient, to json: inout JSONText) {
    json.member("program", client.program)
    json.member("unit", client.unit)
    json.member("user", client.userName)
    json.member("uid", client.user)
    json.member("process", client.process)
    json.member("connections", client.connections)
    json.array("protocols") { list in for name in client.protocolNames { list.element(name) } }
    json.array("addresses") { list in for name in client.addressNames { list.element(name) } }
    json.member("right", "\(client.right)")
    json.array("services") { list in for name in client.serviceNames { list.element(name) } }
    json.member("accuracy", client.accuracy.map { AccuracyArgument($0).defaultValueDescription })
    json.member("interval", client.interval?.inSeconds)
    json.member("milliwatts", client.power, places: 3)
    json.member("joules", client.energy?.joules, places: 9)
  }

  func show(_ intake: IntakeReport) {
    guard intake.isNews(after: self.intake) else { return }
    self.intake = intake
    write {
      $0.member("event", "intake")
      $0.member("accepted", intake.accepted)
      Self.write("rejected", intake.rejected, to: &$0)
      Self.write("repaired", intake.repaired, to: &$0)
    }
  }

  private static func write(
    _ name: StaticString, _ counts: [IntakeReport.Count], to json: inout JSONText
  ) {
    json.object(name) {
      for count in counts {
        $0.key(count.cause)
        $0.integer(count.number)
      }
    }
  }

  func finish() {}

  private func write(_ body: (inout JSONText) -> Void) {
    json.clear()
    json.object(body)
    json.newline()
    output.write(json.bytes)
  }

  private static func write(_ fix: Location, to json: inout JSONText) {
    json.member("time", fix.time.nanoseconds)
    json.member("utc", fix.timestamp?.description)
    json.member("latitude", fix.coordinate.latitude)
    json.member("longitude", fix.coordinate.longitude)
    json.member("horizontalAccuracy", fix.horizontalAccuracy)
    json.member("altitude", fix.altitude)
    json.member("ellipsoidalAltitude", fix.ellipsoidalAltitude)
    json.member("verticalAccuracy", fix.verticalAccuracy)
    json.member("speed", fix.speed)
    json.member("course", fix.course)
    json.member("fix", "\(fix.source.fix)")
    json.member("satellitesUsed", fix.source.satellitesUsed)
    json.member("correctionAge", fix.source.correctionAge.map { Double($0) })
    json.member("provider", fix.source.provider.name)
    json.array("flags") { for name in fix.source.flags.names { $0.element(name) } }
  }
}
