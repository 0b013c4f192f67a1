import CairnHAL
import CairnTypes
import CairnReports
import CairnWatch
import CommandSupport

@testable import cairn

extension MonitorState {
  /// Twelve satellites, one of them on two signals.
  static let sky: [Satellite] = [
    Satellite(
      system: .gps, number: 3, elevation: 31, azimuth: 156, carrierToNoise: 36, isUsed: true),
    Satellite(
      system: .gps, number: 6, signal: 1, elevation: 55, azimuth: 182, carrierToNoise: 48,
      isUsed: true),
    Satellite(
      system: .gps, number: 6, signal: 6, elevation: 55, azimuth: 182, carrierToNoise: 41,
      isUsed: true),
    Satellite(system: .gps, number: 13, elevation: 12, azimuth: 62, carrierToNoise: 28),
    Satellite(
      system: .gps, number: 17, elevation: 48, azimuth: 230, carrierToNoise: 45, isUsed: true),
    Satellite(system: .sbas, number: 122, elevation: 22, azimuth: 159, carrierToNoise: 36),
    Satellite(
      system: .galileo, number: 4, elevation: 16, azimuth: 287, carrierToNoise: 32, isUsed: true),
    Satellite(
      system: .galileo, number: 24, elevation: 71, azimuth: 9, carrierToNoise: 46, isUsed: true),
    Satellite(
      system: .beidou, number: 30, elevation: 61, azimuth: 268, carrierToNoise: 43, isUsed: true),
    Satellite(system: .beidou, number: 39, elevation: 1, azimuth: 204),
    Satellite(
      system: .glonass, number: 7, elevation: 62, azimuth: 309, carrierToNoise: 46, isUsed: true),
    Satellite(system: .glonass, number: 23, elevation: 1, azimuth: 162),
    Satellite(system: .qzss, number: 2),
  ]

  /// A receiver that does well.
  static var walk: MonitorState {
    var state = MonitorState(title: "simulating a u-blox M9 on /dev/pts/2")
    var fix = Location(
      coordinate: Coordinate(latitude: 37.566_353_6, longitude: 126.978_072_7),
      horizontalAccuracy: 2, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(
        provider: "gnss", technology: .gnss, flags: .simulated, fix: .threeD, satellitesUsed: 8))
    fix.altitude = 39.5
    fix.speed = 1.4
    fix.course = 90
    fix.timestamp = Timestamp(nanosecondsSince1970: 1_780_282_809_000_000_000)
    state.fix = fix
    state.fixAge = 0.2
    state.fixes = 7
    state.elapsed = 9.8
    state.satellites = SatelliteLine.joined(sky)
    state.providers = [
      Provider(
        name: "gnss", isOn: true,
        reason: "on: left on, a fix every 1 s, 7.7 m for the best wanted at 88.0 mW"),
      Provider(name: "fixed", isOn: false, reason: "off: gnss gives the best there is"),
    ]
    state.plannedPower = 88
    state.energy.book(Energy(nanojoules: 810_000_000), of: "gnss", for: ["walk"])
    var receiver = ReceiverReport(provider: "gnss")
    receiver.path = "/dev/pts/2"
    receiver.isIdentified = true
    receiver.model = "NEO-M9N"
    receiver.firmware = "SPG 4.04"
    receiver.dialect = "UBX-CFG-VALSET"
    receiver.baudRate = 38_400
    receiver.frames = 50
    receiver.timeToFirstFix = .seconds(3)
    state.receiver = receiver
    return state
  }

  /// A board that Wi-Fi serves while its receiver is off.
  static var town: MonitorState {
    var state = MonitorState(title: "simulating the board m8-gateway, in a town")
    state.wanted = AccuracyArgument(.kilometer)
    state.hasKeys = true
    state.fix = Location(
      coordinate: Coordinate(latitude: 37.566_441, longitude: 126.977_81),
      horizontalAccuracy: 24.1, time: MonotonicTime(nanoseconds: 0),
      source: LocationSource(provider: "wifi", technology: .wifi, flags: .simulated))
    state.fixes = 1
    state.providers = [
      Provider(
        name: "gnss", isOn: false,
        reason: "off: wifi suffices, at 1.44 mW; wifi, then cell, then gnss takes 88.4 mW"),
      Provider(
        name: "wifi", isOn: true,
        reason: "on: every 600 s, within 1000 m 94 % of the time, 68 % wanted, at 1.44 mW"),
      Provider(
        name: "cell", isOn: false,
        reason: "off: wifi suffices, at 1.44 mW; wifi, then cell takes 1.44 mW"),
    ]
    state.plannedPower = 1.44
    state.energy.book(Energy(nanojoules: 862_000_000), of: "wifi", for: ["town"])
    return state
  }

  /// What a daemon shows that has three clients.
  static var served: MonitorState {
    var state = MonitorState.walk
    state.title = "asking cairnd at /run/cairn/cairn.sock"
    state.hasKeys = true
    state.pane = .clients
    var fleet = WatchedClient()
    (fleet.program, fleet.unit, fleet.userName) = ("/usr/bin/fleetd", "fleet.service", "fleet")
    (fleet.protocols, fleet.addresses, fleet.services) = (.cairn, .unix, [.standard, .heading])
    (fleet.accuracy, fleet.interval) = (.nearestTenMeters, .seconds(1))
    (fleet.power, fleet.energy) = (29.3, Energy(nanojoules: 812_500_000_000))
    var distant = WatchedClient()
    (distant.connections, distant.protocols, distant.addresses) = (2, .gpsd, .tcp)
    (distant.accuracy, distant.interval, distant.services) = (.best, .seconds(1), .standard)
    (distant.power, distant.energy) = (nil, nil)
    var guest = WatchedClient()
    (guest.program, guest.user, guest.right) = ("/usr/games/treasure", 1001, .refused)
    (guest.protocols, guest.addresses, guest.power, guest.energy) = (.cairn, .unix, 0, .zero)
    state.clients = MonitoredClients(all: [fleet, distant, guest], hidden: 2)
    return state
  }

  /// Anything that a receiver or a plan could say, and more.
  static func random(_ random: inout some RandomNumberGenerator) -> MonitorState {
    var state = MonitorState(title: .random(&random))
    state.hasKeys = .random(using: &random)
    state.pane = Pane.allCases.randomElement(using: &random) ?? .sky
    state.showsHelp = Int.random(in: 0..<10, using: &random) == 0
    state.elapsed = [0, 1, -1, 1e300, .nan, .infinity].randomElement(using: &random) ?? 0
    if Bool.random(using: &random) {
      state.fix = MonitorState.walk.fix
      state.fix?.horizontalAccuracy =
        [0, 1e300, .nan, .infinity].randomElement(using: &random) ?? 0
      state.fix?.altitude = [nil, -1e9, .nan].randomElement(using: &random) ?? nil
      state.fix?.source.flags = LocationSource.Flags(
        rawValue: .random(in: 0...4095, using: &random))
      state.fixAge = [nil, 0, 1e300, .nan].randomElement(using: &random) ?? nil
    }
    state.fixes = [0, 1, .max].randomElement(using: &random) ?? 0
    state.satellites = SatelliteLine.joined(
      (0..<Int.random(in: 0...150, using: &random)).map { _ in
        Satellite(
          system: SatelliteSystem.allCases.randomElement(using: &random) ?? .gps,
          number: [nil, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? nil,
          elevation: [nil, .random(in: -128...127, using: &random)].randomElement(using: &random)
            ?? nil,
          azimuth: [nil, .random(in: 0...65_535, using: &random)].randomElement(using: &random)
            ?? nil,
          carrierToNoise: [nil, 45, -1, 1e30, .nan].randomElement(using: &random) ?? nil,
          isUsed: .random(using: &random))
      })
    state.providers = (0..<Int.random(in: 0...9, using: &random)).map { _ in
      Provider(name: .random(&random), isOn: .random(using: &random), reason: .random(&random))
    }
    if Bool.random(using: &random) {
      var receiver = ReceiverReport(provider: "gnss")
      receiver.path = .random(&random)
      receiver.isIdentified = .random(using: &random)
      receiver.model = ForeignText(.random(&random))
      receiver.configuration = ReceiverReport.Configuration(
        applied: 1, unchanged: 2,
        refused: (0..<Int.random(in: 0...20, using: &random)).map { _ in .random(&random) })
      state.receiver = receiver
    }
    if Bool.random(using: &random) {
      let clients = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        var client = WatchedClient()
        (client.program, client.unit) = (.random(&random), .random(&random))
        client.power = [nil, -1, .nan, 1e300].randomElement(using: &random) ?? nil
        client.connections = .random(in: 0...9, using: &random)
        client.interval = [nil, .zero, .seconds(1_000_000)].randomElement(using: &random) ?? nil
        return client
      }
      state.clients = MonitoredClients(all: clients, hidden: .random(in: 0...3, using: &random))
    }
    state.errors = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(&random) }
    return state
  }
}

extension String {
  /// Of letters, controls, marks and wide characters.
  fileprivate static func random(_ random: inout some RandomNumberGenerator) -> String {
    let alphabet = Array(
      "ab 12 ±°\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{301}\r\n\t\u{0}定位👍🏽é".unicodeScalars)
    let count = Int.random(in: 0...120, using: &random)
    return String(
      UnicodeScalarView((0..<count).compactMap { _ in alphabet.randomElement(using: &random) }))
  }
}
