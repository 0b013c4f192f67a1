import Testing

@testable import CairnTypes

@Suite("Words of a command that is advised")
struct ShellWordTests {
  @Test(arguments: [
    ("/dev/ttyACM0", "/dev/ttyACM0"), ("cells-1.csv.gz", "cells-1.csv.gz"),
    ("straße.gz", "straße.gz"), ("my cells.gz", "'my cells.gz'"), ("", "''"),
    ("a;reboot.gz", "'a;reboot.gz'"), ("$(reboot).gz", "'$(reboot).gz'"),
    ("`reboot`", "'`reboot`'"), ("it's.gz", "'it'\\''s.gz'"), ("-rf.gz", "'./-rf.gz'"),
    ("~/x", "'~/x'"), ("a\nb", "'a\\u{A}b'"),
  ])
  func `are quoted where a shell would read something else`(path: String, word: String) {
    #expect("\(ShellWord(path))" == word)
  }
}
