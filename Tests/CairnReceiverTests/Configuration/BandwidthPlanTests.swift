import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@Suite("Bandwidth plan and wishes")
struct BandwidthPlanTests {
  private let keys = ReceiverIdentity(dialect: .uBloxKeys)

  private func number(
    _ key: ConfigurationKey, in wishes: [ConfigurationValue]
  ) -> UInt64? {
    wishes.last { $0.key == key }?.bits
  }

  @Test func `a setting that a receiver lacks and does as well without is no shortcoming`() throws {
    var report = ConfigurationReport()
    let mode = try #require(ConfigurationValue(.powerMode, 0))
    let position = try #require(ConfigurationValue(.navPVT, 1))
    report.refused = [RefusedWish(mode, .unsupported)]
    #expect(report.shortcomings == [])
    report.refused = [RefusedWish(mode, .refused), RefusedWish(position, .unsupported)]
    #expect(report.shortcomings.count == 2)
  }

  @Test func `a position a second fits any line, and says in which messages`() {
    let plan = BandwidthPlan(
      ReportDemand(), identity: keys, setup: ReceiverSetup(), baudRate: 9600)
    #expect(plan.concessions.isEmpty)
    // NAV-PVT 100 bytes, NAV-DOP 26 and NAV-EOE 12.
    #expect(plan.neededBytesPerSecond == 138)
    #expect(plan.availableBytesPerSecond == 960)
    #expect(((plan.percent ?? 0) - 14.375).magnitude < 1e-9)
    #expect(number(.navPVT.on(port: .uart1), in: plan.wishes) == 1)
    #expect(number(.navEOE.on(port: .uart1), in: plan.wishes) == 1)
    #expect(number(.outputNMEA.on(port: .uart1), in: plan.wishes) == 0)
    #expect(number(.outputUBX.on(port: .uart1), in: plan.wishes) == 1)
    #expect(number(.navSAT.on(port: .uart1), in: plan.wishes) == 0)
    #expect(number(.measurementPeriod, in: plan.wishes) == 1000)
    #expect(number(.uart1BaudRate, in: plan.wishes) == nil)
  }

  @Test func `satellites come every five seconds, whatever the rate of positions`() {
    var demand = ReportDemand()
    demand.wantsSatellites = true
    demand.fixInterval = .milliseconds(200)
    let plan = BandwidthPlan(
      demand, identity: keys, setup: ReceiverSetup(), baudRate: 115_200, satellites: 30)
    #expect(number(.navSAT.on(port: .uart1), in: plan.wishes) == 25)
    // 138 bytes five times, and 16 + 30 * 12 bytes a fifth of a time.
    #expect((plan.neededBytesPerSecond - (138 * 5 + 376 / 5)).magnitude < 1)
  }

  @Test func `a line that is too slow is made faster, by no more than needed`() {
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(100)
    let plan = BandwidthPlan(
      demand, identity: keys, setup: ReceiverSetup(), baudRate: 9600)
    #expect(plan.concessions == [.raised(from: 9600, to: 38_400)])
    #expect(plan.baudRate == 38_400)
    #expect(number(.uart1BaudRate, in: plan.wishes) == 38_400)
    #expect(plan.fits)
  }

  @Test func `a speed that is given is kept, and the reports give way`() {
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(100)
    demand.wantsSatellites = true
    var setup = ReceiverSetup()
    setup.workingBaudRate = 9600
    let plan = BandwidthPlan(demand, identity: keys, setup: setup, baudRate: 9600)
    #expect(
      plan.concessions == [
        .thinned, .dropped, .slowed(from: .milliseconds(100), to: .milliseconds(200)),
      ])
    #expect(plan.baudRate == 9600)
    #expect(plan.fits)
    #expect(number(.measurementPeriod, in: plan.wishes) == 200)
  }

  @Test func `no receiver is asked for more than its highest rate`() {
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(50)
    var setup = ReceiverSetup()
    setup.shortestInterval = .milliseconds(143)
    let plan = BandwidthPlan(demand, identity: keys, setup: setup, baudRate: nil)
    #expect(plan.concessions == [.limited(from: .milliseconds(50), to: .milliseconds(143))])
    #expect(number(.measurementPeriod, in: plan.wishes) == 143)
    demand.fixInterval = .milliseconds(200)
    #expect(
      BandwidthPlan(demand, identity: keys, setup: setup, baudRate: nil).concessions.isEmpty)
  }

  @Test func `sentences come more rarely on a line that is slow`() {
    var setup = ReceiverSetup()
    setup.workingBaudRate = 4800
    let mediatek = ReceiverIdentity(dialect: .pmtk)
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(100)
    let plan = BandwidthPlan(demand, identity: mediatek, setup: setup, baudRate: 4800)
    #expect(plan.fits)
    #expect(plan.fixInterval == .milliseconds(500))
    #expect(plan.availableBytesPerSecond == 480)
  }

  @Test func `what does not fit at all is said, with the numbers`() {
    var setup = ReceiverSetup()
    setup.workingBaudRate = 100
    let plan = BandwidthPlan(ReportDemand(), identity: keys, setup: setup, baudRate: 9600)
    #expect(plan.concessions.last == .overloaded)
    #expect(!plan.fits)
    #expect(plan.availableBytesPerSecond == 10)
    // NAV-PVT and NAV-EOE every ten seconds.
    #expect((plan.neededBytesPerSecond - 11.2).magnitude < 1e-9)
    #expect((plan.percent ?? 0) > 100)
  }

  @Test func `a line without a speed needs no plan`() {
    var demand = ReportDemand()
    demand.fixInterval = .milliseconds(40)
    demand.wantsSatellites = true
    var setup = ReceiverSetup()
    setup.port = .usb
    let plan = BandwidthPlan(demand, identity: keys, setup: setup, baudRate: nil)
    #expect(plan.concessions.isEmpty)
    #expect(plan.percent == nil)
    #expect(plan.fits)
    #expect(number(.navPVT.on(port: .usb), in: plan.wishes) == 1)
  }

  @Test(
    arguments: [
      (ActivityType.other, 0), (.automotiveNavigation, 4), (.fitness, 3), (.marine, 5),
      (.airborne, 7), (.stationaryAsset, 2),
    ] as [(ActivityType, UInt64)])
  func `an activity is a dynamic model`(activity: ActivityType, model: UInt64) {
    var demand = ReportDemand()
    demand.activity = activity
    let wishes = ReportWishes(demand, identity: keys, port: .uart1).values
    #expect(number(.dynamicModel, in: wishes) == model)
  }

  @Test func `positions that are far apart come from measurements a second apart`() {
    var demand = ReportDemand()
    demand.fixInterval = .seconds(5)
    let wishes = ReportWishes(demand, identity: keys, port: .uart1).values
    #expect(number(.measurementPeriod, in: wishes) == 1000)
    #expect(number(.measurementsPerFix, in: wishes) == 5)
  }

  @Test(arguments: [(5.9, 5), (0.2, 1), (60, 10)])
  func `a receiver that saves power measures only for its fixes and stays on`(
    interval: Double, seconds: UInt64
  ) {
    var demand = ReportDemand()
    demand.fixInterval = .seconds(interval)
    demand.isCyclic = true
    let wishes = ReportWishes(demand, identity: keys, port: .uart1)
    #expect(wishes.fixInterval == .seconds(Double(seconds)))
    #expect(number(.powerMode, in: wishes.values) == 2)
    #expect(number(.powerStaysOn, in: wishes.values) == 1)
    #expect(number(.powerUpdatePeriod, in: wishes.values) == seconds)
    #expect(number(.measurementPeriod, in: wishes.values) == seconds * 1000)
    #expect(number(.measurementsPerFix, in: wishes.values) == 1)
  }

  @Test func `a receiver before NAV-PVT and NAV-EOE is asked for neither`() {
    let old = ReceiverIdentity(dialect: .uBloxLegacy)
    let wishes = ReportWishes(ReportDemand(), identity: old, port: .uart1).values
    #expect(number(.navPVT.on(port: .uart1), in: wishes) == nil)
    #expect(number(.navEOE.on(port: .uart1), in: wishes) == nil)
    #expect(number(.navPosLLH.on(port: .uart1), in: wishes) == 1)
  }

  @Test func `settings of the setup come last, so that they count`() throws {
    var setup = ReceiverSetup()
    setup.startup = [try #require(ConfigurationValue(.dynamicModel, 8))]
    let plan = BandwidthPlan(ReportDemand(), identity: keys, setup: setup, baudRate: nil)
    #expect(plan.wishes.last?.bits == 8)
  }

  @Test func `a message of the receiver shows whether its buffers are full`() throws {
    var message = MonComms()
    var port = MonComms.Port()
    port.port = .uart1
    port.transmitUsagePercent = 97
    port.transmitPeakUsagePercent = 99
    message.ports = [MonComms.Port(), port]
    let load = try #require(TransmitLoad(message, port: .uart1))
    #expect(load.usagePercent == 97)
    #expect(load.peakPercent == 99)
    #expect(load.isOverloaded)
    #expect(TransmitLoad(message, port: .i2c)?.isOverloaded == false)
    #expect(TransmitLoad(message, port: .usb) == nil)
    message.transmitErrors.allocation = true
    #expect(TransmitLoad(message, port: .i2c)?.isOverloaded == true)

    var old = MonTxBuf()
    old.usagePercent[1] = 12
    #expect(TransmitLoad(old, port: .uart1)?.isOverloaded == false)
    old.errors.limits = 0b10
    #expect(TransmitLoad(old, port: .uart1)?.isOverloaded == true)
  }
}
