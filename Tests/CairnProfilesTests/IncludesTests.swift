import CairnHAL
import Testing

@testable import CairnProfiles

@Suite("Profiles that include others")
struct IncludesTests {
  private static let files = [
    "chip": """
    name: chip
    title: T
    vendor: V
    identity: { models: [CHIP] }
    protocols: [nmea]
    dialects: [pmtk]
    write: while-silent
    ports: { uart1: { speeds: { baud: [9600], source: chip sheet } } }
    wake: { by: [rxd] }
    start_times: { cold: { s: 30, source: chip sheet }, hot: { s: 2, source: chip sheet } }
    supply_voltage: { V: 3, source: chip sheet }
    power:
      tracking: { mA: 10, source: chip sheet }
      acquiring: { mA: 12, source: chip sheet }
      backup_software: { uA: 10, source: chip sheet }
    """,
    "modem": """
    name: modem
    title: T
    vendor: V
    kind: modem
    protocols: [ubx]
    power: { tracking: { mW: 99, source: modem sheet }, standby: { mW: 1, source: modem sheet } }
    cell: { query: { energy: { mJ: 9, source: modem sheet } } }
    """,
    "base": """
    name: base
    title: T
    vendor: V
    identity: {}
    start_times: { hot: { s: 3, source: base sheet } }
    """,
    "faulty": "name: faulty\ntitle: T\nvendor: V\nkind: wifi\nwifi: 3\n",
    "serpent": "name: serpent\ntitle: T\nvendor: V\nkind: board\nincludes: [tail]\n",
    "tail": "name: tail\ntitle: T\nvendor: V\nkind: board\nincludes: [serpent]\n",
  ]

  private let head = "name: board\ntitle: T\nvendor: V\nkind: board\n"

  private func board(_ text: String) throws -> HardwareProfile {
    let library = ProfileLibrary(names: Self.files.keys.sorted()) { Self.files[$0] }
    return try ProfileReader.read(head + text, file: "board.yaml", library)
  }

  private func complaints(_ text: String) -> [String] {
    let library = ProfileLibrary(names: Self.files.keys.sorted()) { Self.files[$0] }
    return ProfileReader.reading(head + text, file: "board.yaml", library).1.errors.map {
      "\($0.line):\($0.column): \($0.what); \($0.advice)"
    }
  }

  @Test func `need no identity where a receiver that they include has one`() throws {
    let library = ProfileLibrary(names: Self.files.keys.sorted()) { Self.files[$0] }
    func reading(_ includes: String) -> (HardwareProfile?, Findings) {
      let text = "name: variant\ntitle: T\nvendor: V\nincludes: [\(includes)]\n"
      return ProfileReader.reading(text, file: "variant.yaml", library)
    }
    let (variant, findings) = reading("chip")
    #expect(findings.all.isEmpty, "\(findings.all)")
    #expect(variant?.kind == .receiver)
    #expect(variant?.identity == HardwareProfile.Identity())
    #expect(variant?.protocols == [.nmea])
    // What recognises nothing itself, and what is no receiver, is no sibling.
    for other in ["base", "modem"] {
      #expect(reading(other).1.errors.map(\.what) == ["'identity' is missing"], "\(other)")
    }
  }

  @Test func `have the ways and the figures of what they include`() throws {
    let board = try board("includes: [chip]\n")
    #expect(board.includes == ["chip"])
    #expect(board.protocols == [.nmea])
    #expect(board.dialects == [.pmtk])
    #expect(board.writeAccess == .whileSilent)
    #expect(board.port(.uart1)?.baudRates?.value == [9600])
    #expect(board.wake?.sources == [.serialInput])
    #expect(board.figures[.trackingPower] == Sourced(30, .datasheet("chip sheet")))
  }

  @Test func `are not recognised by what they include`() throws {
    #expect(try board("includes: [chip]\n").identity == HardwareProfile.Identity())
  }

  @Test func `are not at the site of what they include`() throws {
    let library = ProfileLibrary(names: ["hall"]) { _ in
      "name: hall\ntitle: T\nvendor: V\nkind: board\n"
        + "battery: { low: { percent: 9, measured: me } }\n"
        + "site: { latitude: 1, longitude: 2, accuracy_m: 3, measured: me }\n"
    }
    let board = try ProfileReader.read(head + "includes: [hall]\n", file: "board.yaml", library)
    #expect(board.figures.entries.map(\.figure) == [.batteryLow])
  }

  @Test func `say higher and lower numbers than it, with their own origin`() throws {
    let board = try board(
      """
      includes: [chip]
      start_times: { cold: { s: 40, measured: me } }
      power:
        backup_software: { uW: 480, measured: me }
        tracking: { mW: 20, measured: me }
      """)
    #expect(board.figures[.softwareBackupPower] == Sourced(0.48, .measured("me")))
    #expect(board.figures[.trackingPower] == Sourced(20, .measured("me")))
    #expect(board.figures[.acquiringPower] == Sourced(36, .datasheet("chip sheet")))
    #expect(board.startTimes.cold == Sourced(.seconds(40), .measured("me")))
    #expect(board.startTimes.hot == Sourced(.seconds(2), .datasheet("chip sheet")))
  }

  @Test func `take a receiver's figures from one of several, the first`() throws {
    let board = try board("includes: [chip, modem]\n")
    #expect(board.figures[.trackingPower]?.value == 30)
    #expect(board.figures[.standbyPower] == nil)
    #expect(board.figures[.cellQueryEnergy]?.value == 9)
    #expect(board.protocols == [.nmea])
    let other = try self.board("includes: [modem, chip]\n")
    #expect(other.figures[.trackingPower]?.value == 99)
    #expect(other.figures[.acquiringPower] == nil)
    #expect(other.protocols == [.ubx])
  }

  @Test func `take a receiver's ways from one of several, the first that has some`() throws {
    let board = try board("includes: [base, modem, chip]\n")
    #expect(board.startTimes.hot == Sourced(.seconds(3), .datasheet("base sheet")))
    #expect(board.startTimes.cold == nil)
    #expect(board.protocols.isEmpty)
  }

  @Test func `are refused where their own numbers and the included ones disagree`() {
    #expect(
      complaints("includes: [chip]\npower: { tracking: { mW: 40, measured: me } }\n") == [
        "6:20: 'power.tracking' is 40.0 mW, 'power.acquiring' only 36.0; the first is never more: check both numbers"
      ])
    #expect(
      complaints("includes: [chip]\nstart_times: { hot: { s: 31, measured: me } }\n") == [
        "6:21: 'cold' is shorter than 'hot'; who knows more starts faster: check both numbers"
      ])
  }

  @Test(arguments: [
    ("[chup]", "5:12: no profile is called 'chup'; did you mean 'chip'?"),
    (
      "[zzzzzzzz]",
      "5:12: no profile is called 'zzzzzzzz'; name one of this folder, or of one that is searched"
    ),
    ("[chip, chip]", "5:18: 'chip' stands here twice; remove one"),
    (
      "[faulty]",
      "5:12: 'faulty' has errors, the first at line 5: 'wifi' is not a mapping; write keys with values"
    ),
    (
      "[board]", "5:12: 'board' includes itself: board > board; take one of them out"
    ),
    (
      "[serpent]",
      "5:12: 'serpent' has errors, the first at line 5: 'tail' has errors, the first at line 5: 'serpent' includes itself: serpent > tail > serpent; take one of them out"
    ),
    ("chip", "5:11: 'includes' is not a list; write [A, B], or one '- ' line for each"),
  ])
  func `are refused where they include what they cannot`(names: String, message: String) {
    #expect(complaints("includes: \(names)\n") == [message])
  }

  /// Board files of a folder, each of which includes those that `next` names.
  private func folder(
    _ count: Int, _ next: (Int) -> [Int]
  ) -> (names: [String], files: [String: String]) {
    var files: [String: String] = [:]
    for number in 0..<count {
      let included = next(number).map { "m\($0)" }.joined(separator: ", ")
      files["m\(number)"] =
        "name: m\(number)\ntitle: T\nvendor: V\nkind: board\nincludes: [\(included)]\n"
    }
    return (files.keys.sorted(), files)
  }

  private func findings(
    _ text: String, _ folder: (names: [String], files: [String: String])
  ) -> (errors: [String], reads: Int) {
    var reads = 0
    let library = ProfileLibrary(names: folder.names) { name in
      reads += 1
      return folder.files[name]
    }
    let findings = ProfileReader.reading(head + text, file: "board.yaml", library).1
    return (findings.errors.map(\.what), reads)
  }

  @Test func `may be 16 deep, and no deeper`() {
    #expect(findings("includes: [m0]\n", folder(16) { $0 == 15 ? [] : [$0 + 1] }).errors == [])
    for length in [17, 10_000] {
      let found = findings("includes: [m0]\n", folder(length) { $0 == length - 1 ? [] : [$0 + 1] })
      #expect(found.errors.count == 1)
      #expect(found.errors.first?.contains("'m16' is more than 16 profiles deep") == true)
      #expect(found.reads == 16)
    }
  }

  @Test func `are read once, however many ways lead to them, also where all are wrong`() {
    // Twenty profiles in each of twelve rows include the whole next row; the last includes nothing that
    // exists.
    let rows = folder(240) { number in Array((number / 20 + 1) * 20..<(number / 20 + 2) * 20) }
    let found = findings("includes: [m0]\n", rows)
    #expect(found.errors.count == 1)
    #expect(found.reads < 1000)
  }

  @Test func `that are too deep for one board are not for another`() throws {
    let (names, files) = folder(20) { $0 == 19 ? [] : [$0 + 1] }
    let library = ProfileLibrary(names: names) { files[$0] }
    func errors(_ text: String, _ name: String) -> Int {
      let head = "name: \(name)\ntitle: T\nvendor: V\nkind: board\n"
      return ProfileReader.reading(head + text, file: name + ".yaml", library).1.errors.count
    }
    #expect(errors("includes: [m0]\n", "deep") == 1)
    #expect(errors("includes: [m10]\n", "shallow") == 0)
  }

  @Test func `may name 64 profiles, and no more`() {
    let (names, files) = folder(65) { _ in [] }
    let all = names.joined(separator: ", ")
    #expect(findings("includes: [\(all)]\n", (names, files)).errors.count == 1)
    #expect(findings("includes: [\(all)]\n", (names, files)).reads == 0)
    let some = names.dropLast().joined(separator: ", ")
    #expect(findings("includes: [\(some)]\n", (names, files)).errors == [])
  }

  @Test func `need an identity only where they are receivers`() {
    #expect(complaints("").isEmpty)
    let text = "name: r\ntitle: T\nvendor: V\nkind: receiver\n"
    #expect(errors(text, file: "r.yaml") == ["1:1: 'identity' is missing; add 'identity:'"])
  }
}
