public import CairnHAL

/// Where a profile states a figure, and the kind of number it is.
struct FigureRow {
  typealias Figure = HardwareProfile.Figure

  let figure: Figure
  /// The keys that lead to the figure; `power.tracking` has two.
  let keys: [String]
  let dimension: Dimension

  init(_ figure: Figure, _ path: String, _ dimension: Dimension) {
    self.figure = figure
    keys = path.split(separator: ".").map(String.init)
    self.dimension = dimension
  }

  /// The figure's domain; a profile takes each domain from one included profile as a whole. All
  /// keys that do not name another domain belong to the receiver.
  var domain: String { Self.domains.contains(keys[0]) ? keys[0] : "receiver" }

  private static let domains = [
    "wifi", "cell", "motion", "sensors", "host", "battery", "defaults", siteKey,
  ]

  /// The mapping of the site. Its numbers have one origin, and their units are in their keys.
  static let siteKey = "site"

  /// Whether a mapping without this figure has an error.
  var isRequired: Bool { figure != .siteAltitude }

  /// Every figure, in the order of `Figure`; figures of one mapping are adjacent.
  static let all: [FigureRow] =
    [
      FigureRow(.offPower, "power.off", .powerOrNone),
      FigureRow(.hardwareBackupPower, "power.backup_hardware", .power),
      FigureRow(.softwareBackupPower, "power.backup_software", .power),
      FigureRow(.standbyPower, "power.standby", .power),
      FigureRow(.acquiringPower, "power.acquiring", .power),
      FigureRow(.trackingPower, "power.tracking", .power),
      FigureRow(.cyclicPower, "cyclic.power", .power),
      FigureRow(.longestCyclicPeriod, "cyclic.longest_period", .time),
      FigureRow(.cyclicErrorFactor, "cyclic.error_factor", .factor),
      FigureRow(.startEnergy, "transitions.start_energy", .energy),
      FigureRow(.wakeEnergy, "transitions.wake_energy", .energy),
      FigureRow(.sleepEnergy, "transitions.sleep_energy", .energy),
      FigureRow(.sleepLatency, "transitions.sleep_latency", .time),
      FigureRow(.settling, "transitions.settling", .time),
    ]
    + fixes("", .openSkyAccuracy, .urbanAccuracy, .indoorAccuracy)
    + [FigureRow(.accuracyFloor, "accuracy.floor", .accuracy)]
    + availability("", .openSkyAvailability, .urbanAvailability, .indoorAvailability)
    + [FigureRow(.shortestInterval, "output.shortest_interval", .time)]
    + [FigureRow(.wifiIdlePower, "wifi.idle", .powerOrNone)]
    + operation("wifi.dual_band", .wifiDualBandEnergy, .wifiDualBandDuration)
    + operation("wifi.active_2ghz", .wifiActive24Energy, .wifiActive24Duration)
    + operation("wifi.passive", .wifiPassiveEnergy, .wifiPassiveDuration)
    + fixes("wifi.", .wifiOpenSkyAccuracy, .wifiUrbanAccuracy, .wifiIndoorAccuracy)
    + availability(
      "wifi.", .wifiOpenSkyAvailability, .wifiUrbanAvailability, .wifiIndoorAvailability)
    + [FigureRow(.cellAttributedPower, "cell.attributed", .powerOrNone)]
    + operation("cell.query", .cellQueryEnergy, .cellQueryDuration)
    + operation("cell.request", .cellRequestEnergy, .cellRequestDuration)
    + fixes("cell.", .cellOpenSkyAccuracy, .cellUrbanAccuracy, .cellIndoorAccuracy)
    + availability(
      "cell.", .cellOpenSkyAvailability, .cellUrbanAvailability, .cellIndoorAvailability)
    + [
      FigureRow(.motionPower, "motion.power", .power),
      FigureRow(.movingDelay, "motion.moving_delay", .time),
      FigureRow(.stillDelay, "motion.still_delay", .time),
      FigureRow(.compassPower, "sensors.compass.power", .power),
      FigureRow(.barometerPower, "sensors.barometer.power", .power),
      FigureRow(.bluetoothPower, "sensors.bluetooth.power", .power),
      FigureRow(.hostWakeEnergy, "host.wake_energy", .energy),
      FigureRow(.batteryCapacity, "battery.capacity", .capacity),
      FigureRow(.batteryLow, "battery.low", .share),
      FigureRow(.defaultAccuracy, "defaults.accuracy", .accuracy),
      FigureRow(.siteLatitude, "site.latitude", .latitude),
      FigureRow(.siteLongitude, "site.longitude", .longitude),
      FigureRow(.siteAccuracy, "site.accuracy_m", .accuracy),
      FigureRow(.siteAltitude, "site.altitude_m", .altitude),
    ]

  private static func fixes(
    _ place: String, _ openSky: Figure, _ urban: Figure, _ indoor: Figure
  ) -> [FigureRow] {
    [
      FigureRow(openSky, place + "accuracy.open_sky", .accuracy),
      FigureRow(urban, place + "accuracy.urban", .accuracy),
      FigureRow(indoor, place + "accuracy.indoor", .accuracy),
    ]
  }

  private static func availability(
    _ place: String, _ openSky: Figure, _ urban: Figure, _ indoor: Figure
  ) -> [FigureRow] {
    [
      FigureRow(openSky, place + "availability.open_sky", .share),
      FigureRow(urban, place + "availability.urban", .share),
      FigureRow(indoor, place + "availability.indoor", .share),
    ]
  }

  private static func operation(
    _ place: String, _ energy: Figure, _ duration: Figure
  ) -> [FigureRow] {
    [
      FigureRow(energy, place + ".energy", .energy),
      FigureRow(duration, place + ".duration", .time),
    ]
  }

  /// Pairs whose first figure must not exceed the second, or must be below it.
  static let order: [(lower: Figure, upper: Figure, mayBeEqual: Bool)] = [
    (.offPower, .hardwareBackupPower, true), (.hardwareBackupPower, .cyclicPower, false),
    (.softwareBackupPower, .cyclicPower, false), (.hardwareBackupPower, .trackingPower, false),
    (.softwareBackupPower, .trackingPower, false), (.standbyPower, .trackingPower, false),
    (.cyclicPower, .trackingPower, false), (.trackingPower, .acquiringPower, true),
    (.accuracyFloor, .openSkyAccuracy, true), (.openSkyAccuracy, .urbanAccuracy, true),
    (.urbanAccuracy, .indoorAccuracy, true), (.wifiActive24Energy, .wifiDualBandEnergy, true),
  ]
}

extension HardwareProfile.Figure {
  var row: FigureRow { FigureRow.all[Int(rawValue)] }

  /// The keys that lead to the figure in a profile: `power`, `tracking`.
  public var keys: [String] { row.keys }

  /// The unit of the figure's value, for example `mW`.
  public var unit: String { row.dimension.unit }
}
