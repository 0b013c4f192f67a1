import CairnHAL
import Testing

@testable import CairnProfiles

@Suite("Rules for udev")
struct UdevRulesTests {
  private func profile(_ matches: [HardwareProfile.USBMatch]) -> HardwareProfile {
    HardwareProfile(
      name: "p", title: "P", vendor: "V", identity: HardwareProfile.Identity(usb: matches))
  }

  private func match(
    _ vendor: String, _ product: String, _ certainty: HardwareProfile.Certainty = .certain,
    interface: String? = nil, productName: String? = nil
  ) -> HardwareProfile.USBMatch {
    HardwareProfile.USBMatch(
      vendor: vendor, product: product, interface: interface, productName: productName,
      certainty: certainty, .datasheet("s"))
  }

  private func matchLines(_ profiles: [HardwareProfile]) -> [Substring] {
    UdevRules.text(for: profiles).split(separator: "\n").filter { $0.contains("idVendor") }
  }

  @Test func `that are committed are those of the profiles`() throws {
    #expect(
      UdevRules.text(for: try Checkout.profiles()) == (try Checkout.text("udev/70-cairn.rules")),
      "run scripts/data/generated.sh and commit what changes")
  }

  @Test func `have vendor and product in one rule, which then holds for one parent`() {
    #expect(
      matchLines([profile([match("1546", "01a9"), match("1546", "01a8")])]) == [
        #"SUBSYSTEMS=="usb", ATTRS{idVendor}=="1546", ATTRS{idProduct}=="01a8|01a9", GOTO="cairn_gnss""#
      ])
  }

  @Test func `match any digit where the profile does`() {
    #expect(
      matchLines([profile([match("1546", "05xx")])]) == [
        #"SUBSYSTEMS=="usb", ATTRS{idVendor}=="1546", ATTRS{idProduct}=="05??", GOTO="cairn_gnss""#
      ])
  }

  @Test func `ask for the interface and the product's name where the profile does`() {
    #expect(
      matchLines([profile([match("1546", "01a9", interface: "02", productName: "u-blox *")])]) == [
        #"SUBSYSTEMS=="usb", ATTRS{idVendor}=="1546", ATTRS{idProduct}=="01a9", ATTRS{product}=="u-blox *", ENV{ID_USB_INTERFACE_NUM}=="02", GOTO="cairn_gnss""#
      ])
  }

  @Test func `say nothing of bridges`() {
    #expect(matchLines([profile([match("10c4", "ea60", .bridge)])]).isEmpty)
  }

  @Test func `do not depend on the order of the profiles`() throws {
    let profiles = try Checkout.profiles()
    #expect(UdevRules.text(for: profiles) == UdevRules.text(for: profiles.reversed()))
  }

  @Test func `start the service that they are asked to start`() {
    #expect(
      UdevRules.text(for: [], service: "mine.service")
        .contains(#"ENV{SYSTEMD_WANTS}+="mine.service""#))
  }

  @Test func `give the port for a modem's commands to users, unless ModemManager has it`() {
    func lines(_ paths: String...) -> [String] {
      UdevRules.text(
        for: paths.map {
          HardwareProfile(
            name: "b", title: "B", vendor: "V", kind: .board,
            modemPort: HardwareProfile.ModemPort(path: $0))
        }
      ).split(separator: "\n").map(String.init)
    }
    let rules = lines("/dev/ttyS1", "/dev/serial/by-id/usb-M_1-if02", "/dev/ttyS1")
    #expect(
      rules.filter { $0.hasSuffix(#"GOTO="cairn_modem""#) } == [
        #"SUBSYSTEM=="tty|wwan", KERNEL=="serial/by-id/usb-M_1-if02", GOTO="cairn_modem""#,
        #"SUBSYSTEM=="tty|wwan", SYMLINK=="serial/by-id/usb-M_1-if02", GOTO="cairn_modem""#,
        #"SUBSYSTEM=="tty|wwan", KERNEL=="ttyS1", GOTO="cairn_modem""#,
        #"SUBSYSTEM=="tty|wwan", SYMLINK=="ttyS1", GOTO="cairn_modem""#,
      ])
    #expect(
      rules.suffix(5) == [
        #"GOTO="cairn_end""#, #"LABEL="cairn_modem""#,
        #"TEST=="/usr/share/dbus-1/system-services/org.freedesktop.ModemManager1.service", ENV{ID_MM_DEVICE_IGNORE}!="1", ENV{ID_MM_PORT_IGNORE}!="1", GOTO="cairn_end""#,
        #"GROUP="dialout", MODE="0660""#, #"LABEL="cairn_end""#,
      ])
    // What is no device, or would be a pattern or the end of a string, gets no rule.
    for path in ["/tmp/modem", "/dev/tty*", #"/dev/x", RUN+="y"#, "/dev/tty[0-9]"] {
      #expect(!lines(path).contains { $0.contains("cairn_modem") }, "\(path)")
    }
  }

  @Test func `give the UART that a profile names for a receiver to users, and start the service`() {
    func lines(_ paths: String...) -> [String] {
      let identity = HardwareProfile.Identity(paths: paths)
      return UdevRules.text(
        for: [
          HardwareProfile(name: "b", title: "B", vendor: "V", kind: .board, identity: identity)
        ]
      ).split(separator: "\n").map(String.init)
    }
    let rules = lines("/dev/ttyS1", "/dev/serial/by-path/platform-*-port0", "/dev/ttyS1")
    let named = rules.filter { $0.hasPrefix("KERNEL") || $0.hasPrefix("SYMLINK==") }
    #expect(
      named == [
        #"KERNEL=="serial/by-path/platform-*-port0", GOTO="cairn_gnss""#,
        #"SYMLINK=="serial/by-path/platform-*-port0", GOTO="cairn_gnss""#,
        #"KERNEL=="ttyS1", GOTO="cairn_gnss""#, #"SYMLINK=="ttyS1", GOTO="cairn_gnss""#,
      ])
    // They are asked of serial ports only, and before everything else is passed over.
    #expect(rules.firstIndex(of: #"SUBSYSTEM!="tty", GOTO="cairn_end""#) ?? .max < 8)
    #expect(rules.firstIndex(of: named[0]) == 7)
    for path in ["/tmp/receiver", "ttyS1", #"/dev/x", RUN+="y"#, "/dev/tty[0-9]", "/dev/tty?"] {
      #expect(lines(path) == lines(), "\(path)")
    }
  }

  @Test func `jump to labels that there are, and leave removals alone`() throws {
    let text = try Checkout.text("udev/70-cairn.rules")
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(lines.first == #"ACTION=="remove", GOTO="cairn_end""#)
    for label in ["cairn_gnss", "cairn_end"] {
      #expect(lines.count { $0 == #"LABEL="\#(label)""# } == 1)
    }
    for line in lines {
      let isComplete = line.split(separator: "\"").count % 2 == 0 || line.hasSuffix("\"")
      #expect(isComplete, "\(line)")
    }
  }
}
