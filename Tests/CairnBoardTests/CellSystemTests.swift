import Cairn
import CairnDBus
import CairnHAL
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnWireless
import SystemTestSupport
import Testing

@Suite("Cells through ModemManager")
struct CellSystemTests {
  @Test func `a coarse client is served by the cell`() throws {
    let device = try ManagedModemBench()
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(10)
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.first)
    #expect(fix.source.technology == .cellular)
    #expect(fix.coordinate == ManagedModemBench.mast)
    #expect(abs(fix.horizontalAccuracy - 3000 / 1.6215) < 1)
    #expect(device.setups == [[.uint32(1), .boolean(false)]])
    manager.stopUpdatingLocation()
  }

  @Test func `a damaged pack is an issue, and the next one is used`() async throws {
    let cell = try #require(
      CellIdentity(.lte, countryCode: 228, networkCode: 1, area: 0x32C8, cell: 0x1E2_4F03))
    let device = try ManagedModemBench(packs: [try SmallPack.damaged(.cells, cell).cells])
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(10)
    manager.processPendingEvents()
    #expect(delegate.locations.first?.coordinate == ManagedModemBench.mast)
    let issues = await device.system.diagnostics().providers["cell"]?.issues
    #expect(issues?.map(\.kind) == [.storage])
    #expect(
      issues?.first?.explanation
        == "a pack of cells is not used where it is damaged: bucket 0 of cells is damaged; "
        + "get it or make it again")
    manager.stopUpdatingLocation()
  }

  @Test func `what others have enabled stays as it is`() async throws {
    let device = try ManagedModemBench()
    (device.enabled, device.isSignalled) = (0b110, true)
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    #expect(device.setups == [[.uint32(0b111), .boolean(true)]])
    manager.stopUpdatingLocation()
    // Another client changes its mind meanwhile.
    device.enabled = 0b1_0011
    try await device.removeProvider()
    #expect(device.setups.last == [.uint32(0b1_0010), .boolean(true)])
  }

  @Test func `what was enabled before is not taken away`() async throws {
    let device = try ManagedModemBench()
    device.enabled = 0b001
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    manager.stopUpdatingLocation()
    try await device.removeProvider()
    #expect(device.setups.isEmpty)
  }

  @Test func `a modem that lists its cells is not asked for its position`() throws {
    let device = try ManagedModemBench()
    device.cells = [
      [
        "cell-type": .uint32(5), "serving": .boolean(true), "operator-id": .string("22801"),
        "tac": .string("32B8"), "ci": .string("1E24F03"), "rsrp": .double(-95),
        "timing-advance": .uint32(3),
      ],
      [
        "cell-type": .uint32(5), "serving": .boolean(false), "physical-ci": .string("10A"),
        "earfcn": .uint32(1850),
      ],
    ]
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(10)
    manager.processPendingEvents()
    // No table has this cell; the modem's other answers do not contradict it.
    #expect(delegate.locations.isEmpty)
    device.cells?[0]["tac"] = .string("32C8")
    try device.pass(1200, by: 5)
    manager.processPendingEvents()
    let fix = try #require(delegate.locations.first)
    #expect(abs(fix.horizontalAccuracy - 3000 / 1.6215) < 1)
    #expect(device.setups.isEmpty)
    manager.stopUpdatingLocation()
  }

  @Test(
    arguments: [
      (-1, 2, ProviderIssue.Kind.simMissing), (2, 0, .simLocked), (3, 0, .radioOff),
      (-1, 1, .failure),
    ] as [(Int32, UInt32, ProviderIssue.Kind)])
  func `an obstacle is an issue, and nothing is asked until it is gone`(
    _ state: Int32, _ failure: UInt32, _ kind: ProviderIssue.Kind
  ) async throws {
    let device = try ManagedModemBench()
    (device.state, device.failure) = (state, failure)
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    let calls = device.calls
    try device.pass(3600, by: 60)
    #expect(device.calls == calls)
    #expect(await device.system.diagnostics().providers["cell"]?.issues.map(\.kind) == [kind])
    try device.become(8)
    #expect(await device.system.diagnostics().providers["cell"]?.issues == [])
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    manager.stopUpdatingLocation()
  }

  @Test func `ModemManager may end and start again`() async throws {
    let device = try ManagedModemBench()
    try device.accept()
    try device.run(false)
    let health = try #require(await device.system.diagnostics().providers["cell"])
    #expect(health.lifecycle == .absent)
    #expect(
      health.issues.map(\.explanation) == [
        "ModemManager is not running: start it to get the modem's cell; "
          + "no modem's port for commands is known: a profile may name one, as modem: port:"
      ])
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(60)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    try device.run(true)
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    #expect(await device.system.diagnostics().providers["cell"]?.issues == [])
    manager.stopUpdatingLocation()
  }

  @Test func `a service that ends and starts all the time is asked seldom, and used in the end`()
    async throws
  {
    let device = try ManagedModemBench()
    try device.accept()
    for _ in 0..<100 {
      try device.run(false)
      try device.run(true)
    }
    #expect(device.calls.count { $0 == "GetManagedObjects" } <= 8)
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(60)
    manager.processPendingEvents()
    #expect(delegate.locations.last?.source.technology == .cellular)
    #expect(device.calls.count { $0 == "GetManagedObjects" } <= 10)
    manager.stopUpdatingLocation()
  }

  @Test func `a list of modems that failed is asked for again`() async throws {
    let device = try ManagedModemBench()
    device.isConfused = true
    try device.accept()
    #expect(await device.system.diagnostics().providers["cell"]?.lifecycle == .absent)
    device.isConfused = false
    try device.pass(61)
    #expect(await device.system.diagnostics().providers["cell"]?.lifecycle == .off)
    #expect(device.calls == ["GetManagedObjects", "GetManagedObjects"])
  }

  @Test(
    arguments: [
      "", ",,,,", "228,01,0", "228,01,0,1E24F03", "999,999,FFFF,FFFFFFFFFFFFFFFF,FFFFFFFF",
      "228,01,0,10000000000000000,32C8", "-1,01,0,1E24F03,32C8", "x,y,z,\u{1},\u{1F4E1}",
      "228,01,0,0,0", "70000,01,0,1E24F03,32C8", String(repeating: ",", count: 5000),
    ])
  func `an answer that is no cell gives no position`(_ location: String) throws {
    let device = try ManagedModemBench()
    (device.location, device.enabled) = (location, 1)
    device.cells = [[:], ["cell-type": .string("lte")], ["cell-type": .uint32(.max)]]
    try device.accept()
    let delegate = Recorder()
    let manager = try device.manager(delegate)
    try device.pass(30)
    manager.processPendingEvents()
    #expect(delegate.locations.isEmpty)
    #expect(device.setups.isEmpty)
    manager.stopUpdatingLocation()
  }

  @Test
  func `a new cell that another program has told is a cue, and the modem is not asked for it`()
    async throws
  {
    let device = try ManagedModemBench()
    (device.enabled, device.isSignalled) = (0b001, true)
    try device.accept()
    let events = device.system.events(of: "cell")
    device.loop.settle()
    let calls = device.calls
    try device.move(to: "228,01,0,1E24F04,32C8")
    // The receiver's position has changed, the cell being the same; the cell is lost; and another modem.
    try device.move(to: device.location)
    try device.move(to: "")
    try device.signal(["Enabled": .uint32(0)], of: "/org/freedesktop/ModemManager1/Modem/7")
    try device.move(to: "228,01,0,1E24F05,32C8")
    // Nobody tells the next change.
    device.isSignalled = false
    try device.signal(["SignalsLocation": .boolean(false)])
    try device.move(to: "228,01,0,1E24F06,32C8")
    #expect(device.calls == calls)
    // The end of what is looked at.
    try device.become(3)
    var cues: [Bool] = []
    for await event in events {
      if case .cue = event { cues.append(true) }
      if case .cuesEnded = event { cues.append(false) }
      if case .issue = event { break }
    }
    #expect(cues == [true, true, false])
    let energy = await device.system.diagnostics().energy
    #expect(energy.providers.allSatisfy { $0.name == EnergyLedger.host }, "\(energy)")
  }

  @Test func `a loop that ends waits for no answer`() async throws {
    let device = try ManagedModemBench()
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(10)
    #expect(device.setups.count == 1)
    manager.stopUpdatingLocation()
    device.loop.shutdown()
    await device.system.remove("cell")
    #expect(device.setups.count == 1)
  }

  @Test func `a user who may not ask is told what to do`() async throws {
    let device = try ManagedModemBench()
    device.isRefused = true
    try device.accept()
    let manager = try device.manager(Recorder())
    try device.pass(30)
    let issues = await device.system.diagnostics().providers["cell"]?.issues ?? []
    #expect(issues.map(\.kind) == [.permission])
    #expect(issues.first?.explanation.contains("org.freedesktop.ModemManager1.Location") == true)
    manager.stopUpdatingLocation()
  }
}
