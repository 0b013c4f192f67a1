import CairnHAL
import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

@testable import CairnProviders

@Suite("What the driver takes from a profile")
struct ReceiverSetupTests {
  private var profile: HardwareProfile {
    var profile = HardwareProfile(name: "p", title: "P", vendor: "V")
    profile.writeAccess = .whileSilent
    profile.ports = [
      HardwareProfile.Port(
        .uart1, baudRates: Sourced([38_400, 9600], .estimated("e")),
        workingBaudRate: Sourced(9600, .estimated("e"))),
      HardwareProfile.Port(.usb),
    ]
    profile.startup = [
      HardwareProfile.StartupSetting(
        key: 0x2011_0021, bits: 5, name: "CFG_NAVSPG_DYNMODEL", reason: "r"),
      HardwareProfile.StartupSetting(
        key: 0x4003_0003, bits: 0xFFFF_FFF9, name: "CFG_TMODE_ECEF_X", reason: "r"),
    ]
    profile.persistence = HardwareProfile.Persistence(
      memories: [.batteryBacked, .flash], written: [.batteryBacked])
    return profile
  }

  @Test func `is the port's speeds, the permission, the settings and the memories`() {
    let setup = ReceiverSetup(profile, port: .uart1)
    #expect(setup.baudRates == [38_400, 9600])
    #expect(setup.workingBaudRate == 9600)
    #expect(setup.port == .uart1)
    #expect(setup.permission == .whileSilent)
    #expect(setup.startup.map(\.key.rawValue) == [0x2011_0021, 0x4003_0003])
    #expect(setup.startup.map(\.signed) == [5, -7])
    #expect(setup.persistence == .batteryBacked)
  }

  @Test func `has no speed for a port that has none, or that the receiver has not`() {
    #expect(ReceiverSetup(profile, port: .usb).baudRates.isEmpty)
    #expect(ReceiverSetup(profile, port: .spi).workingBaudRate == nil)
  }

  @Test func `has power states only where a switch may take the supply away`() {
    let power = ProviderDescriptor.genericGNSS().energy
    var profile = profile
    #expect(ReceiverPowerTraits(profile, supply: profile.supply, port: .uart1, power) == nil)
    profile.supply = HardwareProfile.Supply(
      powerSwitch: .regulator(name: "gnss"), keepsBackup: true,
      startUp: Sourced(.milliseconds(300), .estimated("e")))
    profile.startTimes.cold = Sourced(.seconds(40), .estimated("e"))
    let traits = ReceiverPowerTraits(profile, supply: profile.supply, port: .uart1, power)
    #expect(traits?.hasSupplySwitch == true)
    #expect(traits?.supplyRise == .milliseconds(300))
    #expect(traits?.coldStart == .seconds(40) && traits?.warmStart == .seconds(40))
    #expect(traits?.trackingMilliwatts == 87)
    #expect(traits?.state(by: .supply, .none) == .backup(.hardware))
    #expect(traits?.state(by: .backupCommand, .uBloxKeys) == nil)
    profile.supply.keepsBackup = false
    #expect(
      ReceiverPowerTraits(profile, supply: profile.supply, port: .uart1, power)?.state(
        by: .supply, .none)
        == .off)
    profile.supply.staysOn = true
    #expect(ReceiverPowerTraits(profile, supply: profile.supply, port: .uart1, power) == nil)
  }

  /// Both modules name ports, dialects and permissions, and neither may import the other.
  @Test func `has the same raw values on both sides`() {
    for port in HardwareProfile.PortName.allCases {
      #expect(ReceiverPort(rawValue: port.rawValue).map { "\($0)" } == "\(port)")
    }
    #expect(ReceiverPort.allCases.count == HardwareProfile.PortName.allCases.count)
    for dialect in HardwareProfile.Dialect.allCases {
      #expect(CommandDialect(rawValue: dialect.rawValue).map { "\($0)" } == "\(dialect)")
    }
    #expect(CommandDialect.allCases.count == HardwareProfile.Dialect.allCases.count + 1)
    for access in HardwareProfile.WriteAccess.allCases {
      #expect(WritePermission(rawValue: access.rawValue).map { "\($0)" } == "\(access)")
    }
    #expect(WritePermission.allCases.count == HardwareProfile.WriteAccess.allCases.count)
  }
}
