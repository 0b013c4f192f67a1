import Testing

@testable import CairnProfiles

@Suite("Mistakes in the figures of a profile")
struct FigureErrorTests {
  static let mistakes = [
    Mistake(
      "heights_m: [-3.2, 0, 4.1]", "heights_m: [0, 4.1, 4.1]", at: "[0, 4.1",
      "'floors.heights_m' are no floors; write two to 200 heights, the lowest first, each a metre or more above the one before"
    ),
    Mistake(
      "heights_m: [-3.2, 0, 4.1]", "heights_m: [upstairs, 0, 4.1]", at: "upstairs",
      "'floors.heights_m' has 'upstairs'; write metres above 'base_m'"),
    Mistake(
      "lowest: -1", "lowest: many", at: "many",
      "'floors.lowest' is 'many'; write a whole number from -100 to 100"),
    Mistake(
      "tracking: { mA", "trakcing: { mA", at: "trakcing",
      "unknown key 'trakcing' in 'power'; did you mean 'tracking'?"),
    Mistake(
      "tracking: { mA: 29", "tracking: { kA: 29", at: "{ kA",
      "'power.tracking' has no power; add one of mW, W, uW, mA or uA"),
    Mistake(
      "tracking: { mA: 29", "tracking: { mJ: 29", at: "mJ: 29",
      "unknown key 'mJ' in 'power.tracking'; did you mean 'mW'?"),
    Mistake(
      "tracking: { mA: 29,", "tracking: { mA: 29, mW: 87,", at: "29,",
      "'power.tracking' has two units; keep one"),
    Mistake(
      "tracking: { mA: 29,", "tracking: { mA: -29,", at: "-29",
      "'power.tracking.mA' is '-29.0'; write a power above 0, at most 100 W"),
    Mistake(
      "tracking: { mA: 29,", "tracking: { mA: many,", at: "many",
      "'power.tracking.mA' is 'many'; write a number"),
    Mistake(
      "tracking: { mA: 29,", "tracking: { mA: '29,5',", at: "'29,5'",
      "'power.tracking.mA' is '29,5'; write a point in place of the comma"),
    Mistake(
      "tracking: { mA: 29,", "tracking: { mA: \"29\\0x\",", at: "\"29\\0x\"",
      "'power.tracking.mA' has a line end or another control character; take it out"),
    Mistake(
      "tracking: { mA: 29, plus_minus: 2", "tracking: { mA: 29, plus_minus: 0",
      at: "0, source: a document }\ncyclic",
      "'power.tracking.plus_minus' is '0'; write a number above 0"),
    Mistake(
      "plus_minus: 2, source: a document }\ncyclic", "plus_minus: 2 }\ncyclic",
      at: "{ mA: 29",
      "'power.tracking' does not say where it comes from; add source: DOCUMENT, SECTION, or measured: WHO AND HOW, or estimate: WHY"
    ),
    Mistake(
      "supply_voltage: { V: 3, source: a document }\n", "", at: "29,",
      "'power.tracking' is a current, and nothing says at which voltage; add 'supply_voltage:' to the profile, or V: beside it"
    ),
    Mistake(
      "supply_voltage: { V: 3,", "supply_voltage: { V: 3000,", at: "3000",
      "'supply_voltage.V' is '3000.0'; write a voltage from 0.5 to 60 V"),
    Mistake(
      "uA: 15, V: 1.8", "uA: 15, V: 180", at: "180",
      "'power.backup_hardware.V' is '180.0'; write a voltage from 0.5 to 60 V"),
    Mistake(
      "W: 0.096,", "W: 0.096, V: 3,", at: "3, source: a document }\n  tracking:",
      "'power.acquiring.W' needs no voltage; remove 'V'"),
    Mistake(
      "cyclic:\n  power: { mA: 9.5", "cyclic:\n  power: { mA: 29.5", at: "{ mA: 29.5",
      "'cyclic.power' is 88.5 mW, 'power.tracking' only 87.0; the first is always less: check both numbers"
    ),
    Mistake(
      "acquiring: { W: 0.096", "acquiring: { W: 0.086", at: "{ mA: 29",
      "'power.tracking' is 87.0 mW, 'power.acquiring' only 86.0; the first is never more: check both numbers"
    ),
    Mistake(
      "backup_software: { uA: 30", "backup_software: { mA: 30", at: "{ mA: 30",
      "'power.backup_software' is 90.0 mW, 'cyclic.power' only 28.5; the first is always less: check both numbers"
    ),
    Mistake(
      "urban: { m: 7.5", "urban: { m: 75", at: "{ m: 75",
      "'accuracy.urban' is 75.0 m, 'accuracy.indoor' only 38.0; the first is never more: check both numbers"
    ),
    Mistake(
      "error_factor: { times: 1.3", "error_factor: { times: 0.3", at: "0.3,",
      "'cyclic.error_factor.times' is '0.3'; write a factor from 1 to 100"),
    Mistake(
      "open_sky: { percent: 99.5", "open_sky: { share: 99.5", at: "99.5",
      "'availability.open_sky.share' is '99.5'; write a share from 0 to 1, or 0 to 100 percent"),
    Mistake(
      "latitude: -33.8568", "latitude: -93.8568", at: "-93.8568",
      "'site.latitude' is '-93.8568'; write degrees from -90 to 90, positive north"),
    Mistake(
      "longitude: 151.2153", "longitude: 15112.9E", at: "15112.9E",
      "'site.longitude' is '15112.9E'; write a number"),
    Mistake(
      "longitude: 151.2153", "longitude: 511.2153", at: "511.2153",
      "'site.longitude' is '511.2153'; write degrees from -180 to 180, positive east"),
    Mistake(
      "accuracy_m: 2", "accuracy_m: 0", at: "0, altitude_m",
      "'site.accuracy_m' is '0.0'; write a length above 0, at most 100 km"),
    Mistake(
      "altitude_m: 5.5", "altitude_m: 55e3", at: "55e3",
      "'site.altitude_m' is '55000.0'; write metres from -10000 to 10000"),
    Mistake(
      " accuracy_m: 2,", "", at: "{ latitude",
      "'accuracy_m' is missing in 'site'; add 'accuracy_m:'"),
    Mistake(
      "altitude_m: 5.5", "height_m: 5.5", at: "height_m",
      "unknown key 'height_m' in 'site'; known here: source, measured, estimate, latitude, longitude, accuracy_m, altitude_m"
    ),
    Mistake(
      "altitude_m: 5.5, measured: me", "altitude_m: 5.5", at: "{ latitude",
      "'site' does not say where it comes from; add source: DOCUMENT, SECTION, or measured: WHO AND HOW, or estimate: WHY"
    ),
    Mistake(
      "dual_band: { energy", "dual_bund: { energy", at: "dual_bund",
      "unknown key 'dual_bund' in 'wifi'; did you mean 'dual_band'?"),
    Mistake(
      "J: 0.86", "J: 8600", at: "8600",
      "'wifi.dual_band.energy.J' is '8600.0'; write an energy above 0, at most 1000 J"),
    Mistake(
      "query: { energy: { mJ: 9, estimate: e }, duration: { s: 0.2, estimate: e } }", "query: 3",
      at: "3\n  request",
      "'cell.query' is not a mapping; write keys with values"),
  ]

  @Test(arguments: mistakes)
  func `are reported where they are, with what to do`(mistake: Mistake) throws {
    try mistake.expectToBeFound()
  }
}
