import Testing

@testable import CairnProfiles

@Suite("Mistakes in a profile")
struct ProfileErrorTests {
  /// A piece of the complete profile, what stands there instead, and what is said about it.
  struct Mistake: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let error: String

    var testDescription: String { error }

    init(_ old: String, _ new: String, _ error: String) {
      self.old = old
      self.new = new
      self.error = error
    }
  }

  static let mistakes = [
    Mistake(
      "vendor: nobody", "vender: nobody",
      "1:1: 'vendor' is missing; add 'vendor:'"),
    Mistake("    models:", "    modles:", "15:3: unknown key 'modles' in 'identity'; did you mean 'models'?"),
    Mistake(
      "memories: [bbr, flash]", "memories: [bbr, flesh]",
      "35:20: 'persistence.memories' is 'flesh'; did you mean 'flash'?"),
    Mistake("write: while-silent", "write: always", "18:8: 'write' is 'always'; write never, after-first-frame or while-silent"),
    Mistake("kind: receiver", "kind: modem", "4:7: 'kind' is 'modem'; write receiver"),
    Mistake(
      "product: \"01ax\"", "product: \"01AX\"",
      "8:16: 'identity.usb[].product' is '01AX'; write 4 hexadecimal digits in lower case, as lsusb prints them; x is any digit"),
    Mistake(
      "certainty: certain", "certainty: bridge",
      "18:8: 'write' is while-silent, but 1546:01ax is a bridge; anything may be behind a bridge: write after-first-frame"),
    Mistake(
      "working_speed: { baud: 115200", "working_speed: { baud: 57600",
      "22:30: 57600 baud is not among the speeds that are tried; add it to 'speeds': a host that starts anew would not find the receiver"
    ),
    Mistake(
      "baud: [38400], source: a document", "baud: [38400]",
      "24:15: 'ports.uart2.speeds' does not say where it comes from; add source: DOCUMENT, SECTION, or measured: WHO AND HOW, or estimate: WHY"
    ),
    Mistake(
      "hot: { s: 1, source: a document }", "hot: { s: 1, source: a document, estimate: x }",
      "48:47: 'estimate' stands beside another origin; keep the one the number is from"),
    Mistake(
      "warm: { s: 25,", "warm: { mA: 25,",
      "46:11: 'start_times.warm' has no time; add one of h, min, s or ms"),
    Mistake(
      "warm: { s: 25,", "warm: { s: 25, ms: 3,",
      "46:24: 'start_times.warm' has two units; keep one"),
    Mistake(
      "hot: { s: 1,", "hot: { s: -1,",
      "48:15: 'start_times.hot.s' is '-1'; write a number above 0"),
    Mistake(
      "hot: { s: 1,", "hot: { s: 26,",
      "47:10: a aided start is faster than a hot one; who knows more starts faster: check both numbers"),
    Mistake(
      "ephemeris_validity: { h: 2,", "ephemeris_validity: { s: 20,",
      "49:23: an ephemeris is valid shorter than it takes to hear; check both numbers"),
    Mistake(
      "CFG_NAVSPG_DYNMODEL", "CFG_NAVSPG_DYNMODL",
      "30:12: no configuration key is called 'CFG_NAVSPG_DYNMODL'; did you mean 'CFG_NAVSPG_DYNMODEL'?"),
    Mistake(
      "value: 0x64", "value: 70000",
      "32:33: CFG_RATE_MEAS cannot be '70000'; write a whole number of 16 bits, as the receiver stores it"),
    Mistake(
      "value: true", "value: yes",
      "31:41: CFG_SBAS_USE_TESTMODE cannot be 'yes'; write true or false"),
    Mistake(
      "dialects: [ublox-keys, ublox-legacy, pmtk", "dialects: [pmtk",
      "30:3: 'startup' sets keys, but none of 'dialects' has any; remove it, or add ublox-keys or ublox-legacy to 'dialects'"
    ),
    Mistake(
      "memories: [bbr, flash]", "memories: [flash]",
      "36:12: 'bbr' is written but not among 'memories'; add it there if the receiver has it, or do not write it"
    ),
    Mistake(
      "keeps_backup: true", "keeps_backup: maybe",
      "38:19: 'keeps_backup' is 'maybe'; write true or false"),
    Mistake("line: 17", "line: 70000", "40:38: 'supply.switch.gpio.line' is '70000'; write a whole number from 0 to 65535"),
    Mistake(
      "number: 0x42", "number: 0x99",
      "27:26: 'ports.i2c.address.number' is '0x99'; write a whole number from 8 to 119"),
    Mistake("models: [NEO-M9N]", "models: NEO-M9N", "16:13: 'identity.models' is not a list; write [A, B], or one '- ' line for each"),
    Mistake("  usb: {}", "  usb: no", "25:10: 'ports.usb' is not a mapping; write keys with values"),
    Mistake("title: All there is", "title:", "2:7: 'title' is empty; give it a value, or leave the key out"),
    Mistake("name: complete", "name: Complete!", "1:7: 'Complete!' is no name; use a to z, 0 to 9 and '-'"),
    Mistake("name: complete", "name: other", "1:7: the profile 'other' is in the file complete.yaml; name them alike"),
    Mistake(
      "vendor: nobody", "vendor: nobody\ntitle: again",
      "4:1: the key 'title' stands here twice; remove one"),
    Mistake(
      "product_name: \"u-blox * receiver\"", "product_name: 'u-blox \"x\"'",
      "10:21: 'identity.usb[].product_name' is 'u-blox \"x\"'; write printable ASCII without quotes, backslashes and ?[]|; * is any text"
    ),
  ]

  @Test(arguments: mistakes)
  func `are reported where they are, with what to do`(mistake: Mistake) {
    let found = errors(replacing: mistake.old, by: mistake.new)
    #expect(found.contains(mistake.error), "\(found.joined(separator: "\n"))")
  }

  @Test func `are reported all at once, in the order they are met`() {
    let text = completeProfile
      .replacing("vendor: nobody", with: "vendor:")
      .replacing("keeps_backup: true", with: "keeps_backup: perhaps")
      .replacing("persistence:", with: "persistance:")
    #expect(
      errors(text) == [
        "3:8: 'vendor' is empty; give it a value, or leave the key out",
        "38:19: 'keeps_backup' is 'perhaps'; write true or false",
        "34:1: unknown key 'persistance'; did you mean 'persistence'?",
      ])
  }

  @Test func `are reported for what is no YAML`() {
    #expect(errors("") == ["1:1: the file is empty; write a profile, or remove it"])
    #expect(errors("- a\n") == ["1:1: the document is not a mapping; write keys with values"])
    #expect(
      errors("name: x\ntitle: [1\n").first?.hasSuffix("check colons, quotes and indentation") == true)
    let tab = errors("name: x\nidentity:\n\tusb: []\n")
    #expect(tab.count == 1)
    #expect(tab.first?.hasPrefix("3:1: ") == true)
    #expect(tab.first?.hasSuffix("indent with spaces, not tabs") == true)
  }

  @Test(arguments: stride(from: 0, to: completeProfile.utf8.count, by: 7))
  func `never trap, wherever a file is cut off`(length: Int) {
    _ = errors(String(decoding: completeProfile.utf8.prefix(length), as: UTF8.self))
  }

  @Test func `name the file as compilers do`() {
    let error = ProfileError(
      file: "hw-profiles/x.yaml", line: 3, column: 7, what: "'a' is wrong", advice: "mend it")
    #expect(error.description == "hw-profiles/x.yaml:3:7: 'a' is wrong; mend it")
  }
}
