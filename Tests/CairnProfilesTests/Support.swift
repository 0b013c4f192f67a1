import CairnHAL
import Foundation

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
let completeProfile = """
  name: complete
  title: All there is
  vendor: nobody
  kind: receiver
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

  """

/// What the reader says about a text: `LINE:COLUMN: WHAT; ADVICE` for each error.
func errors(_ text: String, file: String = "complete.yaml") -> [String] {
  do throws(ProfileErrors) {
    _ = try ProfileReader.read(text, file: file)
    return []
  } catch {
    return error.all.map { "\($0.line):\($0.column): \($0.what); \($0.advice)" }
  }
}
