import CairnHAL
import CairnTypes
import Testing

@testable import CairnProfiles

@Suite("Reading a profile")
struct ProfileReaderTests {
  private let complete: HardwareProfile

  init() throws { complete = try ProfileReader.read(completeProfile, file: "complete.yaml") }

  @Test func `keeps what is said of a device's identity`() {
    #expect(
      complete.identity.usb == [
        HardwareProfile.USBMatch(
          vendor: "1546", product: "01ax", interface: "02", productName: "u-blox * receiver",
          serialNumber: "A1*", certainty: .certain, .datasheet("a document, 1.2"))
      ])
    #expect(complete.identity.kernelTypes == ["UBX"])
    #expect(complete.identity.compatible == ["u-blox,neo-m8"])
    #expect(complete.identity.paths == ["/dev/serial/by-path/*-usb-0:1.2:1.0"])
    #expect(complete.identity.models == ["NEO-M9N"])
  }

  @Test func `keeps every port with its speeds and where they are from`() {
    #expect(complete.ports.map(\.name) == [.uart1, .uart2, .usb, .i2c, .spi])
    #expect(
      complete.port(.uart1)?.baudRates
        == Sourced([9600, 115_200], .measured("me, with a logic analyser")))
    #expect(complete.port(.uart1)?.workingBaudRate == Sourced(115_200, .estimated("because")))
    #expect(complete.port(.i2c)?.i2cAddress == Sourced(0x42, .datasheet("a document")))
  }

  @Test func `turns configuration names into numbers`() {
    #expect(complete.startup.map(\.key) == [0x2011_0021, 0x1036_0002, 0x3021_0001, 0x4003_0003])
    #expect(complete.startup.map(\.bits) == [5, 1, 100, 0xFFFF_FFF9])
  }

  @Test func `converts every unit of time`() {
    let times = complete.startTimes
    #expect(times.cold?.value == .seconds(30))
    #expect(times.aided?.value == .milliseconds(2500))
    #expect(times.ephemerisValidity?.value == .seconds(7200))
    #expect(
      complete.wake?.latency
        == Sourced(
          .milliseconds(250), plusMinus: .milliseconds(50), .datasheet("a document")))
  }

  @Test func `keeps dialects, access, memories and supply`() {
    #expect(complete.dialects == HardwareProfile.Dialect.allCases)
    #expect(complete.writeAccess == .whileSilent)
    #expect(complete.persistence.written == [.batteryBacked])
    #expect(
      complete.supply
        == HardwareProfile.Supply(
          powerSwitch: .gpio(chip: "gpiochip0", line: 17, isActiveLow: true), keepsBackup: true,
          staysOn: true, startUp: Sourced(.milliseconds(300), .datasheet("a document"))))
    #expect(complete.pulses == "/dev/pps0")
    #expect(
      complete.floors
        == HardwareProfile.FloorPlan(
          center: Coordinate(latitude: -33.8568, longitude: 151.2153), radius: 60, base: 5.5,
          heights: [-3.2, 0, 4.1], lowest: -1, .datasheet("a plan")))
    #expect(complete.wake?.sources == HardwareProfile.WakeSource.allCases)
  }

  @Test func `reads the other switches`() throws {
    let gpio = "gpio: { chip: gpiochip0, line: 17, active_low: true }"
    func supply(_ text: String) throws -> HardwareProfile.PowerSwitch {
      let changed = completeProfile.replacing(gpio, with: text)
      return try ProfileReader.read(changed, file: "complete.yaml").supply.powerSwitch
    }
    #expect(try supply("regulator: gnss-vcc") == .regulator(name: "gnss-vcc"))
    #expect(
      try supply("gpio: { name: GNSS_EN }")
        == .gpioName("GNSS_EN", chip: nil, isActiveLow: false))
    #expect(
      try supply("gpio: { name: GNSS_EN, chip: expander, active_low: true }")
        == .gpioName("GNSS_EN", chip: "expander", isActiveLow: true))
  }

  @Test func `needs no more than a name, a title, a vendor and an identity`() throws {
    let text = "name: least\ntitle: T\nvendor: V\nidentity: {}\n"
    let profile = try ProfileReader.read(text, file: "least.yaml")
    #expect(profile == HardwareProfile(name: "least", title: "T", vendor: "V"))
    #expect(profile.writeAccess == .afterFirstFrame)
  }
}
