extension HardwareProfile {
  /// A figure that a profile may give: a cost, an accuracy, a rate.
  ///
  /// Powers are in milliwatts, energies in millijoules, times in seconds, lengths in metres, angles
  /// in degrees; accuracies are 68 % radii, availabilities the share of time with a fix.
  @nonexhaustive
  public enum Figure: UInt8, Sendable {
    // The receiver. Milliwatts:

    /// Power with its supply off: the leakage of the switch.
    case offPower
    /// With only its backup supply on.
    case hardwareBackupPower
    /// Asleep by command.
    case softwareBackupPower
    /// Waiting with all its memory kept.
    case standbyPower
    /// While it searches.
    case acquiringPower
    /// While it gives fixes, once a second unless the figure's origin states another rate.
    case trackingPower
    /// While it gives a fix per second and sleeps in between.
    case cyclicPower
    /// Seconds: the longest period at which it sleeps between fixes.
    case longestCyclicPeriod
    /// How many times larger its errors are in that mode.
    case cyclicErrorFactor
    /// Millijoules from off until it searches.
    case startEnergy
    /// Millijoules from a sleep until it searches; the profile's `wake` has the time.
    case wakeEnergy
    /// Millijoules from the command until it sleeps.
    case sleepEnergy
    /// Seconds from the command until it sleeps.
    case sleepLatency
    /// Seconds from the first fix until fixes reach their full accuracy.
    case settling
    /// Metres.
    case openSkyAccuracy, urbanAccuracy, indoorAccuracy
    /// Metres: no fix is better than this.
    case accuracyFloor
    /// 0 to 1.
    case openSkyAvailability, urbanAvailability, indoorAvailability
    /// Seconds between fixes at its highest rate.
    case shortestInterval

    // Wi-Fi:

    /// Milliwatts between scans that count as drawn for location.
    case wifiIdlePower

    // Millijoules and seconds for each scan:

    /// A scan of all channels of both bands.
    case wifiDualBandEnergy, wifiDualBandDuration
    /// An active scan of the channels at 2.4 GHz.
    case wifiActive24Energy, wifiActive24Duration
    /// A passive scan of all channels.
    case wifiPassiveEnergy, wifiPassiveDuration
    /// Metres.
    case wifiOpenSkyAccuracy, wifiUrbanAccuracy, wifiIndoorAccuracy
    /// 0 to 1.
    case wifiOpenSkyAvailability, wifiUrbanAvailability, wifiIndoorAvailability

    // The modem:

    /// Milliwatts of a registered modem that count as drawn for location.
    case cellAttributedPower
    /// A query of the serving cell: millijoules and seconds.
    case cellQueryEnergy, cellQueryDuration
    /// A request to a network service: millijoules and seconds.
    case cellRequestEnergy, cellRequestDuration
    /// Metres.
    case cellOpenSkyAccuracy, cellUrbanAccuracy, cellIndoorAccuracy
    /// 0 to 1.
    case cellOpenSkyAvailability, cellUrbanAvailability, cellIndoorAvailability

    // The rest of a board:

    /// Milliwatts of the motion sensor while it watches.
    case motionPower
    /// Seconds until a start or a stop of motion is reported.
    case movingDelay, stillDelay
    /// Milliwatts of magnetometer, accelerometer and gyroscope together while headings are wanted.
    case compassPower
    /// Milliwatts of the barometer while heights are wanted.
    case barometerPower
    /// Milliwatts of the Bluetooth radio while it listens for beacons.
    case bluetoothPower
    /// Millijoules for one wake-up of the host.
    case hostWakeEnergy
    /// Milliwatt hours.
    case batteryCapacity
    /// 0 to 1: the charge below which the battery is low.
    case batteryLow
    /// Metres: the accuracy that is enough when the battery is low.
    case defaultAccuracy

    // Where a stationary device is:

    /// Degrees on WGS 84, positive north and east.
    case siteLatitude, siteLongitude
    /// Metres: how well the place is known.
    case siteAccuracy
    /// Metres above mean sea level.
    case siteAltitude
  }

  /// The figures of a profile, each with its provenance. Most profiles have few of them.
  public struct Figures: Equatable, Sendable {
    /// One figure of a profile.
    public struct Entry: Equatable, Sendable {
      /// Kind of figure, which also defines the unit.
      public var figure: Figure
      /// The value in that unit.
      public var number: Sourced<Double>

      /// See the properties.
      public init(
        _ figure: Figure, _ value: Double, plusMinus: Double? = nil, _ provenance: Provenance
      ) {
        self.figure = figure
        number = Sourced(value, plusMinus: plusMinus, provenance)
      }
    }

    /// The figures in the order of `Figure`, each at most once.
    public private(set) var entries: [Entry]

    /// - Parameter entries: in the order of `Figure`, each at most once.
    public init(_ entries: [Entry] = []) { self.entries = entries }

    /// The value of a figure; `nil` if the profile does not give it.
    public subscript(figure: Figure) -> Sourced<Double>? {
      for entry in entries where entry.figure == figure { return entry.number }
      return nil
    }

    /// Adds a figure, or replaces the one that was there.
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
