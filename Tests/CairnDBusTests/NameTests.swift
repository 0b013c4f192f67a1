import CairnDBus
import Testing

@Suite("D-Bus names")
struct NameTests {
  @Test(arguments: [
    "org.freedesktop.DBus", "a.b", "org.example-7.x_1", ":1.42", ":1.2-3", "_7.z",
    ":" + String(repeating: "1", count: 252) + ".2",
  ])
  func `accepts bus names`(text: String) throws {
    let name = try BusName(text)
    #expect(name.text == text)
    #expect(name.isUnique == text.hasPrefix(":"))
  }

  @Test(arguments: [
    "", ":", "org", ".org.x", "org..x", "org.x.", "7.org", "org.7x", "org.x y", "org.\u{E9}.x",
    ":1", ":1..2", "org.x/y", "a." + String(repeating: "b", count: 254), "org.x\0",
  ])
  func `refuses what is no bus name`(text: String) {
    #expect(throws: DBusError.busName(text)) { try BusName(text) }
  }

  @Test(arguments: ["org.freedesktop.DBus.Peer", "a.b", "_a._9"])
  func `accepts interface names`(text: String) throws {
    #expect(try InterfaceName(text).text == text)
  }

  @Test(arguments: ["", "Peer", "org.example-x.y", "org.9x", "a..b", ".a", "a.", ":1.2"])
  func `refuses what is no interface name`(text: String) {
    #expect(throws: DBusError.interfaceName(text)) { try InterfaceName(text) }
  }

  @Test(arguments: ["Ping", "_x9", String(repeating: "m", count: 255)])
  func `accepts member names`(text: String) throws {
    #expect(try MemberName(text).text == text)
  }

  @Test(arguments: ["", "9x", "a.b", "a-b", String(repeating: "m", count: 256), "x\u{E9}"])
  func `refuses what is no member name`(text: String) {
    #expect(throws: DBusError.memberName(text)) { try MemberName(text) }
  }

  @Test(arguments: ["/", "/a", "/org/freedesktop/DBus", "/0/_"])
  func `accepts object paths`(text: String) throws {
    #expect(try ObjectPath(text).text == text)
  }

  @Test(arguments: ["", "a", "/a/", "//", "/a//b", "/a-b", "/\u{E9}", "/a b", "/\0"])
  func `refuses what is no object path`(text: String) {
    #expect(throws: DBusError.objectPath(text)) { try ObjectPath(text) }
  }

  @Test func `an object lies within its ancestors and itself`() {
    let modem: ObjectPath = "/org/example/Modem/0"
    #expect(modem.isWithin(modem))
    #expect(modem.isWithin("/"))
    #expect(modem.isWithin("/org/example"))
    #expect(!modem.isWithin("/org/exam"))
    #expect(!modem.isWithin("/org/example/Modem/0/SIM"))
  }
}
