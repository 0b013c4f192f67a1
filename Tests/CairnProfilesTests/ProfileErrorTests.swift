import CairnHAL
import Testing

@testable import CairnProfiles

@Suite("Mistakes in a profile")
struct ProfileErrorTests {
  static let mistakes = [
    Mistake(
      "vendor: nobody", "vender: nobody", at: "name: complete", "'vendor' is missing; add 'vendor:'"
    ),
    Mistake(
      "  models:", "  modles:", at: "modles:",
      "unknown key 'modles' in 'identity'; did you mean 'models'?"),
    Mistake(
      "memories: [bbr, flash]", "memories: [bbr, flesh]", at: "flesh",
      "'persistence.memories' is 'flesh'; did you mean 'flash'?"),
    Mistake(
      "write: while-silent", "write: always", at: "always",
      "'write' is 'always'; write never, after-first-frame or while-silent"),
    Mistake(
      "kind: receiver", "kind: modern", at: "modern", "'kind' is 'modern'; did you mean 'modem'?"),
    Mistake(
      "product: \"01ax\"", "product: \"01AX\"", at: "\"01AX\"",
      "'identity.usb[].product' is '01AX'; write 4 hexadecimal digits in lower case, as lsusb prints them; x is any digit"
    ),
    Mistake(
      "[\"/dev/serial/by-path/*-usb-0:1.2:1.0\"]", "[ttyS3]", at: "ttyS3",
      "'identity.paths' has 'ttyS3'; write the whole path of a device, such as /dev/ttyS3, in which * is any text, or tcp://HOST:PORT"
    ),
    Mistake(
      "[\"/dev/serial/by-path/*-usb-0:1.2:1.0\"]", "[\"tcp://h:0\"]", at: "\"tcp://h:0\"",
      "'identity.paths' has 'tcp://h:0'; write the whole path of a device, such as /dev/ttyS3, in which * is any text, or tcp://HOST:PORT"
    ),
    Mistake(
      "certainty: certain", "certainty: bridge", at: "while-silent",
      "'write' is while-silent, but 1546:01ax is a bridge; anything may be behind a bridge: write after-first-frame"
    ),
    Mistake(
      "working_speed: { baud: 115200", "working_speed: { baud: 57600", at: "57600",
      "57600 baud is not among the speeds that are tried; add it to 'speeds': a host that starts anew would not find the receiver"
    ),
    Mistake(
      "baud: [38400], source: a document", "baud: [38400]", at: "{ baud: [38400]",
      "'ports.uart2.speeds' does not say where it comes from; add source: DOCUMENT, SECTION, or measured: WHO AND HOW, or estimate: WHY"
    ),
    Mistake(
      "hot: { s: 1, source: a document }", "hot: { s: 1, source: a document, estimate: another }",
      at: "another", "'estimate' stands beside another origin; keep the one the number is from"),
    Mistake(
      "warm: { s: 25,", "warm: { mA: 25,", at: "{ mA: 25",
      "'start_times.warm' has no time; add one of h, min, s or ms"),
    Mistake(
      "warm: { s: 25,", "warm: { s: 25, ms: 25123,", at: "25123",
      "'start_times.warm' has two units; keep one"),
    Mistake(
      "hot: { s: 1,", "hot: { s: -1,", at: "-1,",
      "'start_times.hot.s' is '-1'; write a number above 0"),
    Mistake(
      "aided: { s: 2.5,", "aided: { s: 0.5,", at: "{ s: 0.5",
      "'aided' is shorter than 'hot'; who knows more starts faster: check both numbers"),
    Mistake(
      "ephemeris_validity: { h: 2,", "ephemeris_validity: { s: 20,", at: "{ s: 20,",
      "an ephemeris is valid shorter than it takes to hear; check both numbers"),
    Mistake(
      "CFG_NAVSPG_DYNMODEL", "CFG_NAVSPG_DYNMODL", at: "CFG_NAVSPG_DYNMODL",
      "no configuration key is called 'CFG_NAVSPG_DYNMODL'; did you mean 'CFG_NAVSPG_DYNMODEL'?"),
    Mistake(
      "value: 0x64", "value: 70000", at: "70000",
      "CFG_RATE_MEAS cannot be '70000'; write a whole number of 16 bits, as the receiver stores it"),
    Mistake(
      "value: true", "value: yes", at: "yes",
      "CFG_SBAS_USE_TESTMODE cannot be 'yes'; write true or false"),
    Mistake(
      "value: SEA", "value: CAR", at: "CAR",
      "CFG_NAVSPG_DYNMODEL cannot be 'CAR'; write PORT, STAT, PED, AUTOMOT, SEA, AIR1, AIR2, AIR4, WRIST, BIKE, MOWER or ESCOOTER, or a number"
    ),
    Mistake(
      "dialects: [ublox-keys, ublox-legacy, pmtk", "dialects: [pmtk", at: "- { key: CFG_NAVSPG",
      "'startup' sets keys, but none of 'dialects' has any; remove it, or add ublox-keys or ublox-legacy to 'dialects'"
    ),
    Mistake(
      "memories: [bbr, flash]", "memories: [flash]", at: "[bbr]",
      "'bbr' is written but not among 'memories'; add it there if the receiver has it, or do not write it"
    ),
    Mistake(
      "keeps_backup: true", "keeps_backup: maybe", at: "maybe",
      "'keeps_backup' is 'maybe'; write true or false"),
    Mistake(
      "chip: gpiochip0, line: 17, ", "", at: "{ active_low",
      "'supply.switch.gpio' does not say which line; add name: with the line's name, or chip: and line: with its number"
    ),
    Mistake(
      "chip: gpiochip0, ", "", at: "17",
      "'line' is a number on a chip, and no chip is named; add chip: with the chip's label"),
    Mistake(
      "line: 17", "name: EN, line: 17", at: "17",
      "'supply.switch.gpio' names the line twice; keep 'name' or 'line'"),
    Mistake(
      "switch:\n    gpio: { chip: gpiochip0, line: 17, active_low: true }", "switch: none",
      at: "true\n  start_up",
      "'stays_on' is about a switch, and the supply has none; name the 'switch', or remove 'stays_on'"
    ),
    Mistake(
      "pulses: /dev/pps0", "pulses: pps0", at: "pps0",
      "'pulses' is 'pps0'; write a path below /dev, such as /dev/pps0"),
    Mistake(
      "line: 17", "line: 70000", at: "70000",
      "'supply.switch.gpio.line' is '70000'; write a whole number from 0 to 65535"),
    Mistake(
      "number: 0x42", "number: 0x99", at: "0x99",
      "'ports.i2c.address.number' is '0x99'; write a whole number from 8 to 119"),
    Mistake(
      "models: [NEO-M9N]", "models: NEO-M9N", at: "NEO-M9N",
      "'identity.models' is not a list; write [A, B], or one '- ' line for each"),
    Mistake(
      "usb: {}", "usb: no", at: "no\n", "'ports.usb' is not a mapping; write keys with values"),
    Mistake(
      "title: All there is", "title: ''", at: "''",
      "'title' is empty; give it a value, or leave the key out"),
    Mistake(
      "name: complete", "name: Complete!", at: "Complete!",
      "'Complete!' is no name; use a to z, 0 to 9 and '-'"),
    Mistake(
      "name: complete", "name: other", at: "other",
      "the profile 'other' is in the file complete.yaml; name them alike"),
    Mistake(
      "vendor: nobody", "vendor: nobody\ntitle: again", at: "title: again",
      "the key 'title' stands here twice; remove one"),
    Mistake(
      "product_name: \"u-blox * receiver\"", "product_name: 'u-blox \"x\"'", at: "'u-blox",
      "'identity.usb[].product_name' is 'u-blox \"x\"'; write printable ASCII without quotes, backslashes and ?[]|; * is any text"
    ),
  ]

  @Test(
    "O203: are reported where they are, with what to do and the nearest name", arguments: mistakes)
  func areReported(mistake: Mistake) throws {
    try mistake.expectToBeFound()
  }

  @Test func `are reported all at once, in the order they are met`() {
    let text =
      completeProfile
      .replacing("vendor: nobody", with: "vendor:")
      .replacing("keeps_backup: true", with: "keeps_backup: perhaps")
      .replacing("persistence:", with: "persistance:")
    #expect(
      errors(text) == [
        "3:8: 'vendor' is empty; give it a value, or leave the key out",
        "42:17: 'keeps_backup' is 'perhaps'; write true or false",
        "38:1: unknown key 'persistance'; did you mean 'persistence'?",
      ])
  }

  @Test("O204: a key that nobody knows is a warning, one that is missing an error")
  func severities() throws {
    let odd = completeProfile.replacing("persistence:", with: "persistance:")
    var warnings: [ProfileError] = []
    let profile = try ProfileReader.read(odd, file: "complete.yaml") { warnings.append($0) }
    #expect(profile.name == "complete")
    #expect(
      warnings.map(\.description) == [
        "complete.yaml:38:1: warning: unknown key 'persistance'; did you mean 'persistence'?"
      ])
    let poor = odd.replacing("vendor: nobody\n", with: "")
    let failure = #expect(throws: ProfileErrors.self) {
      try ProfileReader.read(poor, file: "complete.yaml") { _ in Issue.record("read all the same") }
    }
    #expect(failure?.all.map(\.isWarning) == [false, true])
  }

  @Test func `are reported for what is no YAML`() {
    #expect(errors("") == ["1:1: the file is empty; write a profile, or remove it"])
    #expect(errors("- a\n") == ["1:1: the document is not a mapping; write keys with values"])
    #expect(
      errors("name: x\ntitle: [1\n").first?.hasSuffix("check colons, quotes and indentation")
        == true)
    let tab = errors("name: x\nidentity:\n\tusb: []\n")
    #expect(tab.count == 1)
    #expect(tab.first?.hasPrefix("3:1: ") == true)
    #expect(tab.first?.hasSuffix("indent with spaces, not tabs") == true)
  }

  @Test(arguments: Array(stride(from: 0, to: completeProfile.utf8.count, by: 7)))
  func `never trap, wherever a file is cut off`(length: Int) {
    _ = errors(String(decoding: completeProfile.utf8.prefix(length), as: UTF8.self))
  }

  @Test func `name the file as compilers do`() {
    let error = ProfileError(
      file: "hw-profiles/x.yaml", line: 3, column: 7, what: "'a' is wrong", advice: "mend it")
    #expect(error.description == "hw-profiles/x.yaml:3:7: 'a' is wrong; mend it")
  }
}
