import Testing

@testable import CairnLinux

@Suite("The systemd unit of a process")
struct SystemdUnitTests {
  @Test(
    "is the innermost service of its control group",
    arguments: [
      ("0::/system.slice/bus.service\n", "bus.service"),
      ("0::/system.slice/system-bus.slice/bus@2.service\n", "bus@2.service"),
      ("0::/system.slice/bus.service/payload\n", "bus.service"),
      ("0::/user.slice/user-1.slice/user@1.service/app.slice/app-bus.service\n", "app-bus.service"),
      ("0::/user.slice/user-1.slice/user@1.service/app.slice/app-bus-1.scope\n", nil),
      ("0::/user.slice/user-1.slice/session-2.scope\n", nil),
      ("12:cpu:/other.service\n1:name=systemd:/system.slice/bus.service\n", "bus.service"),
      ("12:cpu:/other.service\n", nil), ("0::/\n", nil), ("", nil), ("::::\n/\n", nil),
    ] as [(String, String?)])
  func unit(text: String, expected: String?) {
    #expect(systemdUnit(cgroups: Array(text.utf8)) == expected)
  }
}
