internal import CairnNMEA
internal import CairnTypes

extension SimulatedReceiver {
  /// Sends the sentences of one epoch, in the order that the family uses.
  mutating func sendSentences(_ solution: Solution) {
    // SBAS counts as part of GPS here.
    let talker: Talker = configuration.systems.contains { $0 != .gps && $0 != .sbas } ? "GN" : "GP"
    for (formatter, every) in plan.sentences where (epochCount - 1) % every == 0 {
      var bytes: [UInt8] = []
      switch formatter {
      case "RMC": rmc(solution).encode(into: &bytes, talker: talker)
      case "VTG": vtg(solution).encode(into: &bytes, talker: talker)
      case "GGA": gga(solution).encode(into: &bytes, talker: talker)
      case "GSA":
        if solution.isWholeView, let known = skyView.sentencesGSA {
          bytes = known
        } else {
          appendGSA(solution, talker, to: &bytes)
          if solution.isWholeView { skyView.sentencesGSA = bytes }
        }
      case "GSV":
        if solution.isWholeView, let known = skyView.sentencesGSV {
          bytes = known
        } else {
          appendGSV(solution, to: &bytes)
          if solution.isWholeView { skyView.sentencesGSV = bytes }
        }
      case "GLL": gll(solution).encode(into: &bytes, talker: talker)
      default: continue
      }
      offer(bytes)
    }
  }

  // MARK: - Position and motion

  /// The value of an unknown dilution in sentences.
  private static let unknownDilution = 99.99
  private static let metresPerSecondPerKnot = 1852.0 / 3600.0
  /// Metres per second below which the course is left empty.
  private static let slowestCourse = 0.1

  private func rmc(_ solution: Solution) -> RMC {
    var sentence = RMC()
    sentence.time = solution.civil?.time
    sentence.date = solution.civil?.date
    sentence.status = solution.state == nil ? .warning : .valid
    sentence.positionMode = mode(solution)
    if traits.isNMEA411 { sentence.navigationStatus = .notProvided }
    guard let state = solution.state else { return sentence }
    sentence.latitude = state.coordinate.latitude
    sentence.longitude = state.coordinate.longitude
    sentence.speedKnots = state.speed / Self.metresPerSecondPerKnot
    sentence.course = printedCourse(state)
    return sentence
  }

  private func vtg(_ solution: Solution) -> VTG {
    var sentence = VTG()
    sentence.positionMode = mode(solution)
    guard let state = solution.state else {
      sentence.courseReference = nil
      sentence.magneticCourseReference = nil
      sentence.knotsUnit = nil
      sentence.kilometresPerHourUnit = nil
      return sentence
    }
    sentence.course = printedCourse(state)
    sentence.speedKnots = state.speed / Self.metresPerSecondPerKnot
    sentence.speedKilometresPerHour = state.speed * 3.6
    return sentence
  }

  private func gga(_ solution: Solution) -> GGA {
    var sentence = GGA()
    sentence.time = solution.civil?.time
    // The field has two digits, but receivers count at most 12.
    sentence.satellitesUsed = min(12, solution.satellitesUsed)
    sentence.hdop = solution.dilution.horizontal.map { Double($0) } ?? Self.unknownDilution
    guard let state = solution.state else {
      sentence.quality = 0
      sentence.altitudeUnit = nil
      sentence.geoidSeparationUnit = nil
      return sentence
    }
    sentence.quality = solution.isFloating ? 5 : solution.isCorrected ? 2 : 1
    sentence.latitude = state.coordinate.latitude
    sentence.longitude = state.coordinate.longitude
    sentence.altitude = state.altitude
    sentence.geoidSeparation = state.geoidSeparation
    return sentence
  }

  private func gll(_ solution: Solution) -> GLL {
    var sentence = GLL()
    sentence.time = solution.civil?.time
    sentence.status = solution.state == nil ? .warning : .valid
    sentence.positionMode = mode(solution)
    sentence.latitude = solution.state?.coordinate.latitude
    sentence.longitude = solution.state?.coordinate.longitude
    return sentence
  }

  private func mode(_ solution: Solution) -> PositionMode {
    if solution.state == nil { return .noFix }
    return solution.isFloating ? .floatRTK : solution.isCorrected ? .differential : .autonomous
  }

  private func printedCourse(_ state: TrackState) -> Double? {
    guard state.speed >= Self.slowestCourse else { return nil }
    // Rounding to two decimals must not give a full circle.
    return state.course < 359.995 ? state.course : 0
  }

  // MARK: - Satellites

  /// The systems as NMEA 0183 groups them; SBAS satellites follow those of GPS in number.
  private struct Group {
    let talker: Talker
    let systems: [SatelliteSystem]
    /// System identifier, version 4.11, table 19.
    let identifier: UInt8
    /// Signal identifier, version 4.11, table 20, of the signal on the first frequency.
    let signal: UInt8
    /// Added to a satellite's own number.
    let offset: Int
  }

  private static let groups = [
    Group(talker: "GP", systems: [.gps, .sbas], identifier: 1, signal: 1, offset: 0),
    Group(talker: "GL", systems: [.glonass], identifier: 2, signal: 1, offset: 64),
    Group(talker: "GA", systems: [.galileo], identifier: 3, signal: 7, offset: 0),
    Group(talker: "GB", systems: [.beidou], identifier: 4, signal: 1, offset: 0),
    Group(talker: "GQ", systems: [.qzss], identifier: 5, signal: 1, offset: 0),
  ]

  private var groups: [Group] {
    Self.groups.filter { group in
      group.systems.contains { configuration.systems.contains($0) }
    }
  }

  private func number(_ satellite: Satellite, in group: Group) -> UInt16? {
    // SBAS 120...151 are printed as 33...64.
    let offset = satellite.system == .sbas ? -87 : group.offset
    return satellite.number.flatMap { UInt16(exactly: Int($0) + offset) }
  }

  private func appendGSA(_ solution: Solution, _ talker: Talker, to bytes: inout [UInt8]) {
    for group in groups {
      var sentence = GSA()
      sentence.selectionMode = .automatic
      sentence.navigationMode = solution.state == nil ? 1 : 3
      let used = solution.satellites.filter { $0.isUsed && group.systems.contains($0.system) }
      for (index, satellite) in used.prefix(12).enumerated() {
        sentence.numbers[index] = number(satellite, in: group)
      }
      let dilution = solution.dilution
      sentence.pdop = dilution.position.map { Double($0) } ?? Self.unknownDilution
      sentence.hdop = dilution.horizontal.map { Double($0) } ?? Self.unknownDilution
      sentence.vdop = dilution.vertical.map { Double($0) } ?? Self.unknownDilution
      if traits.isNMEA411 { sentence.systemIdentifier = group.identifier }
      sentence.encode(into: &bytes, talker: talker)
    }
  }

  private func appendGSV(_ solution: Solution, to bytes: inout [UInt8]) {
    for group in groups {
      let view = solution.satellites.filter { group.systems.contains($0.system) }
      guard traits.isNMEA411 else {
        appendGSV(view, of: group, signal: nil, to: &bytes)
        continue
      }
      // A satellite that is not tracked has no signal; its signal identifier is 0.
      let tracked = view.filter { $0.carrierToNoise != nil }
      let lost = view.filter { $0.carrierToNoise == nil }
      if !tracked.isEmpty { appendGSV(tracked, of: group, signal: group.signal, to: &bytes) }
      if tracked.isEmpty || !lost.isEmpty { appendGSV(lost, of: group, signal: 0, to: &bytes) }
    }
  }

  private func appendGSV(
    _ satellites: [Satellite], of group: Group, signal: UInt8?, to bytes: inout [UInt8]
  ) {
    let count = max(1, (satellites.count + 3) / 4)
    for message in 0..<count {
      var sentence = GSV()
      sentence.messageCount = UInt8(clamping: count)
      sentence.messageNumber = UInt8(clamping: message + 1)
      sentence.satellitesInView = UInt16(clamping: satellites.count)
      sentence.signal = signal
      for (index, satellite) in satellites.dropFirst(message * 4).prefix(4).enumerated() {
        sentence.rows[index].number = number(satellite, in: group)
        sentence.rows[index].elevation = satellite.elevation
        sentence.rows[index].azimuth = satellite.azimuth
        sentence.rows[index].carrierToNoise = satellite.carrierToNoise.map { Double($0) }
        sentence.rowCount = index + 1
      }
      sentence.encode(into: &bytes, talker: group.talker)
    }
  }
}
