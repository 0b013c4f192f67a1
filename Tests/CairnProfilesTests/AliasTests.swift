import CairnProfiles
import CairnTestSupport
import Testing

@Suite("Profiles that stand for more than they are")
struct AliasTests {
  private func errors(_ text: String) -> [ProfileError] {
    do throws(ProfileErrors) { _ = try ProfileReader.read(text, file: "a") } catch {
      return error.all
    }
    return []
  }

  @Test(.timeLimit(.minutes(15)))
  func `lists of lists of aliases are refused before they are followed`() {
    var text = "name: a\nl0: &l0 [x, x]\n"
    for level in 1..<40 { text += "l\(level): &l\(level) [*l\(level - 1), *l\(level - 1)]\n" }
    text += "? *l39\n: 1\n? *l38\n: 2\n"
    #expect(
      errors(text).map(\.description) == [
        "a:3:10: there are no aliases in profiles; write out what it stands for; quote a text, or "
          + "write no * before its words"
      ])
  }

  @Test(arguments: [
    "*a", "x: *a", "x: [*a]", "x: [b,*a]", "x: {*a: b}", "x: {\"b\":*a}", "- *a", "? *a",
    "x:\t*a", "\u{FEFF}*a", "x: *1", "x: *_", "title: **",
  ])
  func `an alias is one wherever it may stand`(text: String) {
    #expect(errors(text).contains { $0.what == "there are no aliases in profiles" })
  }

  @Test(arguments: ["title: 2 * 3", "title: a*b", "title: '*a'", "title: a\n# * item"])
  func `an asterisk in a text is none`(text: String) {
    #expect(!errors(text).contains { $0.what == "there are no aliases in profiles" })
  }

  @Test(arguments: ["x: !t *a", "x:\u{85}*a", "x: &b *a"])
  func `an alias where none may stand is not YAML`(text: String) {
    #expect(errors(text).map(\.advice) == ["check colons, quotes and indentation"])
  }

  @Test func `nesting has a limit`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    let what = "lists or mappings stand more than 64 deep in each other"
    #expect(!errors("x: " + nested(60)).contains { $0.what == what })
    #expect(errors("x: " + nested(100_000)).map(\.what) == [what])
  }

  @Test func `a second document is refused where it begins`() {
    #expect(errors("name: a\n---\nname: b\n").map(\.description).first?.hasPrefix("a:2:1:") == true)
  }

  @Test func `of 5000 warnings 200 are told, and that there are more`() {
    let text = "name: a\n" + (0..<5000).map { "key\($0): 1\n" }.joined()
    let all = errors(text)
    #expect(all.count { $0.isWarning } == 201)
    #expect(all.last { $0.isWarning }?.what == "from here on more is wrong, which is not shown")
    #expect(all.contains { !$0.isWarning })
  }
}
