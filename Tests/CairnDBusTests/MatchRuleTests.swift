import CairnDBus
import Testing

@Suite("D-Bus match rules")
struct MatchRuleTests {
  @Test func `writes every part, quoted`() {
    let rule = DBusMatchRule(
      sender: "org.example.A", interface: .properties, member: "PropertiesChanged",
      pathNamespace: "/org/example",
      arguments: [
        .string(index: 0, "it's, \\ so"), .path(index: 1, "/a/"), .namespace("org.example"),
      ])
    #expect(
      rule.text == """
        type='signal',sender='org.example.A',interface='org.freedesktop.DBus.Properties',\
        member='PropertiesChanged',path_namespace='/org/example',arg0='it'\\''s, \\ so',\
        arg1path='/a/',arg0namespace='org.example'
        """)
    #expect(DBusMatchRule(kind: nil).text.isEmpty)
    #expect(DBusMatchRule(path: "/x", pathNamespace: "/y").text == "type='signal',path='/x'")
  }

  @Test func `matches what it says`() {
    let signal = DBusMessage.signal(
      "/org/example/0", "org.example.I", "Changed", [.string("org.example.name"), .uint32(1)])
    func matches(_ rule: DBusMatchRule) -> Bool { rule.matchesExceptSender(signal) }
    #expect(matches(DBusMatchRule()))
    #expect(matches(DBusMatchRule(kind: nil)))
    #expect(!matches(DBusMatchRule(kind: .methodCall)))
    #expect(matches(DBusMatchRule(interface: "org.example.I", member: "Changed")))
    #expect(!matches(DBusMatchRule(interface: "org.example.J")))
    #expect(!matches(DBusMatchRule(member: "Added")))
    #expect(matches(DBusMatchRule(path: "/org/example/0")))
    #expect(!matches(DBusMatchRule(path: "/org/example")))
    #expect(matches(DBusMatchRule(pathNamespace: "/org/example")))
    #expect(!matches(DBusMatchRule(pathNamespace: "/org/exam")))
    #expect(matches(DBusMatchRule(arguments: [.string(index: 0, "org.example.name")])))
    #expect(!matches(DBusMatchRule(arguments: [.string(index: 1, "1")])))
    #expect(!matches(DBusMatchRule(arguments: [.string(index: -1, "1")])))
    #expect(matches(DBusMatchRule(arguments: [.namespace("org.example")])))
    #expect(!matches(DBusMatchRule(arguments: [.namespace("org.exam")])))
  }

  @Test(arguments: [
    ("/aa/bb/", "/", true), ("/aa/bb/", "/aa/", true), ("/aa/bb/", "/aa/bb/", true),
    ("/aa/bb/", "/aa/bb/cc", true), ("/aa/bb/", "/aa/b", false), ("/aa/bb/", "/aa", false),
    ("/aa/bb/", "/aa/bb", false),
  ])
  func `compares paths as the specification's example`(rule: String, path: String, holds: Bool) {
    let signal = DBusMessage.signal("/", "a.b", "C", [.string(path)])
    let match = DBusMatchRule(arguments: [.path(index: 0, rule)])
    #expect(match.matchesExceptSender(signal) == holds)
  }
}
