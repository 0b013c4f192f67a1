internal import CairnTypes
public import CairnUBX

/// Cairn's own requirements of a receiver, as configuration keys.
///
/// Reports that the receiver may do without, because others say nearly the same, are thinned out by
/// `BandwidthPlan` where the line is slow.
public struct ReportWishes: Equatable, Sendable {
  /// From one position to the next.
  public var fixInterval: Duration
  /// From one list of satellites to the next; `nil` for none.
  public var satelliteInterval: Duration?
  /// From one report of the receiver's health to the next; `nil` for none.
  public var healthInterval: Duration?
  /// From one report of the dilution of precision to the next; `nil` for none.
  public var precisionInterval: Duration?

  private let demand: ReportDemand
  private let identity: ReceiverIdentity
  private let port: ReceiverPort
  /// Whether it saves power between fixes.
  private let savesPower: Bool

  /// - Parameters:
  ///   - demand: what is wanted.
  ///   - identity: of the receiver; decides which messages it has.
  ///   - port: the port of the receiver that the host is connected to.
  public init(_ demand: ReportDemand, identity: ReceiverIdentity, port: ReceiverPort) {
    self.demand = demand
    self.identity = identity
    self.port = port
    savesPower = demand.isCyclic && identity.dialect.isUBX
    fixInterval =
      savesPower
      ? .seconds(max(1, min(10, demand.fixInterval.components.seconds)))
      : max(demand.fixInterval, .milliseconds(25))
    satelliteInterval = demand.wantsSatellites ? .seconds(5) : nil
    healthInterval = demand.wantsHealth ? .seconds(5) : nil
    precisionInterval = Self.isCoarse(demand.accuracy) ? nil : fixInterval
  }

  /// Whether a position that exact needs no proof of its quality beside its own estimate.
  private static func isCoarse(_ accuracy: DesiredAccuracy) -> Bool {
    (accuracy.metres ?? 0) >= 100
  }

  /// Whether Cairn does as well without the setting: the receiver may not have it.
  public static func isOptional(_ key: ConfigurationKey) -> Bool {
    for port in ReceiverPort.allCases {
      switch key {
      case .navEOE.on(port: port), .navDOP.on(port: port), .monRF.on(port: port),
        .monHW.on(port: port), .monComms.on(port: port), .monTxBuf.on(port: port),
        .secSIG.on(port: port), .inputRTCM3.on(port: port):
        return true
      default: break
      }
    }
    return key == .powerMode || key == .powerUpdatePeriod || key == .powerStaysOn
      || key == .largestPositionError || key == .dynamicModel
  }

  /// Every setting, to be handed to a `Configurator`.
  ///
  /// The speed of the line is not among them: it follows from what all of it needs.
  public var values: [ConfigurationValue] {
    var list = WishList()
    timing(&list)
    if identity.dialect.isUBX {
      list.add(.inputUBX.on(port: port), 1)
      list.add(.outputUBX.on(port: port), 1)
      list.add(.outputNMEA.on(port: port), 0)
      if demand.takesCorrections { list.add(.inputRTCM3.on(port: port), 1) }
      if let metres = demand.accuracy.metres, metres > 100 {
        list.add(.largestPositionError, Int(max(0, min(65_535, metres))))
      } else {
        list.add(.largestPositionError, 100)
      }
    }
    power(&list)
    list.add(.dynamicModel, demand.activity.dynamicModel)
    for (key, rate) in messages { list.add(key.on(port: port), rate) }
    return list.values
  }

  /// The messages that are reported: keys of I2C, and epochs from one to the next, 0 for never.
  var messages: [(key: ConfigurationKey, rate: Int)] {
    identity.dialect.isUBX ? ubxMessages : sentences
  }

  private var ubxMessages: [(key: ConfigurationKey, rate: Int)] {
    let version = identity.ubxProtocolVersion
    let hasKeys = identity.dialect == .uBloxKeys
    var messages: [(key: ConfigurationKey, rate: Int)] = []
    if hasKeys || (version ?? 0) >= 1400 {
      messages.append((.navPVT, 1))
    } else {
      // Before NAV-PVT it took several messages to say the same.
      messages += [(.navPosLLH, 1), (.navVelNED, 1), (.navStatus, 1), (.navTimeUTC, 1)]
    }
    messages.append((.navDOP, rate(precisionInterval)))
    if hasKeys || (version ?? 0) >= 1500 { messages.append((.navSAT, rate(satelliteInterval))) }
    if hasKeys {
      messages += [(.monRF, rate(healthInterval)), (.secSIG, rate(healthInterval))]
    } else {
      messages.append((.monHW, rate(healthInterval)))
    }
    // How full the port is, from the first of the two on.
    if hasKeys, (version ?? 0) >= 2700 {
      messages.append((.monComms, rate(healthInterval)))
    } else if !hasKeys {
      messages.append((.monTxBuf, rate(healthInterval)))
    }
    if demand.wantsPulse { messages.append((.timTP, 1)) }
    if demand.takesCorrections, hasKeys { messages.append((.rxmRTCM, 1)) }
    // Last, since it ends what is said of an epoch.
    if hasKeys || (version ?? 0) >= 1800 { messages.append((.navEOE, 1)) }
    return messages
  }

  private var sentences: [(key: ConfigurationKey, rate: Int)] {
    [
      (.rmc, 1), (.gga, 1), (.gsa, rate(precisionInterval)), (.gsv, rate(satelliteInterval)),
      (.gll, 0), (.vtg, 0),
    ]
  }

  /// Epochs in an interval, as many as the receiver can be told; 0 for none.
  private func rate(_ interval: Duration?) -> Int {
    guard let interval else { return 0 }
    let limit = Double(SentenceDialect.largestRate(identity.dialect))
    return Int(max(1, min(limit, interval.inSeconds / fixInterval.inSeconds + 0.5)))
  }

  /// Receivers measure at most every 65 s, and more often than they report where that is possible: a
  /// whole number of seconds is reported from measurements a second apart. One that saves power
  /// measures only for a fix.
  private func timing(_ list: inout WishList) {
    let milliseconds = Int(max(25, min(8_000_000, fixInterval.inSeconds * 1000 + 0.5)))
    guard identity.dialect.isUBX else { return list.add(.measurementPeriod, milliseconds) }
    var ratio = 1
    if milliseconds > 1000, !savesPower {
      ratio = min((milliseconds &+ 999) / 1000, 127)
    }
    list.add(.measurementPeriod, milliseconds / ratio)
    list.add(.measurementsPerFix, ratio)
  }

  /// A receiver that saves power never switches itself off, which would lose its configuration.
  ///
  /// Source: u-blox UBX-22038241 (MAX-M10M integration manual), "Cyclic tracking".
  private func power(_ list: inout WishList) {
    guard identity.dialect.isUBX else { return }
    if savesPower {
      list.add(.powerUpdatePeriod, Int(clamping: fixInterval.components.seconds))
      list.add(.powerStaysOn, 1)
    }
    list.add(.powerMode, savesPower ? 2 : 0)
  }
}

/// Collects settings.
private struct WishList {
  var values: [ConfigurationValue] = []

  mutating func add(_ key: ConfigurationKey, _ number: Int) {
    if let value = ConfigurationValue(key, number) { values.append(value) }
  }
}

extension ActivityType {
  /// The value of CFG-NAVSPG-DYNMODEL: what the receiver's filter may assume.
  ///
  /// The tightest model that the motion fits gives the calmest track; one that it does not fit makes the
  /// position lag or fail.
  ///
  /// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "CFG-NAVSPG-DYNMODEL".
  var dynamicModel: Int {
    switch self {
    // Portable takes every motion below 310 m/s and 12 km; trains and bicycles are faster than a walker,
    // without what is assumed of a car.
    case .other, .otherNavigation: 0
    // No motion at all.
    case .stationaryAsset: 2
    // Walking and running: low speed and acceleration.
    case .fitness: 3
    // Low vertical acceleration, no sideways motion.
    case .automotiveNavigation: 4
    // At sea level: height is held, which steadies the position.
    case .marine: 5
    // Up to 2 g: light aircraft and drones, whose climb and height the models for the ground cut off.
    case .airborne: 7
    }
  }
}
