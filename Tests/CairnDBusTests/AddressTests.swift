import CairnDBus
import Testing

@Suite("D-Bus addresses")
struct AddressTests {
  @Test func `parses paths, abstract names and lists`() throws {
    #expect(try DBusAddress("unix:path=/run/dbus/system_bus_socket") == .systemBus)
    #expect(
      try DBusAddress("unix:abstract=/tmp/dbus-x,guid=00ff") == .unixAbstract("/tmp/dbus-x"))
    #expect(
      try DBusAddress.list("unix:path=/a;tcp:host=h,port=1;unix:runtime=yes;")
        == [.unixPath("/a"), .unsupported(transport: "tcp"), .unsupported(transport: "unix")])
  }

  @Test func `resolves escapes`() throws {
    let address = try DBusAddress("unix:path=/a%20b%2c%C3%A9")
    #expect(address == .unixPath("/a b,\u{E9}"))
    #expect(address.text == "unix:path=/a%20b%2c%c3%a9")
    #expect(try DBusAddress(address.text ?? "") == address)
  }

  @Test(arguments: [
    ("", DBusAddressError.empty), (";;", .empty), ("unix", .transport("unix")),
    (":path=/a", .transport(":path=/a")), ("unix:path", .pair("path")), ("unix:=/a", .pair("=/a")),
    ("unix:path=/a,path=/b", .repeatedKey("path")),
    ("unix:path=/a,abstract=b", .repeatedKey("abstract")), ("unix:path=", .name("")),
    ("unix:path=/a%2", .escape("/a%2")), ("unix:path=/a%zz", .escape("/a%zz")),
    ("unix:path=/a%00", .name("/a\0")), ("unix:path=/a b", .escape("/a b")),
    ("unix:path=%ff", .escape("%ff")), ("unix:path=/\u{E9}", .escape("/\u{E9}")),
  ])
  func `says what is wrong`(text: String, error: DBusAddressError) {
    #expect(throws: error) { try DBusAddress.list(text) }
    #expect(!error.description.isEmpty)
  }

  @Test func `refuses names that no socket can have`() throws {
    let longest = String(repeating: "p", count: 107)
    #expect(try DBusAddress("unix:path=" + longest) == .unixPath(longest))
    #expect(throws: DBusAddressError.name(longest + "p")) {
      try DBusAddress("unix:path=" + longest + "p")
    }
  }
}
