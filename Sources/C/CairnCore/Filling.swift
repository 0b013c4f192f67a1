package import CCairnCore
internal import CairnReceiver
package import CairnTypes
internal import CairnUpdates

// Values as the structs of cairn.h. Absent numbers become NaN.

extension cairn_location {
  package init(_ fix: Location) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    flags = UInt32(fix.source.flags.rawValue)
    (latitude, longitude) = (fix.coordinate.latitude, fix.coordinate.longitude)
    horizontal_accuracy = fix.horizontalAccuracy
    altitude = fix.altitude.orNaN
    ellipsoidal_altitude = fix.ellipsoidalAltitude.orNaN
    vertical_accuracy = fix.verticalAccuracy.orNaN
    speed = fix.speed.orNaN
    speed_accuracy = fix.speedAccuracy.orNaN
    course = fix.course.orNaN
    course_accuracy = fix.courseAccuracy.orNaN
    vertical_speed = fix.verticalSpeed.orNaN
    ellipse_major = (fix.errorEllipse?.semiMajor).orNaN
    ellipse_minor = (fix.errorEllipse?.semiMinor).orNaN
    ellipse_orientation = (fix.errorEllipse?.orientation).orNaN
    hdop = fix.source.hdop.orNaN
    correction_age = fix.source.correctionAge.orNaN
    boot_nanoseconds = fix.time.nanoseconds
    utc_nanoseconds = fix.timestamp?.nanosecondsSince1970 ?? 0
    floor = fix.floor.map { Int32(clamping: $0) } ?? .min
    satellites_used = UInt16(fix.source.satellitesUsed ?? 0)
    self.fix = fix.source.fix.rawValue
    technology = fix.source.technology.code
    unsafe withUnsafeMutableBytes(of: &provider) { unsafe $0.fill(with: fix.source.provider.name) }
  }
}

extension cairn_error {
  init(_ error: LocationError) {
    self.init(error, text: error.reason ?? error.code.explanation)
  }

  /// - Parameters:
  ///   - error: the error.
  ///   - text: what happened, where, and what to do.
  package init(_ error: LocationError, text: String) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    code = Int32(error.code.rawValue)
    severity = Int32(error.severity.rawValue)
    system_error = error.systemError
    unsafe withUnsafeMutableBytes(of: &provider) {
      unsafe $0.fill(with: error.provider?.name ?? "")
    }
    unsafe withUnsafeMutableBytes(of: &self.text) { unsafe $0.fill(with: text) }
  }
}

extension cairn_visit {
  package init(_ visit: Visit) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    (latitude, longitude) = (visit.coordinate.latitude, visit.coordinate.longitude)
    horizontal_accuracy = visit.horizontalAccuracy
    arrival_boot_nanoseconds = visit.arrivalTime?.nanoseconds ?? 0
    departure_boot_nanoseconds = visit.departureTime?.nanoseconds ?? 0
    arrival_utc_nanoseconds = visit.arrival?.nanosecondsSince1970 ?? 0
    departure_utc_nanoseconds = visit.departure?.nanosecondsSince1970 ?? 0
  }
}

extension cairn_core_sky {
  init(_ view: SatelliteView) {
    self.init()
    boot_nanoseconds = view.time.nanoseconds
    gdop = view.dilution.geometric.orNaN
    pdop = view.dilution.position.orNaN
    hdop = view.dilution.horizontal.orNaN
    vdop = view.dilution.vertical.orNaN
    tdop = view.dilution.time.orNaN
    unsafe withUnsafeMutableBytes(of: &provider) { unsafe $0.fill(with: Station.provider.name) }
  }
}

extension cairn_satellite {
  package init(_ satellite: Satellite) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    system = satellite.system.rawValue
    number = satellite.number ?? 0
    signal = satellite.signal ?? 0
    is_used = satellite.isUsed ? 1 : 0
    elevation = satellite.elevation.map(Double.init) ?? .nan
    azimuth = satellite.azimuth.map(Double.init) ?? .nan
    carrier_to_noise = satellite.carrierToNoise.orNaN
  }
}

extension cairn_core_crossing {
  init(_ event: RegionEvent) {
    self.init(event.what, event.identifier, event.state)
    probability = event.probability
    boot_nanoseconds = event.time.nanoseconds
    utc_nanoseconds = event.timestamp?.nanosecondsSince1970 ?? 0
  }

  /// Creates the answer to a question of a region's state.
  init(_ identifier: String, _ state: RegionState) { self.init(CAIRN_ANSWERED, identifier, state) }

  private init(_ what: Int, _ name: String, _ state: RegionState) {
    self.init()
    self.what = bits(what)
    self.state = UInt32(state.rawValue)
    probability = .nan
    unsafe withUnsafeMutableBytes(of: &identifier) { unsafe $0.fill(with: name) }
  }
}

extension RegionEvent {
  /// What has happened, as in cairn.h.
  package var what: Int {
    switch crossing {
    case .enter: CAIRN_ENTERED
    case .exit: CAIRN_LEFT
    case nil: CAIRN_ANSWERED
    }
  }
}

extension cairn_authorization {
  package init(reason text: String) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    status = AuthorizationStatus.authorizedAlways.rawValue
    unsafe withUnsafeMutableBytes(of: &reason) { unsafe $0.fill(with: text) }
  }
}

extension Technology {
  /// Its number in cairn.h.
  fileprivate var code: UInt8 {
    switch self {
    case .gnss: UInt8(truncatingIfNeeded: CAIRN_FROM_GNSS)
    case .wifi: UInt8(truncatingIfNeeded: CAIRN_FROM_WIFI)
    case .cellular: UInt8(truncatingIfNeeded: CAIRN_FROM_CELL)
    case .bluetooth: UInt8(truncatingIfNeeded: CAIRN_FROM_BLUETOOTH)
    case .inertial: UInt8(truncatingIfNeeded: CAIRN_FROM_SENSORS)
    case .network: UInt8(truncatingIfNeeded: CAIRN_FROM_NETWORK)
    case .fixed: UInt8(truncatingIfNeeded: CAIRN_FROM_SETTING)
    case .external: UInt8(truncatingIfNeeded: CAIRN_FROM_OTHER_PROGRAM)
    case .fused: UInt8(truncatingIfNeeded: CAIRN_FROM_SEVERAL)
    @unknown default: UInt8(truncatingIfNeeded: CAIRN_FROM_OTHER_PROGRAM)
    }
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Writes a text and zeroes behind it, at least one. A text that is too long is cut between
  /// characters.
  package func fill(with text: String) {
    var length = 0
    for character in text.unicodeScalars {
      let width = UTF8.width(character)
      guard length + width < count else { break }
      length += width
    }
    var index = 0
    for byte in text.utf8.prefix(length) {
      unsafe self[index] = byte
      index += 1
    }
    while index < count {
      unsafe self[index] = 0
      index += 1
    }
  }
}

extension Optional where Wrapped == Double {
  /// The number, or NaN for none.
  package var orNaN: Double { self ?? .nan }
}

extension Optional where Wrapped == Float {
  /// The number, or NaN for none.
  package var orNaN: Double { map(Double.init) ?? .nan }
}
