import CairnTestSupport
import CairnTypes
import CairnUpdates
import Testing

@Suite("Policy files: reading")
struct PolicyParserTests {
  @Test
  func `every section and key is read, with comments and odd white space`() throws {
    let rules = try rules(
      """
      # The fleet's rules.

      [system]
      enabled=yes   # the master switch
      [default]\r
      \tstatus =  denied\t
      [client tracker]
      status = always
      accuracy = reduced
      services = standard  monitoring heading
      purpose = Shows line-#7 buses # for the CLI
      temporary-full-accuracy = rescue for 10min
      temporary-full-accuracy = survey for 90 s
      """)
    let tracker = rules.answer(for: "tracker", otherwise: allowed)
    #expect(tracker.authorization.status == .authorizedAlways)
    #expect(tracker.authorization.accuracy == .reducedAccuracy)
    #expect(tracker.authorization.services == [.standard, .monitoring, .heading])
    #expect(tracker.purpose == "Shows line-#7 buses")
    #expect(
      tracker.temporaryFullAccuracy == ["rescue": .seconds(600), "survey": .seconds(90)])
    #expect(rules.answer(for: "other", otherwise: allowed).authorization.status == .denied)
  }

  @Test
  func `an empty file has no rules`() throws {
    #expect(try rules("") == PolicyRules())
    #expect(try rules("\n# nothing\r\n  \t\n") == PolicyRules())
  }

  @Test(
    "each mistake is told with its line, its column and what was expected",
    arguments: [
      ("[default]\nstatus = allways", .invalidValue, 2, 10, "always"),
      ("[default]\nstatus =", .invalidValue, 2, 9, nil),
      ("[default]\n  acuracy = full", .unknownKey, 2, 3, "accuracy"),
      ("[default]\nenabled = no", .unknownKey, 2, 1, nil),
      ("[system]\nenable = no", .unknownKey, 2, 1, "enabled"),
      ("[system]\nstatus = denied", .unknownKey, 2, 1, nil),
      ("status = denied", .outsideSection, 1, 1, nil),
      ("[default]\nstatus denied", .noAssignment, 2, 1, nil),
      ("[default]\nstatus = denied\nstatus = always", .repeatedKey, 3, 1, nil),
      ("[defualt]", .unknownSection, 1, 2, "default"),
      ("[]", .unknownSection, 1, 2, nil),
      ("[default", .invalidSection, 1, 8, nil),
      ("[default] x", .invalidSection, 1, 11, nil),
      ("[default x]", .invalidSection, 1, 10, nil),
      ("[client]", .invalidSection, 1, 7, nil),
      ("[default]\nservices = standard visit", .invalidValue, 2, 21, "visits"),
      ("[default]\nservices =", .invalidValue, 2, 11, nil),
      ("[default]\npurpose = # none", .invalidValue, 2, 10, nil),
      ("[default]\ntemporary-full-accuracy = rescue", .invalidValue, 2, 27, nil),
      ("[default]\ntemporary-full-accuracy = rescue for ever", .invalidValue, 2, 38, nil),
      ("[default]\ntemporary-full-accuracy = rescue for 0s", .invalidValue, 2, 38, nil),
      ("[default]\ntemporary-full-accuracy = rescue for 25h", .invalidValue, 2, 38, nil),
      (
        "[default]\ntemporary-full-accuracy = r for 99999999999999999999h", .invalidValue, 2, 33,
        nil
      ),
      (
        "[default]\ntemporary-full-accuracy = r for 1s\ntemporary-full-accuracy = r for 2s",
        .repeatedKey, 3, 1, nil
      ),
      ("[default]\nstatus = \u{1B}[31m", .invalidText, 2, 10, nil),
    ] as [(String, SettingsFileError.Problem, Int, Int, String?)])
  func mistakes(
    text: String, problem: SettingsFileError.Problem, line: Int, column: Int, nearest: String?
  ) throws {
    let error = try #require(throws: SettingsFileError.self) { try rules(text) }
    #expect(error.problem == problem)
    #expect(error.file == "10-test.conf" && error.line == line && error.column == column)
    #expect(error.nearest == nearest)
    #expect(!error.expected.isEmpty)
  }

  @Test
  func `a message names the place and what was probably meant`() throws {
    let typo = try #require(throws: SettingsFileError.self) {
      try rules("[default]\nacuracy = full")
    }
    #expect(
      typo.description
        == "10-test.conf:2:1: 'acuracy' is no key here; did you mean 'accuracy'?")
    let value = try #require(throws: SettingsFileError.self) {
      try rules("[default]\naccuracy = 7")
    }
    #expect(
      value.description == "10-test.conf:2:12: '7' is no value for this; expected full or reduced")
  }

  @Test
  func `bytes that are no UTF-8 are refused where they stand`() throws {
    let bytes = Array("[default]\npurpose = é".utf8) + [0xFF, 0x41]
    var rules = PolicyRules()
    let error = try #require(throws: SettingsFileError.self) { try rules.add("a.conf", bytes) }
    #expect(error.problem == .invalidText && error.line == 2 && error.column == 12)
  }

  @Test
  func `sizes are bounded, and the bounds themselves are allowed`() throws {
    let line = "#" + String(repeating: "x", count: 4095)
    _ = try rules(line)
    #expect(problem("\n" + line + "x") == .lineTooLong)
    let full = String(repeating: "# 34567\n", count: 8192)
    _ = try rules(full)
    #expect(problem(full + "\n") == .fileTooLong)
    let sections = String(repeating: "[client a]\n", count: 500)
    var both = try rules(sections)
    try both.add("20-test.conf", Array(sections.utf8))
    let error = try #require(throws: SettingsFileError.self) {
      try both.add("30-test.conf", Array("[default]".utf8))
    }
    #expect(error.problem == .tooManySections && error.file == "30-test.conf")
  }

  @Test
  func `a file with a mistake adds nothing`() throws {
    var kept = try rules("[default]\nstatus = denied")
    let before = kept
    #expect(throws: SettingsFileError.self) {
      try kept.add("20-test.conf", Array("[default]\nstatus = always\nstatus = maybe".utf8))
    }
    #expect(kept == before)
  }

  @Test
  func `random bytes and damaged files never trap, and errors lie inside the file`() {
    var random = SplitMix(seed: 7)
    let good = Array(
      """
      [system]
      enabled = yes
      [client a*b*]
      services = standard visits # é
      temporary-full-accuracy = rescue for 10min
      """.utf8)
    let alphabet = Array("[]=# \t\n\r*for10smhclientdefaultstatusé\u{0}\u{FF}".utf8) + [0xC3, 0xFF]
    for round in 0..<3000 {
      var bytes = good
      if round % 2 == 0 {
        bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
          alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
        }
      } else {
        for _ in 0..<3 {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8(
            truncatingIfNeeded: random.next())
        }
      }
      var rules = PolicyRules()
      do throws(SettingsFileError) {
        try rules.add("random.conf", bytes)
        _ = rules.answer(for: "aab", unit: "b", otherwise: allowed)
      } catch {
        #expect((1...bytes.count { $0 == 10 } + 1).contains(error.line), "round \(round)")
        #expect((0...bytes.count + 1).contains(error.column), "round \(round)")
      }
    }
  }

  private func problem(_ text: String) -> SettingsFileError.Problem? {
    do throws(SettingsFileError) {
      _ = try rules(text)
      return nil
    } catch {
      return error.problem
    }
  }
}

/// The rules of one file.
func rules(_ text: String) throws(SettingsFileError) -> PolicyRules {
  var rules = PolicyRules()
  try rules.add("10-test.conf", Array(text.utf8))
  return rules
}
