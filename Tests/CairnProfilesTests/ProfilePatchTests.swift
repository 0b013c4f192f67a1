import CairnHAL
import Testing

@testable import CairnProfiles

@Suite("ProfilePatch")
struct ProfilePatchTests {
  private typealias Entry = HardwareProfile.Figures.Entry

  private let file = """
    # A board.
    name: x

    power:  # milliwatts
      # Of the data sheet.
      backup_software: { uA: 30, V: 3, source: A }
      tracking:
        mW: 87
        source: A
    cyclic:
      power: { mW: 20, source: A }

    """

  private func patch(_ figure: HardwareProfile.Figure, _ value: Double) throws -> ProfilePatch {
    try ProfilePatch(
      file, setting: [Entry(figure, value, plusMinus: 0.5, .measured("a \"meter\""))])
  }

  @Test func `puts a number in place of the one that was there`() throws {
    #expect(
      try patch(.softwareBackupPower, 0.1234).difference(file: "x.yaml") == """
        --- x.yaml
        +++ x.yaml
        @@ -3,7 +3,7 @@
         
         power:  # milliwatts
           # Of the data sheet.
        -  backup_software: { uA: 30, V: 3, source: A }
        +  backup_software: { mW: 0.123, plus_minus: 0.5, measured: "a \\"meter\\"" }
           tracking:
             mW: 87
             source: A

        """)
  }

  @Test func `puts it in place of several lines`() throws {
    let lines = try patch(.trackingPower, 81.96).after
    #expect(lines[6] == "  tracking: { mW: 82, plus_minus: 0.5, measured: \"a \\\"meter\\\"\" }")
    #expect(lines[7] == "cyclic:")
  }

  @Test func `puts it below its neighbours, or below all, where it is new`() throws {
    let below = try patch(.acquiringPower, 369.4).after
    #expect(below[9].hasPrefix("  acquiring: { mW: 369,"))
    let all = try patch(.motionPower, 0.02).after
    #expect(
      Array(all[11...12]) == [
        "motion:", below[9].replacing("acquiring: { mW: 369", with: "power: { mW: 0.02"),
      ])
    #expect(all.last == "")
  }

  @Test func `refuses a mapping in one line`() {
    let error = #expect(throws: ProfilePatchError.self) {
      try ProfilePatch(
        "name: x\npower: { off: { mW: 1, source: A } }\n",
        setting: [Entry(.trackingPower, 87, .measured("a"))])
    }
    #expect(
      error?.inFile("x.yaml").description
        == "x.yaml:2:1: 'power' is written in one line; write its keys one below the other")
  }

  @Test func `the same file makes no difference`() throws {
    #expect(try ProfilePatch(file, setting: []).difference(file: "x.yaml").isEmpty)
    #expect(try ProfilePatch(file, setting: []).text == file)
  }

  @Test func `changes that are far from each other are hunks of their own`() {
    let before = (0..<40).map { "\($0)" }
    var after = before
    after[2] = "two"
    after.insert("more", at: 30)
    #expect(
      UnifiedDiff.text(from: before, to: after, file: "f").split(separator: "\n").filter {
        $0.hasPrefix("@@")
      } == ["@@ -1,6 +1,6 @@", "@@ -28,6 +28,7 @@"])
  }
}
