package import CairnHAL
package import CairnJSON
package import CairnTypes

// The objects of `cairn monitor --json`, which libcairn and the page show as well; docs/monitor.schema.json
// describes them. Functions for each, not one for all, so that a program links only those that it calls; a daemon's
// clients are written by `CairnWatch`, which knows them.

extension JSONText {
  /// Writes the fixes of one delegate call.
  package mutating func report(_ locations: [Location]) {
    object {
      $0.member("event", "update")
      $0.array("locations") { list in
        for fix in locations { list.object { $0.members(of: fix) } }
      }
    }
  }

  /// Writes an error of a delegate call, in Cairn's own words for it.
  package mutating func report(_ error: LocationError, as message: String) {
    object {
      $0.member("event", "error")
      $0.member("code", "\(error.code)")
      $0.member("severity", "\(error.severity)")
      $0.member("provider", error.provider?.name)
      $0.member("message", message)
    }
  }

  /// Writes which providers are on, and why.
  package mutating func report(_ plan: PowerPlan) {
    object {
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

  /// Writes each satellite once, with its signals joined.
  package mutating func report(_ satellites: SatelliteReport) {
    object {
      $0.member("event", "satellites")
      $0.member("time", satellites.time.nanoseconds)
      $0.member("hdop", satellites.dilution.horizontal.map { Double($0) }, places: 2)
      $0.member("vdop", satellites.dilution.vertical.map { Double($0) }, places: 2)
      $0.member("pdop", satellites.dilution.position.map { Double($0) }, places: 2)
      $0.array("satellites") { list in
        for satellite in SatelliteLine.joined(satellites.satellites) {
          list.object { $0.members(of: satellite) }
        }
      }
    }
  }

  /// Writes what a receiver says of itself; its corrections and pulses are reports of their own.
  package mutating func report(_ receiver: ReceiverReport) {
    object {
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

  /// Writes where corrections come from, and how they are doing.
  package mutating func report(_ corrections: ReceiverReport.Corrections) {
    object {
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

  /// Writes how a receiver's pulses compare with the system clock.
  package mutating func report(_ pulses: ReceiverReport.Pulses) {
    object {
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

  /// Writes the energy drawn since the start.
  package mutating func report(_ energy: EnergyLedger) {
    object {
      $0.member("event", "energy")
      $0.member("joules", energy.total?.joules, places: 9)
      $0.member("unattributed", energy.unattributed?.joules, places: 9)
      $0.accounts("providers", "provider", energy.providers)
      $0.accounts("clients", "client", energy.clients)
    }
  }

  /// Writes the intake counts.
  package mutating func report(_ intake: IntakeReport) {
    object {
      $0.member("event", "intake")
      $0.member("accepted", intake.accepted)
      $0.counts("rejected", intake.rejected)
      $0.counts("repaired", intake.repaired)
    }
  }

  // MARK: Parts

  private mutating func members(of fix: Location) {
    member("time", fix.time.nanoseconds)
    member("utc", fix.timestamp?.description)
    member("latitude", fix.coordinate.latitude)
    member("longitude", fix.coordinate.longitude)
    member("horizontalAccuracy", fix.horizontalAccuracy)
    member("altitude", fix.altitude)
    member("ellipsoidalAltitude", fix.ellipsoidalAltitude)
    member("verticalAccuracy", fix.verticalAccuracy)
    member("speed", fix.speed)
    member("course", fix.course)
    member("fix", "\(fix.source.fix)")
    member("satellitesUsed", fix.source.satellitesUsed)
    member("correctionAge", fix.source.correctionAge.map { Double($0) })
    member("provider", fix.source.provider.name)
    array("flags") { for name in fix.source.flags.names { $0.element(name) } }
  }

  private mutating func members(of satellite: SatelliteLine) {
    member("name", satellite.name)
    member("system", "\(satellite.system)")
    member("number", satellite.number)
    member("elevation", satellite.elevation)
    member("azimuth", satellite.azimuth)
    member("carrierToNoise", satellite.level, places: 1)
    member("signals", satellite.bands)
    member("used", satellite.isUsed)
  }

  private mutating func accounts(
    _ list: StaticString, _ kind: StaticString, _ accounts: [EnergyLedger.Account]
  ) {
    array(list) { list in
      for account in accounts {
        list.object {
          $0.member(kind, account.name)
          $0.member("joules", account.energy?.joules, places: 9)
        }
      }
    }
  }

  private mutating func counts(_ name: StaticString, _ counts: [IntakeReport.Count]) {
    object(name) {
      for count in counts {
        $0.key(count.cause)
        $0.integer(count.number)
      }
    }
  }
}
