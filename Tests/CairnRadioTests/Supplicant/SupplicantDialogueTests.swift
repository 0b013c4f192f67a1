import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("The conversation with wpa_supplicant")
struct SupplicantDialogueTests {
  private let start = MonotonicTime(nanoseconds: 100_000_000_000)
  private let interface = WiFiInterface(index: 7, name: "wlan0")

  private func block(
    _ number: Int, _ bssid: String, level: Int = -60, age: Int = 2, ssid: String = "net",
    isLast: Bool = false
  ) -> String {
    "id=\(number)\nbssid=\(bssid)\nfreq=2437\nlevel=\(level)\nage=\(age)\nssid=\(ssid)\n"
      + (isLast ? "####\n" : "====\n")
  }

  private func texts(_ actions: [SupplicantDialogue.Action]) -> [String] {
    actions.compactMap {
      if case .send(let bytes) = $0 { String(decoding: bytes, as: UTF8.self) } else { nil }
    }
  }

  private func scans(_ actions: [SupplicantDialogue.Action]) -> [WiFiScan] {
    actions.compactMap {
      if case .report(.scan(let scan, interface: 7)) = $0 { scan } else { nil }
    }
  }

  private func outcomes(_ actions: [SupplicantDialogue.Action]) -> [WiFiScanOutcome] {
    actions.compactMap {
      if case .report(.requestEnded(let outcome)) = $0 { outcome } else { nil }
    }
  }

  private func say(
    _ text: String, to dialogue: inout SupplicantDialogue, at seconds: Double = 0
  ) -> [SupplicantDialogue.Action] {
    dialogue.receive(Array(text.utf8).span, at: start + .seconds(seconds))
  }

  /// A dialogue that has read an empty list.
  private func started() -> SupplicantDialogue {
    var dialogue = SupplicantDialogue(interface)
    _ = dialogue.start(at: start)
    _ = say("OK\n", to: &dialogue)
    _ = say("", to: &dialogue)
    return dialogue
  }

  private static let first = "BSS RANGE=0- MASK=0x21287"

  @Test func `begins with events and what is remembered, part by part`() throws {
    var dialogue = SupplicantDialogue(interface)
    #expect(texts(dialogue.start(at: start)) == ["ATTACH"])
    let attached = say("OK\n", to: &dialogue)
    #expect(attached.first == .report(.availability(.present([interface]))))
    #expect(texts(attached) == [Self.first])
    let part = say(
      block(3, "04:00:00:00:00:01", ssid: #"a\"b\\\xc3\xa9\e"#)
        + block(5, "04:00:00:00:00:02", level: -71, age: 12), to: &dialogue)
    #expect(texts(part) == ["BSS RANGE=6- MASK=0x21287"])
    #expect(scans(part).isEmpty)
    let end = say(block(9, "04:00:00:00:00:03", isLast: true), to: &dialogue)
    let scan = try #require(scans(end).first)
    #expect(!scan.isPartial)
    #expect(scan.sightings.map(\.bssid) == (1...3).map { AccessPoints.bssid($0) })
    #expect(scan.sightings[0].ssid == SSID(Array("a\"b\\é\u{1B}".utf8)))
    #expect(scan.sightings[0].frequency == 2437)
    #expect(scan.sightings[1].signal == -71)
    #expect(scan.sightings[1].time == start - .seconds(12))
    #expect(dialogue.deadline == nil)
  }

  @Test func `reads what any program's scan has heard`() {
    var dialogue = started()
    let event = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue, at: 5)
    #expect(texts(event) == [Self.first])
    // Another scan ends while the list is being read: it is read anew, and reported once.
    #expect(say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue, at: 6).isEmpty)
    let first = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue, at: 6)
    #expect(scans(first).isEmpty)
    #expect(texts(first) == [Self.first])
    let second = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue, at: 6)
    #expect(scans(second).map(\.sightings.count) == [1])
    #expect(outcomes(second).isEmpty)
  }

  @Test func `a request ends once, after its results`() {
    var dialogue = started()
    let asked = dialogue.request(
      WiFiScanRequest(frequencies: [2412, 5180], isActive: false), at: start)
    #expect(texts(asked) == ["SCAN TYPE=ONLY freq=2412,5180 passive=1"])
    #expect(dialogue.request(WiFiScanRequest(), at: start).isEmpty)
    #expect(say("OK\n", to: &dialogue).isEmpty)
    #expect(texts(say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue, at: 3)) == [Self.first])
    let end = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue, at: 3)
    #expect(scans(end).count == 1)
    #expect(outcomes(end) == [.finished, .finished])
    #expect(dialogue.deadline == nil)
  }

  @Test func `a busy radio is waited for, and a refusal or silence ends a request`() {
    for (answer, event, expected) in [
      ("FAIL-BUSY\n", "<3>CTRL-EVENT-SCAN-FAILED ret=-16", WiFiScanOutcome.failed(errno: 5)),
      ("FAIL-BUSY\n", nil, .timedOut), ("FAIL\n", nil, .failed(errno: 5)),
      ("UNKNOWN COMMAND\n", nil, .failed(errno: 5)), ("OK\n", nil, .timedOut),
    ] as [(String, String?, WiFiScanOutcome)] {
      var dialogue = started()
      _ = dialogue.request(WiFiScanRequest(), at: start)
      var ended = outcomes(say(answer, to: &dialogue))
      if let event { ended += outcomes(say(event, to: &dialogue, at: 2)) }
      if let deadline = dialogue.deadline { ended += outcomes(dialogue.wake(at: deadline)) }
      #expect(ended == [expected], "\(answer)")
    }
  }

  @Test func `a program that knows no parts tells what a scan has just heard`() throws {
    var dialogue = SupplicantDialogue(interface)
    _ = dialogue.start(at: start)
    _ = say("OK\n", to: &dialogue)
    // How old its list is is not known.
    #expect(say("FAIL\n", to: &dialogue).isEmpty)
    _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue, at: 4)
    #expect(texts(say("FAIL\n", to: &dialogue, at: 4)) == ["SCAN_RESULTS"])
    let table = """
      bssid / frequency / signal level / flags / ssid
      04:00:00:00:00:01\t2412\t-55\t[WPA2-PSK-CCMP][ESS]\thome\t_nomap
      04:00:00:00:00:02\t5180\t-66\t[ESS]\t
      nonsense\t5180\t-66\t[ESS]\tx

      """
    let scan = try #require(scans(say(table, to: &dialogue, at: 5)).first)
    #expect(scan.sightings.map(\.bssid) == (1...2).map { AccessPoints.bssid($0) })
    #expect(scan.sightings.map(\.time) == [start + .seconds(4), start + .seconds(4)])
    #expect(scan.sightings.map(\.isEligible) == [false, false])
  }

  @Test func `what does not behave ends the dialogue, and every request with it`() {
    var refused = SupplicantDialogue(interface)
    _ = refused.start(at: start)
    #expect(say("FAIL\n", to: &refused) == [.close])
    var silent = SupplicantDialogue(interface)
    _ = silent.start(at: start)
    #expect(silent.wake(at: start + .seconds(5)) == [.close])
    for end in ["<3>CTRL-EVENT-TERMINATING ", nil] {
      var dialogue = started()
      _ = dialogue.request(WiFiScanRequest(), at: start)
      let actions = end.map { say($0, to: &dialogue) } ?? dialogue.disconnected()
      #expect(actions == [.report(.requestEnded(.noInterface)), .close])
      #expect(dialogue.deadline == nil)
      #expect(
        dialogue.request(WiFiScanRequest(), at: start) == [.report(.requestEnded(.noInterface))])
    }
  }

  @Test func `a list that does not end is read for a while`() {
    var dialogue = started()
    _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue)
    var parts = 0
    var found: [WiFiScan] = []
    while found.isEmpty, parts < 1000 {
      parts += 1
      found = scans(say(block(parts, "04:00:00:00:00:01"), to: &dialogue))
    }
    #expect(parts < 1000)
    #expect(found.first?.isPartial == true)
    // Numbers that do not grow.
    _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue)
    _ = say(block(5, "04:00:00:00:00:01"), to: &dialogue)
    #expect(scans(say(block(5, "04:00:00:00:00:01"), to: &dialogue)).count == 1)
    _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue)
    #expect(scans(say(block(Int(UInt32.max), "04:00:00:00:00:01"), to: &dialogue)).count == 1)
  }

  @Test func `a flood of events is answered by one reading a second, and starves no request`() {
    var dialogue = started()
    _ = dialogue.request(WiFiScanRequest(), at: start)
    _ = say("OK\n", to: &dialogue)
    var questions: [String] = []
    var ended: [WiFiScanOutcome] = []
    for number in 0..<10_000 {
      let time = Double(number) / 1000
      var actions = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue, at: time)
      if let deadline = dialogue.deadline, deadline <= start + .seconds(time) {
        actions += dialogue.wake(at: start + .seconds(time))
      }
      // A list in one part, whose answer comes before the next event.
      while !texts(actions).isEmpty {
        questions += texts(actions)
        ended += outcomes(actions)
        actions = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue, at: time)
      }
      ended += outcomes(actions)
    }
    #expect((10...20).contains(questions.count), "\(questions.count) requests in 10 s")
    #expect(ended == [.finished])
  }

  @Test func `an event during a flood is followed by a reading, however late`() throws {
    var dialogue = started()
    for _ in 0..<100 { _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue) }
    while true {
      let actions = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue)
      guard !texts(actions).isEmpty else { break }
    }
    let deadline = try #require(dialogue.deadline)
    #expect(deadline == start + .seconds(1))
    #expect(texts(dialogue.wake(at: deadline)) == [Self.first])
    _ = say(block(1, "04:00:00:00:00:01", isLast: true), to: &dialogue, at: 1)
    #expect(dialogue.deadline == nil)
  }

  @Test func `values that are none leave an access point out`() throws {
    var dialogue = started()
    _ = say("<3>CTRL-EVENT-SCAN-RESULTS ", to: &dialogue)
    let bad = [
      block(1, "04:00"), block(2, "04:00:00:00:00:02", level: 200),
      block(3, "04:00:00:00:00:03", age: -1), "id=4\nfreq=1\n====\n",
      block(5, "04:00:00:00:00:05", age: Int(UInt32.max)),
      block(
        6, "04:00:00:00:00:06", ssid: #"\x"# + String(repeating: "y", count: 900), isLast: true),
    ]
    let scan = try #require(scans(say(bad.joined(), to: &dialogue)).first)
    #expect(scan.sightings.map(\.bssid) == [AccessPoints.bssid(5), AccessPoints.bssid(6)])
    #expect(scan.sightings[1].ssid.octets.count == 32)
  }
}
