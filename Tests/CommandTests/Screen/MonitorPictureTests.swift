import CairnHAL
import CairnReports
import CairnTestSupport
import CairnTypes
import CommandSupport
import Foundation
import Testing

@testable import cairn

@Suite("The picture of cairn monitor")
struct MonitorPictureTests {
  /// A size, and the file of `Pictures` that shows what is drawn in it. Each file is rewritten by a run with
  /// the environment variable CAIRN_WRITE_PICTURES, to be looked at before it is committed.
  struct Example: CustomTestStringConvertible {
    let width: Int
    let height: Int
    var characters = TerminalTraits.Characters.unicode
    var state = MonitorState.walk
    var name: String

    var testDescription: String { name }
    var url: URL {
      Cairn.package.appending(path: "Tests/CommandTests/Screen/Pictures/\(name).txt")
    }
  }

  private static var searching: MonitorState {
    var state = MonitorState(title: "reading /dev/ttyACM0")
    state.elapsed = 12.4
    state.receiver = ReceiverReport(provider: "gnss")
    state.receiver?.frames = 4
    state.satellites = SatelliteLine.joined(MonitorState.sky.prefix(6).map { $0 })
    state.errors = ["degraded: the receiver says that its antenna is open"]
    return state
  }

  /// A receiver of which nothing is known, beside one that is off and draws something.
  private static var unknown: MonitorState {
    var state = MonitorState.walk
    state.pane = .power
    state.providers[0].reason =
      "on: left on, a fix every 1 s, 6.6 m for the best wanted at unknown power"
    state.providers[0].power = nil
    state.providers[1] = .init(
      name: "modem", isOn: false, reason: "off: gnss gives the best there is", power: nil)
    state.plannedPower = nil
    state.energy = EnergyLedger()
    state.energy.book(Energy(nanojoules: 810_000_000), of: "gnss", for: ["walk"], isAssumed: true)
    return state
  }

  private static func pane(_ pane: MonitorState.Pane) -> MonitorState {
    var state = MonitorState.walk
    state.pane = pane
    state.hasKeys = true
    return state
  }

  /// A coarse accuracy: the receiver is off, the last fix is old, and reasons are long.
  private static var coarse: MonitorState {
    var state = MonitorState.town
    state.satellites = MonitorState.walk.satellites
    (state.fixAge, state.staleAfter) = (55, 1300)
    for index in state.providers.indices {
      state.providers[index].reason += ", and would be used where the others find nothing"
      state.providers[index].reason += " for longer than was asked for"
    }
    return state
  }

  static let examples = [
    Example(width: 80, height: 24, name: "80x24"),
    Example(width: 80, height: 24, state: pane(.sky), name: "80x24-sky"),
    Example(width: 80, height: 24, state: pane(.receiver), name: "80x24-receiver"),
    Example(width: 80, height: 24, state: .town, name: "80x24-town"),
    Example(width: 80, height: 24, state: unknown, name: "80x24-unknown"),
    Example(width: 80, height: 24, state: coarse, name: "80x24-coarse"),
    Example(width: 80, height: 18, state: coarse, name: "80x18-coarse"),
    Example(width: 80, height: 24, state: searching, name: "80x24-searching"),
    Example(width: 120, height: 42, name: "120x42"),
    Example(width: 200, height: 60, name: "200x60"),
    Example(width: 60, height: 20, characters: .ascii, name: "60x20-ascii"),
    Example(width: 80, height: 24, characters: .ascii, state: pane(.sky), name: "80x24-sky-ascii"),
    Example(width: 40, height: 12, name: "40x12"),
    Example(width: 80, height: 24, state: .served, name: "80x24-clients"),
    Example(width: 120, height: 42, state: .served, name: "120x42-clients"),
    Example(width: 60, height: 20, characters: .ascii, state: .served, name: "60x20-clients"),
  ]

  @Test(arguments: examples)
  func `looks as its example does`(example: Example) throws {
    let canvas = MonitorPicture.draw(
      example.state, width: example.width, height: example.height, characters: example.characters)
    let text = canvas.rows.joined(separator: "\n") + "\n"
    if ProcessInfo.processInfo.environment["CAIRN_WRITE_PICTURES"] != nil {
      try Data(text.utf8).write(to: example.url)
    }
    let expected = String(decoding: try Data(contentsOf: example.url), as: UTF8.self)
    #expect(text == expected, "\(text)")
    #expect(canvas.width == example.width)
    #expect(canvas.height == example.height)
  }

  @Test func `the position is in the first rows of every size that shows anything`() {
    for width in stride(from: 24, through: 240, by: 9) {
      for height in stride(from: 1, through: 70, by: 3) {
        let canvas = MonitorPicture.draw(
          .walk, width: width, height: height, characters: .unicode)
        let head = canvas.rows.prefix(2).joined(separator: "\n")
        #expect(head.contains("37.5663536, 126.9780727"), "\(width) by \(height)")
      }
    }
  }

  @Test func `any state fits any window`() {
    var random = SplitMix(seed: 4)
    for turn in 0..<400 {
      let state = MonitorState.random(&random)
      let (width, height) = (
        Int.random(in: 0...210, using: &random), Int.random(in: 0...70, using: &random)
      )
      for characters in [TerminalTraits.Characters.unicode, .ascii] {
        let canvas = MonitorPicture.draw(
          state, width: width, height: height, characters: characters)
        #expect(canvas.width == width && canvas.height == height)
        let scalars = canvas.rows.joined().unicodeScalars
        let strange = scalars.filter { scalar in
          characters == .ascii
            ? !(0x20...0x7E).contains(scalar.value)
            : scalar.properties.generalCategory == .control
              || scalar.properties.generalCategory == .format
              || scalar.properties.generalCategory == .nonspacingMark
        }
        #expect(strange.isEmpty, "turn \(turn): \(strange.map { $0.value })")
      }
    }
  }

  @Test func `a key asks for the next finer accuracy, and after the finest for the coarsest`() {
    var state = MonitorState.town
    let wanted = (0..<4).map { _ in
      state.wantFiner()
      return state.wanted.text
    }
    #expect(wanted == ["100 m", "10 m", "best", "1 km"])
    state.wanted = AccuracyArgument(50)
    state.wantFiner()
    #expect(state.wanted.text == "10 m")
    state.wanted = AccuracyArgument(.bestForNavigation)
    state.wantFiner()
    #expect(state.wanted.text == "best")
  }

  @Test func `a small window says which keys there are, and they work`() {
    var state = MonitorState.walk
    func rows(_ width: Int = 20, _ height: Int = 6) -> [String] {
      MonitorPicture.draw(state, width: width, height: height, characters: .ascii).rows
    }
    state.hasKeys = true
    #expect(rows()[0].hasPrefix("37.5663536,"))
    #expect(rows()[5].hasPrefix("? help  q quit"))
    state.showsHelp = true
    let help = rows().joined(separator: "\n")
    for words in ["v satellites", "s sky", "p power", "r receiver", "a accuracy", "q quit"] {
      #expect(help.contains(words), "\(help)")
    }
    #expect(rows()[5].hasPrefix("any key goes back"))
    state.showsHelp = false
    for (pane, words) in [
      (MonitorState.Pane.power, "gnss    on: left on,"), (.receiver, "NEO-M9N SPG 4.04,"),
      (.sky, "*E24 71/9"), (.satellites, "+-2.0 m"),
    ] {
      state.pane = pane
      #expect(rows().joined(separator: "\n").contains(words), "\(rows())")
    }
  }

  @Test(arguments: [20, 40, 60, 80, 200])
  func `what stays on the terminal fits it`(width: Int) {
    var state = MonitorState.walk
    state.fix?.source.flags = [.simulated, .weekRolloverCorrected]
    let lines = MonitorPicture.lastFix(state, width: width, characters: .unicode)
    #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
    #expect(lines.first?.hasPrefix("37.5663536,") == true)
    #expect(lines.joined(separator: " ").contains("[week rollover corrected]"))
    state.fix = nil
    #expect(MonitorPicture.lastFix(state, width: width, characters: .unicode).isEmpty)
  }

  @Test func `a window of any claimed size is bounded`() {
    let canvas = MonitorPicture.draw(.walk, width: 65_535, height: 65_535, characters: .unicode)
    #expect(canvas.width == Canvas.largest.width)
    #expect(canvas.height == Canvas.largest.height)
  }

  @Test func `a frame names what is waited for, and for how long`() {
    var state = MonitorState(title: "reading /dev/ttyACM0")
    func words() -> String {
      MonitorPicture.draw(state, width: 80, height: 24, characters: .ascii).rows[1]
    }
    #expect(words().contains("opening the receiver, for 0 s"))
    state.errors = ["transient: cannot open /dev/ttyACM0"]
    #expect(words().contains("waiting for a receiver, for 0 s"))
    state.errors = []
    state.providers = [MonitorState.Provider(name: "gnss", isOn: false, reason: "waiting")]
    #expect(words().contains("waiting for a receiver, for 0 s"))
    state.elapsed = 3.9
    state.receiver = ReceiverReport(provider: "gnss")
    #expect(words().contains("listening for the receiver, for 3 s"))
    state.receiver?.baudRate = 9600
    #expect(words().contains("asking the receiver what it is"))
    state.receiver?.isIdentified = true
    #expect(words().contains("waiting for satellites"))
    state.satellites = SatelliteLine.joined(MonitorState.sky)
    #expect(words().contains("waiting for the first fix, 9 of 12 satellites tracked"))
  }

  @Test func `the age of a fix is shown, in another colour where another is missing`() throws {
    var state = MonitorState.walk
    func row() -> (text: String, isYellow: Bool) {
      let canvas = MonitorPicture.draw(state, width: 80, height: 24, characters: .ascii)
      let radius = canvas.rows[1].firstIndex(of: "m").map {
        canvas.rows[1].distance(from: canvas.rows[1].startIndex, to: $0)
      }
      return (canvas.rows[3], radius.map { canvas[$0, 1].style.color == .yellow } ?? false)
    }
    state.fixAge = 2
    #expect(!row().text.contains(" s old") && !row().isYellow)
    state.fixAge = 14
    #expect(row().text.contains("14 s old") && row().isYellow)
    state.staleAfter = 25
    #expect(row().text.contains("14 s old") && !row().isYellow)
  }

  @Test func `satellites that are missing because the receiver is off are no riddle`() {
    var state = MonitorState(title: "")
    func words() -> String {
      MonitorPicture.draw(state, width: 80, height: 24, characters: .ascii).rows[6]
    }
    #expect(words().contains("none reported yet"))
    state.providers = [MonitorState.Provider(name: "gnss", isOn: false, reason: "off: not needed")]
    #expect(words().contains("the receiver is off"))
  }

  @Test func `what a provider draws although it is off is shown`() {
    var provider = MonitorState.Provider(name: "gnss", isOn: false, reason: "off: not needed")
    #expect(provider.words == "off: not needed")
    provider.power = 1.13
    #expect(provider.words == "off: not needed; draws 1.1 mW")
    provider.isOn = true
    #expect(provider.words == "off: not needed")
  }

  @Test func `a failure is shown whole, and once`() {
    var state = MonitorState(title: "")
    let cause =
      "transient: no provider (gnss): cannot open tcp://192.0.2.1:1: nothing listens there; "
    state.note(cause + "start the server or check the port")
    state.note("transient: no provider")
    state.note("degraded: the antenna is open")
    #expect(state.errors.count == 2)
    let rows = MonitorPicture.draw(state, width: 80, height: 24, characters: .ascii).rows
    #expect(rows.joined(separator: " ").contains("check the port"))
    #expect(rows[22] == " degraded: the antenna is open")
    #expect(rows[23].contains("Ctrl-C ends"))
    for number in 0..<9 { state.note("error \(number)") }
    #expect(state.errors == ["error 6", "error 7", "error 8"])
  }

  @Test func `the best satellites are shown where not all fit, and the others counted`() {
    var state = MonitorState.walk
    state.satellites = SatelliteLine.joined(
      (1...60).map {
        Satellite(system: .beidou, number: $0, carrierToNoise: Float($0), isUsed: $0 > 50)
      })
    let rows = MonitorPicture.draw(state, width: 60, height: 20, characters: .ascii).rows
    let text = rows.joined(separator: "\n")
    #expect(text.contains("*C60"))
    #expect(text.contains("*C51"))
    #expect(!text.contains(" C01"))
    let shown = (1...60).count { text.contains("C" + ($0 < 10 ? "0" : "") + "\($0)  ") }
    #expect(text.contains("and \(60 - shown) more"))
  }
}
