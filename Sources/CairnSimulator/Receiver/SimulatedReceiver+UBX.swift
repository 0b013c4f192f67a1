internal import CCairnMath
internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  /// The navigation messages of one epoch, in the order of their numbers.
  func appendUBX(_ solution: Solution, to bytes: inout [UInt8]) {
    NavDOP(solution).append(to: &bytes)
    NavPVT(solution, defaultYear: traits.defaultYear).append(to: &bytes)
    NavSat(solution).append(to: &bytes)
    if traits.sendsEOE { NavEOE(solution).append(to: &bytes) }
  }
}

extension NavEOE {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
  }
}

extension NavDOP {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    let dilution = solution.dilution
    geometric = dilution.geometric.map { Double($0) }
    position = dilution.position.map { Double($0) }
    time = dilution.time.map { Double($0) }
    vertical = dilution.vertical.map { Double($0) }
    horizontal = dilution.horizontal.map { Double($0) }
    northing = dilution.northing.map { Double($0) }
    easting = dilution.easting.map { Double($0) }
  }
}

extension NavPVT {
  init(_ solution: Solution, defaultYear: UInt16) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    setTime(solution, defaultYear: defaultYear)
    if let state = solution.state {
      fixType = .threeD
      flags.isFixOK = true
      setMotion(state)
      speedAccuracy = 0.2
      courseAccuracy = state.speed > 0.2 ? min(180, 0.2 / state.speed / radiansPerDegree) : 180
      horizontalAccuracy = solution.horizontalAccuracy
      verticalAccuracy = solution.verticalAccuracy
    } else {
      // What a receiver that has lost its fix goes on printing.
      horizontalAccuracy = 4_294_967.295
      verticalAccuracy = 4_294_967.295
      speedAccuracy = 20
      courseAccuracy = 180
      correction?.isPositionInvalid = true
    }
    if let last = solution.state ?? solution.lastState { setPosition(last) }
    satellitesUsed = UInt8(clamping: solution.satellitesUsed)
    positionDOP = solution.dilution.position.map { Double($0) }
  }

  private mutating func setTime(_ solution: Solution, defaultYear: UInt16) {
    confirmation.isAvailable = true
    guard let (date, time) = solution.civil else {
      // A clock that runs from power-on and is marked as wrong.
      let seconds = solution.uptime.wholeNanoseconds / 1_000_000_000
      year = defaultYear
      (month, day) = (1, 1)
      hour = UInt8(seconds / 3600 % 24)
      minute = UInt8(seconds / 60 % 60)
      second = UInt8(seconds % 60)
      return
    }
    year = UInt16(clamping: date.year)
    month = UInt8(date.month)
    day = UInt8(date.day)
    hour = UInt8(time.hour)
    minute = UInt8(time.minute)
    second = UInt8(time.second)
    nanosecond = Int32(time.nanosecond)
    validity.date = true
    validity.time = true
    validity.isFullyResolved = solution.isTimeConfirmed
    confirmation.date = solution.isTimeConfirmed
    confirmation.time = solution.isTimeConfirmed
    timeAccuracy = solution.isTimeConfirmed ? 25e-9 : 0.5
  }

  private mutating func setPosition(_ state: TrackState) {
    latitude = state.coordinate.latitude
    longitude = state.coordinate.longitude
    altitude = state.altitude
    ellipsoidalAltitude = state.ellipsoidalAltitude
  }

  private mutating func setMotion(_ state: TrackState) {
    velocityNorth = state.speed * cairn_cos(state.course * radiansPerDegree)
    velocityEast = state.speed * cairn_sin(state.course * radiansPerDegree)
    velocityDown = -state.verticalSpeed
    groundSpeed = state.speed
    course = state.course
  }
}

extension NavSat {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    satellites = solution.satellites.map { Satellite($0) }
  }
}

extension NavSat.Satellite {
  fileprivate init(_ satellite: CairnTypes.Satellite) {
    self.init()
    gnss = GNSSIdentifier(rawValue: satellite.system.rawValue)
    number = satellite.number ?? 0
    carrierToNoise = satellite.carrierToNoise.map { UInt8(clamping: Int($0)) }
    elevation = satellite.elevation
    azimuth = satellite.azimuth.map { Int16(clamping: $0) }
    flags.isUsed = satellite.isUsed
    flags.health = 1
    // Code and carrier locked, or searched for.
    flags.quality = satellite.carrierToNoise == nil ? 1 : satellite.isUsed ? 7 : 4
    flags.orbitSource = satellite.isUsed ? 1 : 2
    flags.hasEphemeris = satellite.isUsed
    flags.hasAlmanac = true
  }
}
