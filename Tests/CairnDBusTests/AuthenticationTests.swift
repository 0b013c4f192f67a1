import CairnDBus
import Testing

@Suite("D-Bus authentication")
struct AuthenticationTests {
  private static let guid = "0123456789abcdef0123456789ABCDEF"

  private func talk(
    _ text: String, in length: Int = .max
  ) throws(DBusAuthenticationError) -> [DBusAuthentication.Step] {
    var client = DBusAuthentication(user: 1000)
    var steps: [DBusAuthentication.Step] = []
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      steps.append(try client.take(Array(rest.prefix(length))))
      rest = rest.dropFirst(length)
    }
    return steps
  }

  @Test func `begins with NUL and the user in hexadecimal digits`() {
    let request = DBusAuthentication(user: 1000).request
    #expect(request == [0] + Array("AUTH EXTERNAL 31303030\r\n".utf8))
  }

  @Test func `sends BEGIN when the server accepts`() throws {
    let begin = DBusAuthentication.Step.begin(Array("BEGIN\r\n".utf8), guid: Self.guid)
    #expect(try talk("OK \(Self.guid)\r\n") == [begin])
    let steps = try talk("OK \(Self.guid)\r\n", in: 1)
    #expect(steps.dropLast().allSatisfy { $0 == .wait })
    #expect(steps.last == begin)
  }

  @Test func `answers one challenge, and no second one`() throws {
    #expect(try talk("DATA\r\n") == [.send(Array("DATA\r\n".utf8))])
    #expect(
      try talk("DATA\r\nOK \(Self.guid)\r\n")
        == [.begin(Array("DATA\r\nBEGIN\r\n".utf8), guid: Self.guid)])
    #expect(throws: DBusAuthenticationError.unexpected("DATA")) { try talk("DATA\r\nDATA\r\n") }
  }

  @Test func `says why it fails`() {
    let cases: [(String, DBusAuthenticationError)] = [
      ("REJECTED ANONYMOUS KERBEROS\r\n", .rejected(mechanisms: ["ANONYMOUS", "KERBEROS"])),
      ("REJECTED\r\n", .rejected(mechanisms: [])), ("ERROR \"no\"\r\n", .refused("\"no\"")),
      ("OK\r\n", .unexpected("OK")), ("OK 12\r\n", .unexpected("OK 12")),
      ("HELLO\r\n", .unexpected("HELLO")), ("\r\n", .unexpected("")), ("OK\n", .notALine),
      ("O\u{1}K\r\n", .notALine), ("\u{E9}\r\n", .notALine),
      (String(repeating: "x", count: 1025), .lineTooLong),
      ("OK \(Self.guid)\r\nl", .bytesBehindEnd),
    ]
    for (text, error) in cases {
      #expect(throws: error) { try talk(text) }
      #expect(!error.description.isEmpty)
    }
  }

  @Test func `stays ended`() {
    var client = DBusAuthentication(user: 0)
    #expect(throws: DBusAuthenticationError.unexpected("NO")) {
      try client.take(Array("NO\r\n".utf8))
    }
    #expect(throws: DBusAuthenticationError.bytesBehindEnd) {
      try client.take(Array("OK \(Self.guid)\r\n".utf8))
    }
  }
}
