import CairnHAL
import CairnProviders
import CairnTypes
import Testing

@testable import CairnProfiles

@Suite("Compiled boards")
struct CompiledBoardTests {
  @Test func `have every value of the profiles that they are made of`() throws {
    let profiles = try Checkout.profiles()
    for profile in profiles {
      let board = CompiledBoard(profile, receivers: [profiles[0], profiles[1]])
      #expect(try CompiledBoard(decoding: board.encoded) == board, "\(profile.name)")
    }
    let complete = try #require(ProfileReader.reading(completeProfile, file: "complete.yaml").0)
    #expect(try CompiledBoard(decoding: CompiledBoard(complete).encoded).board == complete)
  }

  @Test func `have what a profile may have besides`() throws {
    var profile = HardwareProfile(name: "b", title: "B", vendor: "v", kind: .board)
    profile.supply.powerSwitch = .gpioName("EN", chip: nil, isActiveLow: true)
    profile.wake = .init(sources: [.chipSelect, .supply])
    profile.pulses = "/dev/pps0"
    profile.modemPort = .init(path: "/dev/ttyS2", baudRate: 115_200)
    profile.geolocation = "https://example.org/locate"
    profile.floors = .init(
      center: .init(latitude: 47, longitude: -8), radius: 50, base: 400.5, heights: [0, 3, 6.5],
      lowest: -1, .measured("a plan"))
    profile.figures.set(.init(.hostWakeEnergy, 3, plusMinus: 0.5, .datasheet("page 7")))
    for powerSwitch: HardwareProfile.PowerSwitch in [
      .none, .gpio(chip: "gpiochip0", line: 7, isActiveLow: false),
      .gpioName("EN", chip: "soc", isActiveLow: true), .regulator(name: "gnss"), .modem,
    ] {
      profile.supply.powerSwitch = powerSwitch
      #expect(try CompiledBoard(decoding: CompiledBoard(profile).encoded).board == profile)
    }
  }

  @Test func `that are damaged, cut or something else are refused`() throws {
    let whole = CompiledBoard(try #require(HardwareProfile.shipped.first)).encoded
    for index in whole.indices {
      var changed = whole
      changed[index] ^= 0x41
      #expect(throws: CompiledBoard.Fault.self) { try CompiledBoard(decoding: changed) }
      #expect(throws: CompiledBoard.Fault.self) {
        try CompiledBoard(decoding: Array(whole.prefix(index)))
      }
    }
    #expect(throws: CompiledBoard.Fault.damaged) { try CompiledBoard(decoding: whole + [0]) }
    #expect(throws: CompiledBoard.Fault.foreign) {
      try CompiledBoard(decoding: Array("kind: board\n".utf8))
    }
  }
}
