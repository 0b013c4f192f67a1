extension HardwareProfile {
  /// A number that a profile may give: what something costs, how good it is, how often it comes.
  ///
  /// Powers are in milliwatts, energies in millijoules, times in seconds, lengths in metres; accuracies are
  /// 68 % radii, availabilities the share of the time in which there is a fix.
  @nonexhaustive
  public enum Figure: UInt8, Sendable {
    // The receiver. Milliwatts:

    /// While its supply is off: what the switch leaks.
    case offPower
    /// While only its backup supply is on.
    case hardwareBackupPower
    /// While it sleeps by command.
    case softwareBackupPower
    /// While it waits with everything kept.
    case standbyPower
    /// While it searches.
    case acquiringPower
    /// While it makes fixes, once a second unless the profile's origin says another rate.
    case trackingPower
    /// The same under weak signals.
    case weakTrackingPower
    /// The same under strong signals.
    case strongTrackingPower
    /// While it makes a fix a second and sleeps in between.
    case cyclicPower
    /// Seconds: the longest period in which it sleeps in between.
    case longestCyclicPeriod
    /// How many times larger its errors are while it does.
    case cyclicErrorFactor
    /// Millijoules, from off until it searches.
    case startEnergy
    /// Millijoules, from a sleep until it searches; `wake` has the time.
    case wakeEnergy
    /// Millijoules, from the command until it sleeps.
    case sleepEnergy
    /// Seconds, from the command until it sleeps.
    case sleepLatency
    /// Seconds from the first fix until fixes are as accurate as they get.
    case settling
    /// Metres.
    case openSkyAccuracy, urbanAccuracy, indoorAccuracy
    /// Metres: no fix is better than this.
    case accuracyFloor
    /// 0 to 1.
    case openSkyAvailability, urbanAvailability, indoorAvailability
    /// Seconds between fixes.
    case shortestInterval, longestInterval
    /// Fixes that it keeps itself while the host sleeps.
    case fifoDepth

    // Wi-Fi. Milliwatts, then millijoules and seconds for each scan:

    /// Milliwatts.
    case wifiOffPower, wifiStandbyPower, wifiScanningPower
    /// All channels of both bands.
    case wifiDualBandEnergy, wifiDualBandDuration
    /// The channels at 2.4 GHz, by asking.
    case wifiActive24Energy, wifiActive24Duration
    /// All channels, by listening.
    case wifiPassiveEnergy, wifiPassiveDuration
    /// Metres.
    case wifiOpenSkyAccuracy, wifiUrbanAccuracy, wifiIndoorAccuracy
    /// 0 to 1.
    case wifiOpenSkyAvailability, wifiUrbanAvailability, wifiIndoorAvailability

    // The modem:

    /// Milliwatts.
    case cellOffPower
    /// Milliwatts, registered and out of reach.
    case cellDeepSleepPower
    /// Milliwatts, registered and asleep between pages.
    case cellStandbyPower
    /// Milliwatts, registered and awake.
    case cellIdlePower
    /// Milliwatts.
    case cellScanningPower, cellTransmittingPower
    /// Milliwatts of a registered modem that are on account of location.
    case cellAttributedPower
    /// The serving cell asked for: millijoules and seconds.
    case cellQueryEnergy, cellQueryDuration
    /// The neighbours searched: millijoules and seconds.
    case cellNeighbourScanEnergy, cellNeighbourScanDuration
    /// A service on the network asked: millijoules and seconds.
    case cellRequestEnergy, cellRequestDuration
    /// Metres.
    case cellOpenSkyAccuracy, cellUrbanAccuracy, cellIndoorAccuracy
    /// 0 to 1.
    case cellOpenSkyAvailability, cellUrbanAvailability, cellIndoorAvailability

    // What else a board has:

    /// Milliwatts of the motion sensor while it watches.
    case motionPower
    /// Seconds until a start or a stop of motion is told.
    case movingDelay, stillDelay
    /// Millijoules and seconds for one wake-up of the host.
    case hostWakeEnergy, hostWakeLatency
    /// Metres from the device's reference point to the antenna.
    case antennaForward, antennaRight, antennaDown
    /// Milliwatt hours.
    case batteryCapacity
    /// 0 to 1: the charge below which it is low.
    case batteryLow
    /// Metres, seconds and metres: what holds for a client that asks for nothing certain.
    case defaultAccuracy, defaultInterval, defaultDistanceFilter
  }

  /// The numbers of a profile, each with where it comes from. Most profiles have few of them.
  public struct Figures: Equatable, Sendable {
    /// One number.
    public struct Entry: Equatable, Sendable {
      /// Which one; it says the unit.
      public var figure: Figure
      /// In that unit.
      public var number: Sourced<Double>

      /// See the properties.
      public init(
        _ figure: Figure, _ value: Double, plusMinus: Double? = nil, _ provenance: Provenance
      ) {
        self.figure = figure
        number = Sourced(value, plusMinus: plusMinus, provenance)
      }
    }

    /// In the order of `Figure`, each at most once.
    public private(set) var entries: [Entry]

    /// - Parameter entries: in the order of `Figure`, each at most once.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// `nil` where nobody says.
    public subscript(figure: Figure) -> Sourced<Double>? {
      for entry in entries where entry.figure == figure { return entry.number }
      return nil
    }

    /// Puts a number in, in place of the one that was there.
    public mutating func set(_ entry: Entry) {
      var index = 0
      while index < entries.count, entries[index].figure.rawValue < entry.figure.rawValue {
        index += 1
      }
      if index < entries.count, entries[index].figure == entry.figure {
        entries[index] = entry
      } else {
        entries.insert(entry, at: index)
      }
    }
  }
}
