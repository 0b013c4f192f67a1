internal import CCairnMath
internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  func status(_ solution: Solution) -> NavStatus {
    var message = NavStatus()
    message.timeOfWeek = solution.timeOfWeek
    message.fixType = solution.state == nil ? .none : .threeD
    message.flags.isFixOK = solution.state != nil
    message.flags.isDifferential = solution.isCorrected
    message.flags.isWeekValid = solution.civil != nil
    message.flags.isTimeOfWeekValid = solution.civil != nil
    message.fixStatus.hasCorrections = solution.isCorrected
    message.fixStatus.isCarrierSolutionValid = solution.isFloating
    message.signals.spoofing = radio.spoofing.rawValue
    message.signals.carrierSolution = solution.isFloating ? .float : .none
    message.signals.powerSaveState = powerState == .cyclic ? 2 : powerState == .tracking ? 1 : 0
    message.timeToFirstFix = solution.state == nil ? 0 : solution.timeToFirstFix.inSeconds
    message.uptime = solution.uptime.inSeconds
    return message
  }

  func leapSeconds(_ solution: Solution) -> NavTimeLS {
    var message = NavTimeLS()
    message.timeOfWeek = solution.timeOfWeek
    guard solution.civil != nil else { return message }
    let clock = configuration.clock
    var seconds = clock.leapSeconds
    if let leap = clock.leapSecondBefore, clock.start < leap {
      let left = leap - (clock.start + (poweredOn + solution.uptime))
      if left <= .zero { seconds += 1 }
      message.change = 1
      message.changeSource = 2
      message.timeToEvent = Int32(clamping: left.wholeNanoseconds / 1_000_000_000)
    }
    message.current = Int8(clamping: seconds)
    // From GPS once satellites have confirmed the time; before that, the firmware's built-in value.
    message.currentSource = solution.isTimeConfirmed ? 2 : 1
    message.validity.current = true
    return message
  }
}

extension NavTimeUTC {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    guard let (date, time) = solution.civil else { return }
    year = UInt16(clamping: date.year)
    (month, day) = (UInt8(date.month), UInt8(date.day))
    (hour, minute, second) = (UInt8(time.hour), UInt8(time.minute), UInt8(time.second))
    nanosecond = Int32(time.nanosecond)
    timeAccuracy = solution.isTimeConfirmed ? 25e-9 : 0.5
    validity.timeOfWeek = true
    validity.week = true
    validity.utc = solution.isTimeConfirmed
    // USNO.
    validity.standard = 3
  }
}

extension NavClock {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    // An oscillator that is off by half a part per million.
    drift = 5e-7
    bias = 1e-5
    timeAccuracy = solution.isTimeConfirmed ? 25e-9 : 0.5
    frequencyAccuracy = solution.isTimeConfirmed ? 1e-9 : 1e-6
  }
}

extension NavSig {
  init(_ solution: Solution) {
    self.init()
    timeOfWeek = solution.timeOfWeek
    signals = solution.satellites.filter { $0.carrierToNoise != nil }.map { satellite in
      var signal = Signal()
      signal.gnss = GNSSIdentifier(rawValue: satellite.system.rawValue)
      signal.number = satellite.number ?? 0
      signal.frequency = satellite.system == .glonass ? signal.number % 14 : 0
      signal.carrierToNoise = satellite.carrierToNoise.map { UInt8(clamping: Int($0)) }
      signal.quality = satellite.isUsed ? 7 : 4
      signal.correctionSource = solution.isCorrected ? .rtcm3Observations : .none
      signal.flags.health = 1
      signal.flags.usesPseudorange = satellite.isUsed
      signal.flags.usesCarrier = satellite.isUsed && solution.isFloating
      signal.flags.usesDoppler = satellite.isUsed
      return signal
    }
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
      flags.isDifferential = solution.isCorrected
      flags.carrierSolution = solution.isFloating ? .float : .none
      if solution.isCorrected { correction?.ageClass = 1 }
      setMotion(state)
      speedAccuracy = 0.2
      courseAccuracy = state.speed > 0.2 ? min(180, 0.2 / state.speed / radiansPerDegree) : 180
      horizontalAccuracy = solution.horizontalAccuracy
      verticalAccuracy = solution.verticalAccuracy
    } else {
      // Values that a receiver without a fix sends.
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
      // A clock that starts at power-on and is marked as invalid.
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

extension NavPosLLH {
  init(_ pvt: NavPVT) {
    self.init()
    timeOfWeek = pvt.timeOfWeek
    (latitude, longitude) = (pvt.latitude, pvt.longitude)
    (altitude, ellipsoidalAltitude) = (pvt.altitude, pvt.ellipsoidalAltitude)
    (horizontalAccuracy, verticalAccuracy) = (pvt.horizontalAccuracy, pvt.verticalAccuracy)
  }
}

extension NavVelNED {
  init(_ pvt: NavPVT) {
    self.init()
    timeOfWeek = pvt.timeOfWeek
    (velocityNorth, velocityEast, velocityDown) =
      (pvt.velocityNorth, pvt.velocityEast, pvt.velocityDown)
    groundSpeed = pvt.groundSpeed
    let down = pvt.velocityDown
    speed = (pvt.groundSpeed * pvt.groundSpeed + down * down).squareRoot()
    course = pvt.course
    (speedAccuracy, courseAccuracy) = (pvt.speedAccuracy, pvt.courseAccuracy)
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
    // 1: searching; 4: code locked; 7: code and carrier locked.
    flags.quality = satellite.carrierToNoise == nil ? 1 : satellite.isUsed ? 7 : 4
    flags.orbitSource = satellite.isUsed ? 1 : 2
    flags.hasEphemeris = satellite.isUsed
    flags.hasAlmanac = true
  }
}
