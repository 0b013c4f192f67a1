import Cairn
import CairnGeodesy
import CairnHAL
import CairnLinux
import CairnRadio
import CairnSimulator
import CairnTestSupport
import CairnTypes
import CairnWireless
import Glibc
import SystemTestSupport
import Testing

@Suite("Wi-Fi and a receiver in one system")
struct WiFiSystemTests {
  @Test func `a kilometre is served by Wi-Fi, and ten metres by the receiver while asked for`()
    throws
  {
    let street = try Street()
    let (coarse, fine) = (Recorder(), Recorder())
    let walker = street.manager(.kilometer, coarse)
    street.pass(60)
    walker.processPendingEvents()
    let first = try #require(coarse.locations.first)
    #expect(first.source.technology == .wifi)
    #expect(first.coordinate.distance(to: street.here) < 40)
    #expect(street.receiver.log.starts == 0)
    let navigator = street.manager(.nearestTenMeters, fine)
    #expect(street.isReceiverOn)
    street.pass(20)
    navigator.processPendingEvents()
    #expect(fine.locations.last?.source.technology == .gnss)
    navigator.stopUpdatingLocation()
    street.loop.settle()
    #expect(!street.isReceiverOn)
    street.pass(60)
    #expect(!street.isReceiverOn)
    walker.stopUpdatingLocation()
  }

  @Test func `a scan that ended before the program began answers as long as it is fresh`()
    async throws
  {
    for (age, isListening, isOwn) in [(3, true, false), (7, true, true), (7, false, true)] {
      let street = try Street(remembers: .seconds(age), isListening: isListening)
      let isHeard = await Patience.wait {
        if !isListening { return true }
        return await street.system.diagnostics().observations["wifi"] != nil
      }
      try #require(isHeard)
      let delegate = Recorder()
      let manager = street.manager(.kilometer, delegate)
      street.pass(isOwn ? 5 : 1)
      manager.processPendingEvents()
      let fix = try #require(delegate.locations.first, "heard \(age) s ago, \(street.scans) scans")
      #expect(fix.coordinate.distance(to: street.here) < 40)
      #expect(street.scans == (isOwn ? 1 : 0))
      manager.stopUpdatingLocation()
    }
  }

  @Test func `a radio that is switched off is not used until it is on again`() async throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/rfkill"
    try #require(mkfifo(path, 0o600) == 0)
    let kernel = open(path, O_RDWR | O_NONBLOCK)
    try #require(kernel >= 0)
    defer { close(kernel) }
    func tell(_ event: [UInt8]) { #expect(write(kernel, event, event.count) == event.count) }
    // Number, Wi-Fi or Bluetooth, new or changed, held by a program, held by a key.
    tell([0, 0, 0, 0, 1, 0, 1, 0] + [1, 0, 0, 0, 2, 0, 0, 0])
    let street = try Street(switches: path)
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.pass(30)
    manager.processPendingEvents()
    #expect(street.scans == 0)
    #expect(delegate.locations.first?.source.technology == .gnss)
    #expect(
      await street.issues() == ["Wi-Fi is switched off: switch it on with `rfkill unblock wifi`"])
    tell([0, 0, 0, 0, 1, 2, 0, 1])
    street.loop.settle()
    #expect(await street.issues() == ["Wi-Fi is switched off by a switch or key of the device"])
    tell([0, 0, 0, 0, 1, 2, 0, 0])
    street.loop.settle()
    // A receiver that is hot costs less than a scan, as long as it sees the sky.
    street.hasSky = false
    street.pass(600, speed: 5)
    manager.processPendingEvents()
    #expect(await street.issues() == [])
    #expect(street.scans > 0)
    #expect(delegate.locations.last?.source.technology == .wifi)
    // Without its switch, nothing holds it.
    tell([0, 0, 0, 0, 1, 2, 1, 0])
    street.loop.settle()
    #expect(await street.issues() != [])
    tell([0, 0, 0, 0, 1, 1, 1, 0])
    street.loop.settle()
    #expect(await street.issues() == [])
    manager.stopUpdatingLocation()
  }

  @Test func `where no scan may be started, those of other programs serve`() throws {
    let street = try Street(mayScan: false)
    street.hasSky = false
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    street.hearScan()
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.last)
    #expect(fix.source.technology == .wifi)
    #expect(fix.coordinate.distance(to: street.here) < 40)
    manager.stopUpdatingLocation()
  }

  @Test func `wpa_supplicant starts them as soon as it is there`() async throws {
    let folder = try TemporaryFolder()
    let street = try Street(mayScan: false, supplicants: [folder.path])
    street.hasSky = false
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.pass(30)
    let isRefused = await street.issues().contains { $0.contains("CAP_NET_ADMIN") }
    #expect(isRefused)
    let supplicant = try SupplicantStub(folder.path + "/wlan0")
    var commands: [String] = []
    for _ in 0..<600 where commands.count < 4 {
      street.pass(1)
      let heard = supplicant.serve { $0 == "PING" ? "PONG\n" : "OK\n" }
      commands += heard
      street.loop.settle()
      if heard.contains(where: { $0.hasPrefix("SCAN") }) { street.hearScan() }
    }
    #expect(commands.map { $0.prefix(4) } == ["PING", "SCAN", "PING", "SCAN"])
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .wifi)
    #expect(await street.issues() == [])
    manager.stopUpdatingLocation()
  }

  @Test func `the channels that were heard are scanned, and all when nothing is heard there`()
    async throws
  {
    let street = try Street()
    street.hasSky = false
    let delegate = Recorder()
    let manager = street.manager(.hundredMeters, delegate)
    street.pass(400, speed: 1)
    #expect(street.scans >= 2)
    #expect(street.scanned.first == [])
    #expect(street.scanned.dropFirst().allSatisfy { $0 == [2437] })
    let scans = street.scans
    let spent = await street.system.diagnostics().energy.joules(of: "wifi")
    // One whole scan, others of one channel in 38, and the host's waking for each.
    let expected = 0.86 * (1 + Double(scans - 1) / 38) + 0.002 * Double(scans)
    #expect(abs(spent - expected) < 0.01, "\(scans) scans, \(spent) J")
    street.frequency = 5180
    street.pass(100, speed: 1)
    manager.processPendingEvents()
    let later = street.scanned.dropFirst(scans)
    #expect(later.prefix(2) == [[2437], []])
    #expect(later.dropFirst(2).allSatisfy { $0.contains(5180) })
    let whole = street.scanned.map { $0.isEmpty ? 1 : Double($0.count) / 38 }.reduce(0, +)
    let all = await street.system.diagnostics().energy.joules(of: "wifi")
    #expect(abs(all - 0.86 * whole - 0.002 * Double(street.scans)) < 0.01, "\(all) J")
    let fix = try #require(delegate.locations.last)
    #expect(fix.source.technology == .wifi)
    manager.stopUpdatingLocation()
  }

  @Test func `a drive teaches a map that serves without sky`() throws {
    let street = try Street(isMapped: false)
    let delegate = Recorder()
    let manager = street.manager(.bestForNavigation, delegate)
    // Along the street, and back after a while.
    for speed in [10.0, -10] {
      for _ in 0..<150 {
        street.pass(2, speed: speed)
        street.hearScan()
      }
      street.pass(700)
    }
    street.hasSky = false
    manager.configuration.desiredAccuracy = .hundredMeters
    var errors: [Double] = []
    for _ in 0..<140 {
      street.pass(15, speed: 1.5)
      street.hearScan()
      manager.processPendingEvents()
      if let fix = delegate.locations.last, fix.source.technology == .wifi {
        errors.append(fix.coordinate.distance(to: street.here))
      }
    }
    #expect(errors.count > 100)
    let median = try #require(errors.sorted().dropFirst(errors.count / 2).first)
    #expect(median < 40)
    manager.stopUpdatingLocation()
  }

  @Test func `what was learned survives the program, but for the last ten minutes if it is killed`()
    async throws
  {
    let folder = try TemporaryFolder()
    let name = "wifi-learned.state"
    let street = try Street(isMapped: false, state: folder.path)
    let manager = street.manager(.bestForNavigation, Recorder())
    func drive(_ scans: Int, _ speed: Double) {
      for _ in 0..<scans {
        street.pass(2, speed: speed)
        street.hearScan()
      }
    }
    drive(150, 10)
    #expect(folder.read(name) == nil)
    street.pass(600)
    try #require(await Patience.wait { folder.read(name) != nil })
    // What a program leaves that is killed now.
    let early = try #require(folder.read(name))
    drive(150, -10)
    manager.stopUpdatingLocation()
    await street.system.remove("wifi")
    try #require(await Patience.wait { folder.read(name) != early })

    for content in [early, try #require(folder.read(name))] {
      try folder.write(content, to: name)
      let next = try Street(isMapped: false, state: folder.path)
      (next.hasSky, next.north) = (false, 1500)
      let isRead = await Patience.wait {
        await next.system.diagnostics().providers["wifi"]?.issues == []
      }
      try #require(isRead)
      let delegate = Recorder()
      let coarse = next.manager(.hundredMeters, delegate)
      next.hearScan()
      next.pass(30)
      coarse.processPendingEvents()
      let fix = try #require(delegate.locations.last)
      #expect(fix.coordinate.distance(to: next.here) < 60)
      coarse.stopUpdatingLocation()
    }
  }

  @Test func `what cannot be read is not replaced`() async throws {
    let folder = try TemporaryFolder()
    try folder.link("wifi-learned.state", to: "wifi-learned.state")
    let street = try Street(isMapped: false, state: folder.path)
    let isTold = await Patience.wait {
      await street.system.diagnostics().providers["wifi"]?.issues.contains {
        $0.kind == .storage && $0.explanation.contains("not replaced")
      } == true
    }
    #expect(isTold)
    let manager = street.manager(.bestForNavigation, Recorder())
    for _ in 0..<20 {
      street.pass(2, speed: 10)
      street.hearScan()
    }
    manager.stopUpdatingLocation()
    await street.system.remove("wifi")
    #expect(folder.read("wifi-learned.state") == nil)
  }

  @Test func `a device without Wi-Fi says so until it has some`() async throws {
    let street = try Street(hasWiFi: false)
    let lacking = try #require(await street.system.diagnostics().providers["wifi"])
    #expect(lacking.lifecycle == .absent)
    #expect(
      lacking.issues.map(\.explanation) == ["there is no Wi-Fi interface: is the radio plugged in?"]
    )
    street.plugIn()
    let health = try #require(await street.system.diagnostics().providers["wifi"])
    #expect(health == ProviderHealth(.off))
  }

  @Test func `a damaged map is set aside, told, and learned anew`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("no map", to: "wifi-learned.state")
    let street = try Street(isMapped: false, state: folder.path)
    var issues: [ProviderIssue] = []
    _ = await Patience.wait {
      issues = await street.system.diagnostics().providers["wifi"]?.issues ?? []
      return issues.count == 2
    }
    #expect(issues.map(\.kind) == [.noMap, .storage])
    #expect(issues.last?.explanation.contains("wifi-learned.state") == true)
    #expect(folder.read("wifi-learned.state.damaged") == Array("no map".utf8))
    #expect(folder.read("wifi-learned.state") == nil)
  }

  @Test func `without any map no scan is paid for`() async throws {
    let street = try Street(isMapped: false)
    street.hasSky = false
    let manager = street.manager(.kilometer, Recorder())
    street.pass(600)
    let diagnostics = await street.system.diagnostics()
    #expect(diagnostics.energy.joules(of: "wifi") == 0)
    #expect(diagnostics.providers["wifi"]?.issues.map(\.kind) == [.noMap])
    manager.stopUpdatingLocation()
  }

  @Test func `a socket that has failed is opened again`() throws {
    let street = try Street()
    let delegate = Recorder()
    let manager = street.manager(.kilometer, delegate)
    street.hasSky = false
    street.setSocket(DeviceError(.read, path: "generic netlink", code: 12))
    street.hearScan()
    street.setSocket(nil)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    street.pass(90)
    street.hearScan()
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .wifi)
    manager.stopUpdatingLocation()
  }

  @Test func `a provider that is removed stops listening`() async throws {
    let street = try Street()
    #expect(street.isListening)
    await street.system.remove("wifi")
    #expect(!street.isListening)
    street.hearScan()
    #expect(await street.system.diagnostics().observations["wifi"] == nil)
  }

  @Test func `what is heard is an observation even if nobody asks`() async throws {
    let street = try Street()
    street.hearScan()
    let heard = try #require(await street.system.diagnostics().observations["wifi"])
    #expect(heard.transmitters.count == 5)
    #expect(heard.transmitters.allSatisfy { ($0.signal ?? 0) < -40 })
  }
}
