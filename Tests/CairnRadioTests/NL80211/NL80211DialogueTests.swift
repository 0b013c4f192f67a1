import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import Testing

@Suite("nl80211 dialogue")
struct NL80211DialogueTests {
  private func bench(entries count: Int = 2) -> DialogueBench {
    var bench = DialogueBench()
    let seen = bench.now - .seconds(1)
    bench.kernel.entries[3] = (0..<count).map {
      .init(bssid: AccessPoints.bssid(UInt64($0)), signal: -60.25 - Double($0), lastSeen: seen)
    }
    return bench
  }

  @Test func `the beginning joins, lists interfaces, and reads what the kernel remembers`() {
    var bench = bench()
    bench.kernel.entries[3]?[1].isAssociated = true
    bench.start()
    #expect(bench.kernel.joined == [16, FakeKernel.scanGroup, FakeKernel.configurationGroup])
    #expect(bench.availabilities == [.present(bench.kernel.interfaces)])
    #expect(bench.scans.count == 1)
    let scan = bench.scans.first
    #expect(scan?.isPartial == false && scan?.time == bench.now)
    let sighting = scan?.sightings.first
    #expect(sighting?.bssid == AccessPoints.bssid(0))
    #expect(sighting?.signal == -60.25)
    #expect(sighting?.frequency == 2437 && sighting?.channel?.number == 6)
    #expect(sighting?.ssid.octets == Array("net".utf8))
    #expect(sighting?.time == bench.now - .seconds(1))
    #expect(scan?.sightings.map(\.isConnected) == [false, true])
    #expect(bench.dialogue.deadline == nil)
  }

  @Test func `without Wi-Fi nothing is repeated until the module is loaded`() {
    var bench = bench()
    bench.kernel.hasWiFi = false
    bench.start()
    #expect(bench.availabilities == [.absent])
    #expect(bench.dialogue.deadline == nil)
    bench.request()
    #expect(bench.outcomes == [.noInterface])
    bench.kernel.hasWiFi = true
    bench.receive(FakeKernel.familyMessage(1, 0))
    #expect(bench.availabilities == [.absent, .present(bench.kernel.interfaces)])
    #expect(bench.scans.count == 1)
    bench.receive(FakeKernel.familyMessage(2, 0))
    #expect(bench.availabilities.last == .absent)
  }

  @Test func `a scan of anybody is read at its end`() {
    var bench = bench()
    bench.start()
    bench.forget()
    bench.receive(FakeKernel.event(33, interface: 3))
    #expect(bench.scans.isEmpty)
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.scans.map(\.isPartial) == [false])
    bench.receive(FakeKernel.event(35, interface: 3))
    #expect(bench.scans.map(\.isPartial) == [false, true])
    bench.receive(FakeKernel.event(34, interface: 9))
    #expect(bench.scans.count == 2)
    #expect(bench.outcomes.isEmpty)
  }

  @Test func `interfaces come and go`() {
    var bench = bench()
    bench.start()
    bench.forget()
    let second = WiFiInterface(index: 5, name: "wlan1", radio: 1)
    bench.kernel.interfaces.append(second)
    bench.receive(FakeKernel.event(7, interface: 5))
    #expect(bench.availabilities == [.present(bench.kernel.interfaces)])
    #expect(bench.scans.count == 1, "the new interface alone is read")
    bench.kernel.interfaces = []
    bench.receive(FakeKernel.event(8, interface: 5))
    #expect(bench.availabilities.last == .present([]))
    bench.request()
    #expect(bench.outcomes == [.noInterface])
  }

  @Test func `an interrupted dump is repeated, but not for ever`() {
    var bench = bench()
    bench.start()
    bench.forget()
    let before = bench.kernel.dumps
    bench.kernel.interruptions = 1
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.kernel.dumps == before + 2)
    #expect(bench.scans.map(\.isPartial) == [false])
    bench.kernel.interruptions = 1000
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.kernel.dumps == before + 2 + NL80211Dialogue.maximumAttempts)
    #expect(bench.scans.map(\.isPartial) == [false, true])
  }

  @Test func `after a loss everything is read again`() {
    var bench = bench()
    bench.start()
    bench.forget()
    bench.kernel.interfaces.append(WiFiInterface(index: 4, name: "wlan1"))
    bench.lose()
    #expect(bench.availabilities.count == 1)
    #expect(bench.scans.count == 2)
  }

  @Test func `a silent kernel is asked three times, and again a minute later`() {
    var bench = bench()
    bench.kernel.isSilent = true
    bench.start()
    bench.pass(.seconds(15))
    #expect(bench.availabilities == [.unresponsive])
    bench.pass(.seconds(50))
    bench.kernel.isSilent = false
    bench.pass(.seconds(60))
    #expect(bench.availabilities == [.unresponsive, .present(bench.kernel.interfaces)])
  }

  @Test func `a kernel that falls silent in a dump yields what has come, as partial`() {
    var bench = bench()
    bench.start()
    bench.forget()
    bench.kernel.isSilent = true
    bench.receive(FakeKernel.event(34, interface: 3))
    bench.pass(.seconds(15))
    #expect(bench.scans.map(\.isPartial) == [true])
    #expect(bench.dialogue.deadline == nil)
  }

  @Test func `an answer without end is used as far as it came, and requests behind it end`() {
    var bench = bench()
    bench.start()
    bench.forget()
    bench.kernel.isSilent = true
    bench.receive(FakeKernel.event(34, interface: 3))
    bench.request()
    var part = NetlinkWriter()
    // The fourth request: those for the family, the interfaces and their access points came before.
    part.message(NetlinkHeader(type: FakeKernel.family, flags: .multipart, sequence: 4)) {
      $0.command(34, version: 1)
    }
    for _ in 0..<29 {
      bench.pass(.seconds(1))
      bench.receive(part.bytes)
    }
    #expect(bench.scans.isEmpty && bench.outcomes.isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.scans.map(\.isPartial) == [true])
    bench.pass(NL80211Dialogue.patience)
    #expect(bench.outcomes == [.timedOut])
  }

  @Test(arguments: [7, 34] as [UInt8])
  func `events without end are followed once a second, and the last one is`(command: UInt8) {
    var bench = bench()
    bench.start()
    bench.forget()
    let before = (bench.kernel.dumps, bench.kernel.lists)
    for _ in 0..<2000 {
      bench.receive(FakeKernel.event(command, interface: 3))
      bench.pass(.milliseconds(5))
    }
    let looks = bench.kernel.dumps - before.0 + bench.kernel.lists - before.1
    #expect((10...20).contains(looks), "\(looks) requests in 10 s")
    let second = WiFiInterface(index: 5, name: "wlan1", radio: 1)
    bench.kernel.interfaces.append(second)
    bench.receive(FakeKernel.event(command, interface: 3))
    bench.pass(.seconds(2))
    #expect(bench.kernel.dumps + bench.kernel.lists > before.0 + before.1 + looks)
    #expect(bench.dialogue.deadline == nil)
  }

  @Test func `a kernel that loses datagrams without end is asked once a second`() {
    var bench = bench()
    bench.start()
    let before = bench.kernel.dumps
    for _ in 0..<1000 {
      bench.lose()
      bench.pass(.milliseconds(10))
    }
    #expect((10...20).contains(bench.kernel.dumps - before))
  }

  @Test func `a list that the kernel refuses is no list without interfaces`() {
    var bench = bench()
    bench.start()
    bench.forget()
    bench.kernel.listErrno = 12
    bench.receive(FakeKernel.event(7, interface: 3))
    #expect(bench.availabilities == [.unresponsive])
    bench.kernel.listErrno = 0
    bench.pass(.seconds(60))
    #expect(bench.availabilities.last == .present(bench.kernel.interfaces))
  }

  @Test func `answers to earlier requests are ignored`() {
    var bench = bench()
    bench.start()
    bench.forget()
    for sequence: UInt32 in [1, 2, 3, 77, .max] {
      bench.receive(FakeKernel.familyMessage(1, sequence))
      bench.receive(FakeKernel.error(5, sequence))
    }
    #expect(bench.reports.isEmpty)
  }
}
