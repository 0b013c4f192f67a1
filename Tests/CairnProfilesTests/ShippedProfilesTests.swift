import CairnHAL
import CairnProviders
import Testing

@testable import CairnLinux
@testable import CairnProfiles

@Suite("The profiles that are shipped")
struct ShippedProfilesTests {
  @Test("O202: have no error, and are those that are compiled in")
  func haveNoError() throws {
    let names = try Checkout.profiles().map(\.name)
    #expect(names == HardwareProfile.compiledProfiles.map(\.name))
    #expect(names.count == 56)
  }

  /// `CairnLinux` finds devices without reading a file and knows no profile: its table of USB numbers is
  /// a copy, and this keeps it one.
  @Test(arguments: HardwareProfile.Certainty.allCases)
  func `claim the USB devices that classification claims`(
    certainty: HardwareProfile.Certainty
  ) throws {
    let matches = try Checkout.profiles().flatMap { $0.identity.usb }
      .filter { $0.certainty == certainty }
    let rows = classificationTable.filter {
      $0.classification == (certainty == .certain ? .gnss : .bridge)
    }
    #expect(!rows.isEmpty)
    #expect(
      Set(matches.map { "\($0.vendor):\($0.product)" })
        == Set(rows.map { "\($0.vendor):\($0.product)" }))
  }

  @Test func `never allow writing to what is a bridge while it is silent`() throws {
    for profile in try Checkout.profiles()
    where profile.identity.usb.contains(where: { $0.certainty == .bridge }) {
      #expect(profile.writeAccess == .afterFirstFrame, "\(profile.name)")
    }
  }

  @Test func `are found again by what the operating system says of a device`() throws {
    var traits = HardwareProfile.Traits()
    traits.usbVendor = "1546"
    traits.usbProduct = "01a9"
    let profiles = try Checkout.profiles()
    func names(_ certainty: HardwareProfile.Certainty) -> [String] {
      profiles.filter { $0.identity.certainty(of: traits) == certainty }.map(\.name)
    }
    #expect(names(.certain) == ["ublox-m9", "zed-f9p"])
    traits.usbVendor = "10c4"
    traits.usbProduct = "ea60"
    #expect(names(.bridge) == ["generic-bridge"])
    #expect(names(.certain).isEmpty)
    #expect(
      profiles.filter { $0.identity.models.contains { "ZED-F9P".hasPrefix($0) } }.map(\.name) == [
        "zed-f9p"
      ])
    #expect(
      profiles.filter { $0.identity.models.contains { "NEO-M8N-0".hasPrefix($0) } }.map(\.name) == [
        "ublox-m8"
      ])
  }

  @Test func `as Swift source have the same values`() throws {
    let profiles = try Checkout.profiles()
    #expect(HardwareProfile.compiledProfiles.count == profiles.count)
    for (compiled, read) in zip(HardwareProfile.compiledProfiles, profiles) {
      #expect(compiled == read, "\(read.name)")
    }
  }

  @Test func `as Swift source are the file that is compiled here`() throws {
    let committed = try Checkout.text("Tests/CairnProfilesTests/Generated/ShippedProfiles.swift")
    #expect(
      SwiftSource.text(of: try Checkout.profiles(), list: "compiledProfiles") == committed,
      "run scripts/data/generated.sh and commit what changes")
  }

  @Test func `those of receivers are the ones that the library knows without a file`() throws {
    let receivers = try Checkout.profiles().filter { $0.kind == .receiver }
    #expect(receivers.count == 33)
    #expect(HardwareProfile.shipped == receivers)
  }
}
