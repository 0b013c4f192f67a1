internal import CairnNMEA
internal import CairnTypes

/// Content of the open epoch's sentences so far.
struct NMEADraft: Sendable {
  let time: MonotonicTime
  var isOpen = true
  private(set) var timeOfDay: TimeOfDay?
  /// The time of the first sentence of another clock, in that of the stream.
  var translatedTime: TimeOfDay?
  var timestamp: Timestamp?
  /// Whether a sentence with a four-digit year has come.
  var hasFullDate = false
  private(set) var dilution = DilutionOfPrecision()

  private var values: Epoch
  private var rank = -1
  /// Whether a sentence has come that says if there is a position.
  private(set) var speaksOfPosition = false
  private var hasValidPosition = false
  private var hasSpeedOfVTG = false
  private var isDenied = false
  /// Whether GST or GBS has given the errors.
  private var hasDeviations = false
  private var quality: Int?
  private var mode: PositionMode?
  /// The kind of solution from a vendor's sentence, used if no other sentence names one.
  private var vendorFix: FixQuality?

  /// Whether the receiver has given the position's error.
  var hasErrors: Bool { values.horizontalAccuracy != nil }

  /// Whether only VTG can give the speed.
  var needsVTG: Bool { values.speed == nil || hasSpeedOfVTG }

  private var hasHeight: Bool { values.altitude != nil || values.ellipsoidalAltitude != nil }

  /// Whether all sentences with a time have another clock.
  var isTranslated: Bool { isOpen && timeOfDay == nil && translatedTime != nil }

  /// Whether the only statement, without a time, is that there is no position.
  var deniesPosition: Bool { isTimeless && isDenied }

  /// Whether the only statement, without a time, is a position or that there is none.
  var isTimeless: Bool {
    isOpen && timeOfDay == nil && translatedTime == nil && hasValidPosition != isDenied
  }

  init(time: MonotonicTime) {
    self.time = time
    values = Epoch(time: time)
  }

  /// Takes the first time of day; earlier void sentences, perhaps of the last epoch, are ignored.
  mutating func begin(at time: TimeOfDay) {
    timeOfDay = time
    isDenied = false
  }

  /// Returns the epoch so far. A sentence that denies the position overrides those that have one,
  /// because receivers keep printing the last position.
  ///
  /// - Parameters:
  ///   - dimensions: the dimensions of the last GSA.
  ///   - last: those of the previous epoch; a missing height does not mean that none is measured.
  /// - Returns: complete except for UTC.
  func epoch(dimensions: UInt8?, last: UInt8?) -> Epoch {
    var epoch = values
    epoch.dilution = dilution
    let isUsable = hasValidPosition && !isDenied && values.coordinate != nil
    let fallback: UInt8 = vendorFix == .twoD ? 2 : hasHeight ? 3 : last ?? 2
    let known = dimensions.flatMap { $0 >= 2 ? $0 : nil } ?? fallback
    epoch.dimensions = isUsable ? known : nil
    epoch.fix = isUsable ? fix(dimensions: known) : .none
    if quality == 8 || mode == .simulator { epoch.flags.insert(.simulated) }
    if epoch.fix == .deadReckoning { epoch.flags.insert(.deadReckoned) }
    return epoch
  }

  private func fix(dimensions: UInt8) -> FixQuality {
    let plain: FixQuality = dimensions == 2 ? .twoD : .threeD
    switch quality {
    case 2, 9: return .differential
    case 4: return .rtkFixed
    case 5: return .rtkFloat
    case 6: return .deadReckoning
    case 7: return .fixedPosition
    case .some: return plain
    case nil: break
    }
    switch mode {
    case .differential?: return .differential
    case .fixedRTK?: return .rtkFixed
    case .floatRTK?: return .rtkFloat
    case .estimated?: return .deadReckoning
    case .manual?: return .fixedPosition
    default: break
    }
    // For plain kinds, the dimensions decide.
    guard mode == nil, let vendorFix, vendorFix != .twoD else { return plain }
    return vendorFix == .threeD ? plain : vendorFix
  }

  // MARK: - Sentences, each with its rank as a source of the position

  mutating func merge(_ rmc: RMC) {
    place(rmc.latitude, rmc.longitude, rank: 2, isValid: rmc.status == .valid)
    if let speed = rmc.speedKnots {
      values.speed = speed * metresPerSecondPerKnot
      hasSpeedOfVTG = false
    }
    values.course = rmc.course ?? values.course
    mode = rmc.positionMode ?? mode
  }

  mutating func merge(_ gga: GGA) {
    quality = gga.quality
    place(gga.latitude, gga.longitude, rank: 4, isValid: (gga.quality ?? 0) > 0)
    setAltitude(gga.altitudeInMetres, separation: gga.geoidSeparationInMetres)
    // Some receivers send one GGA per system.
    if let count = gga.satellitesUsed.flatMap({ UInt8(exactly: $0) }) {
      values.satellitesUsed = max(values.satellitesUsed ?? 0, count)
    }
    dilution.horizontal = gga.hdop.map { Float($0) } ?? dilution.horizontal
    values.correctionAge = gga.differentialAge.map { Float($0) } ?? values.correctionAge
  }

  mutating func merge(_ gns: GNS) {
    place(gns.latitude, gns.longitude, rank: 3, isValid: gns.positionModes?.best != nil)
    setAltitude(gns.altitude, separation: gns.geoidSeparation)
    if let count = gns.satellitesUsed.flatMap({ UInt8(exactly: $0) }) {
      values.satellitesUsed = max(values.satellitesUsed ?? 0, count)
    }
    dilution.horizontal = dilution.horizontal ?? gns.hdop.map { Float($0) }
    mode = mode ?? gns.positionModes?.best
    values.correctionAge = values.correctionAge ?? gns.differentialAge.map { Float($0) }
  }

  mutating func merge(_ gll: GLL) {
    // Versions before 2.0 have no status.
    let hasNoStatus = gll.status == nil && gll.latitude != nil && gll.positionMode != .noFix
    place(gll.latitude, gll.longitude, rank: 1, isValid: gll.status == .valid || hasNoStatus)
    mode = mode ?? gll.positionMode
  }

  mutating func merge(_ vtg: VTG) {
    if needsVTG,
      let speed = vtg.speedKnots.map({ $0 * metresPerSecondPerKnot })
        ?? vtg.speedKilometresPerHour.map({ $0 / 3.6 })
    {
      values.speed = speed
      hasSpeedOfVTG = true
    }
    values.course = values.course ?? vtg.course
  }

  mutating func merge(_ gst: GST) {
    setDeviations(gst.latitudeDeviation, gst.longitudeDeviation)
    if let deviation = gst.altitudeDeviation, deviation > 0 { values.verticalAccuracy = deviation }
    if let major = gst.semiMajor, let minor = gst.semiMinor,
      let orientation = gst.orientation
    {
      values.errorEllipse = ErrorEllipse(
        semiMajor: major, semiMinor: minor, orientation: orientation)
    }
  }

  /// Takes the same errors as in GST, for receivers without it.
  mutating func merge(_ gbs: GBS) {
    if values.northDeviation == nil { setDeviations(gbs.latitudeError, gbs.longitudeError) }
    if values.verticalAccuracy == nil, let error = gbs.altitudeError, error > 0 {
      values.verticalAccuracy = error
    }
  }

  mutating func merge(_ gsa: GSA) {
    dilution.position = gsa.pdop.map { Float($0) } ?? dilution.position
    dilution.horizontal = gsa.hdop.map { Float($0) } ?? dilution.horizontal
    dilution.vertical = gsa.vdop.map { Float($0) } ?? dilution.vertical
  }

  /// Takes what only a vendor's own sentence says.
  mutating func merge(_ vendor: VendorSolution) {
    merge(errorsOf: vendor)
    guard let fix = vendor.fix else { return }
    let isPosition = fix != .none && fix != .timeOnly
    place(vendor.latitude, vendor.longitude, rank: 0, isValid: isPosition)
    guard isPosition else { return }
    vendorFix = fix
    values.altitude = values.altitude ?? vendor.altitude
    values.ellipsoidalAltitude = values.ellipsoidalAltitude ?? vendor.ellipsoidalAltitude
    values.speed = values.speed ?? vendor.speed
    values.course = values.course ?? vendor.course
    values.verticalSpeed = vendor.verticalSpeed
    values.correctionAge = values.correctionAge ?? vendor.correctionAge.map { Float($0) }
    values.satellitesUsed = values.satellitesUsed ?? vendor.satellitesUsed
  }

  /// Takes only errors and dilutions. GST's errors, standard deviations, take precedence.
  mutating func merge(errorsOf vendor: VendorSolution) {
    if !hasDeviations {
      values.horizontalAccuracy = vendor.horizontalAccuracy ?? values.horizontalAccuracy
      values.northDeviation = vendor.northDeviation ?? values.northDeviation
      values.eastDeviation = vendor.eastDeviation ?? values.eastDeviation
      values.verticalAccuracy = vendor.verticalAccuracy ?? values.verticalAccuracy
    }
    values.speedAccuracy = vendor.speedAccuracy ?? values.speedAccuracy
    values.courseAccuracy = vendor.courseAccuracy ?? values.courseAccuracy
    dilution.position = dilution.position ?? vendor.pdop.map { Float($0) }
    dilution.horizontal = dilution.horizontal ?? vendor.hdop.map { Float($0) }
    dilution.vertical = dilution.vertical ?? vendor.vdop.map { Float($0) }
  }

  private mutating func place(_ latitude: Double?, _ longitude: Double?, rank: Int, isValid: Bool) {
    speaksOfPosition = true
    guard isValid else {
      isDenied = true
      if values.coordinate == nil, let latitude, let longitude {
        values.coordinate = Coordinate(latitude: latitude, longitude: longitude)
      }
      return
    }
    guard let latitude, let longitude else { return }
    hasValidPosition = true
    guard rank > self.rank else { return }
    self.rank = rank
    values.coordinate = Coordinate(latitude: latitude, longitude: longitude)
  }

  private mutating func setDeviations(_ latitude: Double?, _ longitude: Double?) {
    // Receivers send zero if they do not know.
    guard let latitude, let longitude, latitude > 0 || longitude > 0 else { return }
    hasDeviations = true
    values.horizontalAccuracy = (latitude * latitude + longitude * longitude).squareRoot()
    values.northDeviation = latitude
    values.eastDeviation = longitude
  }

  private mutating func setAltitude(_ altitude: Double?, separation: Double?) {
    guard let altitude else { return }
    values.altitude = altitude
    if let separation { values.ellipsoidalAltitude = altitude + separation }
  }
}

private let metresPerSecondPerKnot = 1852.0 / 3600.0

extension PositionModes {
  /// The mode of the best system; `nil` if none has a fix.
  fileprivate var best: PositionMode? {
    let order: [PositionMode] = [
      .fixedRTK, .floatRTK, .precise, .differential, .autonomous, .simulator, .manual, .estimated,
    ]
    return order.first { mode in (0..<count).contains { self[$0] == mode } }
  }
}
