import CairnHAL
import Foundation
import Testing

@testable import CairnProfiles

/// The package's own files, found from where this file is.
enum Checkout {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func path(_ name: String) -> String { root.appending(path: name).path }

  static func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  /// The profiles that are shipped.
  static func profiles() throws -> [HardwareProfile] {
    try ProfileDirectory.read(path("hw-profiles"))
  }
}

/// A profile with every key that there is, and with every way to say where a number comes from.
let completeProfile = receiverKeys + figureKeys

private let receiverKeys = """
  name: complete
  title: All there is
  vendor: nobody
  kind: receiver
  includes: []
  identity:
    usb:
      - vendor: "1546"
        product: "01ax"
        interface: "02"
        product_name: "u-blox * receiver"
        serial: "A1*"
        certainty: certain
        source: a document, 1.2
    kernel_types: [UBX]
    compatible: ["u-blox,neo-m8"]
    paths: ["/dev/serial/by-path/*-usb-0:1.2:1.0"]
    models: [NEO-M9N]
  protocols: [nmea, ubx, rtcm]
  dialects: [ublox-keys, ublox-legacy, pmtk, pair, pqtm, pcas, pstm, psrf, pubx]
  write: while-silent
  ports:
    uart1:
      speeds: { baud: [9600, 115200], measured: "me, with a logic analyser" }
      working_speed: { baud: 115200, estimate: because }
    uart2:
      speeds: { baud: [38400], source: a document }
      working_speed: { baud: 38400, source: a document }
    usb: {}
    i2c:
      address: { number: 0x42, source: a document }
    spi: {}
  startup:
    - { key: CFG_NAVSPG_DYNMODEL, value: SEA, reason: a boat }
    - { key: CFG_SBAS_USE_TESTMODE, value: true, reason: a test }
    - { key: CFG_RATE_MEAS, value: 0x64, reason: quick }
    - { key: CFG_TMODE_ECEF_X, value: -7, reason: south }
  persistence:
    memories: [bbr, flash]
    write: [bbr]
  supply:
    keeps_backup: true
    stays_on: true
    start_up: { ms: 300, source: a document }
    switch:
      gpio: { chip: gpiochip0, line: 17, active_low: true }
  wake:
    by: [rxd, extint, spi_cs, supply]
    latency: { ms: 250, plus_minus: 50, source: a document }
  start_times:
    cold: { min: 0.5, source: a document }
    warm: { s: 25, source: a document }
    aided: { s: 2.5, source: a document }
    hot: { s: 1, source: a document }
    ephemeris_validity: { h: 2, source: a document }
    ephemeris_download: { s: 30, source: a document }
  pulses: /dev/pps0
  modem: { port: /dev/ttyS1, baud: 115200 }
  geolocation: https://api.beacondb.net

  """

/// Every figure, in every unit.
private let figureKeys = """
  supply_voltage: { V: 3, source: a document }
  power:
    off: { uW: 0, estimate: nothing leaks }
    backup_hardware: { uA: 15, V: 1.8, source: a document }
    backup_software: { uA: 30, source: a document }
    standby: { mW: 1.5, source: a document }
    acquiring: { W: 0.096, source: a document }
    tracking: { mA: 29, plus_minus: 2, source: a document }
  cyclic:
    power: { mA: 9.5, measured: me }
    longest_period: { s: 10, source: a document }
    error_factor: { times: 1.3, estimate: because }
  transitions:
    start_energy: { J: 0.02, source: a document }
    wake_energy: { mJ: 3, source: a document }
    sleep_energy: { mJ: 2, source: a document }
    sleep_latency: { ms: 20, source: a document }
    settling: { s: 2, source: a document }
  accuracy:
    open_sky: { cep_m: 2.5, source: a document }
    urban: { m: 7.5, estimate: because }
    indoor: { m: 38, estimate: because }
    floor: { cm: 50, estimate: because }
  availability:
    open_sky: { percent: 99.5, estimate: because }
    urban: { share: 0.95, estimate: because }
    indoor: { share: 0.05, estimate: because }
  output:
    shortest_interval: { ms: 100, source: a document }
  wifi:
    idle: { mW: 0, estimate: because }
    dual_band: { energy: { J: 0.86, estimate: e }, duration: { s: 3, estimate: e } }
    active_2ghz: { energy: { mJ: 130, estimate: e }, duration: { s: 0.6, estimate: e } }
    passive: { energy: { mJ: 900, estimate: e }, duration: { s: 4, estimate: e } }
    accuracy: { open_sky: { m: 50, estimate: e }, urban: { m: 23, estimate: e }, indoor: { m: 18, estimate: e } }
    availability: { open_sky: { share: 0.1, estimate: e }, urban: { share: 1, estimate: e }, indoor: { share: 0, estimate: e } }
  cell:
    attributed: { mW: 0, estimate: because }
    query: { energy: { mJ: 9, estimate: e }, duration: { s: 0.2, estimate: e } }
    request: { energy: { mJ: 800, estimate: e }, duration: { s: 2, estimate: e } }
    accuracy: { open_sky: { km: 6, estimate: e }, urban: { m: 700, estimate: e }, indoor: { m: 700, estimate: e } }
    availability: { open_sky: { share: 1, estimate: e }, urban: { share: 1, estimate: e }, indoor: { share: 1, estimate: e } }
  motion:
    power: { uA: 6, source: a document }
    moving_delay: { s: 2, source: a document }
    still_delay: { min: 0.5, source: a document }
  sensors:
    compass:
      power: { mA: 5, source: a document }
    barometer:
      power: { uA: 3, source: a document }
    bluetooth:
      power: { uA: 3, source: a document }
  host:
    wake_energy: { mJ: 1.5, plus_minus: 0.5, estimate: because }
  battery:
    capacity: { mAh: 2000, V: 3.7, source: a document }
    low: { percent: 20, estimate: because }
  defaults:
    accuracy: { m: 100, estimate: because }
  site: { latitude: -33.8568, longitude: 151.2153, accuracy_m: 2, altitude_m: 5.5, measured: me }
  floors:
    latitude: -33.8568
    longitude: 151.2153
    radius_m: 60
    base_m: 5.5
    heights_m: [-3.2, 0, 4.1]
    lowest: -1
    source: a plan

  """

/// A piece of the complete profile, what stands there instead, where the error is, and what it says.
struct Mistake: CustomTestStringConvertible, Sendable {
  let old: String
  let new: String
  /// The error's place is where this first stands in the changed text.
  let place: String
  let message: String

  var testDescription: String { message }

  init(_ old: String, _ new: String, at place: String, _ message: String) {
    self.old = old
    self.new = new
    self.place = place
    self.message = message
  }

  /// Whether the mistake, made in the complete profile, is told where it is.
  func expectToBeFound() throws {
    try #require(completeProfile.contains(old))
    let text = completeProfile.replacing(old, with: new, maxReplacements: 1)
    let start = try #require(text.firstRange(of: place)).lowerBound
    let before = text[..<start].split(separator: "\n", omittingEmptySubsequences: false)
    let (line, column) = (before.count, (before.last?.count ?? 0) + 1)
    let found = errors(text)
    #expect(found.contains("\(line):\(column): \(message)"), "\(found.joined(separator: "\n"))")
  }
}

/// What the reader says about a text: `LINE:COLUMN: WHAT; ADVICE` for each error or warning.
func errors(_ text: String, file: String = "complete.yaml") -> [String] {
  var all: [ProfileError] = []
  do throws(ProfileErrors) {
    _ = try ProfileReader.read(text, file: file) { all.append($0) }
  } catch {
    all = error.all
  }
  return all.map { "\($0.line):\($0.column): \($0.what); \($0.advice)" }
}
