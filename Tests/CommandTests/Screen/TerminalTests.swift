import CairnTestSupport
import Foundation
import Testing

@Suite("cairn monitor on a terminal", .enabled(if: Tmux.isThere || isContinuousIntegration))
struct TerminalTests {
  /// A shell in a window of 80 by 24 that runs the monitor on a simulated receiver.
  private static func monitor(_ environment: String = "") async throws -> Tmux {
    let tmux = try await Tmux(width: 80, height: 24)
    try await tmux.type(
      "env LC_ALL=C.UTF-8 \(environment) sh -c 'echo $$ > \(tmux.processFile); "
        + "exec \(Cairn.executable.path) monitor --simulate m9'")
    #expect(await tmux.shows("[1-9] fix"))
    return tmux
  }

  /// Whether the terminal is as a shell wants it.
  private static func expectOrder(_ tmux: Tmux) async throws {
    let isBack = await Patience.wait {
      await tmux.say("display-message", "-p", "#{alternate_on} #{cursor_flag} #{wrap_flag}")
        == "0 1 1\n"
    }
    #expect(isBack)
    try await tmux.type("stty -a; echo the end")
    #expect(await tmux.shows("(?m)^the end"))
    // In lines as long as the window was when it was last told.
    let settings = await tmux.picture()
    let words = settings.split { $0.isWhitespace }
    #expect(words.contains("icanon") && words.contains("echo"), "\(settings)")
  }

  @Test(.timeLimit(.minutes(15)))
  func `the picture follows the window, and keys show what does not fit`() async throws {
    let tmux = try await Self.monitor()
    var rows = await tmux.picture().split(separator: "\n")
    #expect(rows.count == 24)
    #expect(rows.first?.hasPrefix("┌─ cairn monitor ─") == true)
    #expect(rows.dropFirst().first?.hasPrefix("│37.56") == true)
    #expect(rows.allSatisfy { $0.count <= 80 })
    try await tmux.press("s")
    #expect(await tmux.shows("─ sky ─"))
    await tmux.resize(120, 42)
    #expect(await tmux.shows("(?s)─ sky ─.*─ satellites ─.*─ power ─.*─ receiver ─"))
    await tmux.resize(80, 24)
    #expect(await tmux.shows("r receiver  a accuracy  \\? help"))
    rows = await tmux.picture().split(separator: "\n")
    #expect(rows.count == 24)
    try await tmux.press("?")
    #expect(await tmux.shows("─ help ─"))
    try await tmux.press("?")
    #expect(await tmux.shows("─ sky ─"))
    await tmux.resize(50, 10)
    #expect(await tmux.shows("^37\\.56"))
    await tmux.resize(20, 6)
    #expect(await tmux.shows("(?m)^\\? help  q quit"))
    try await tmux.press("?")
    #expect(await tmux.shows("a accuracy"))
    try await tmux.press("?")
    await tmux.resize(50, 10)
    // Until the monitor has heard of its window's size, the position takes two lines.
    #expect(await tmux.shows("(?m)^37\\.56[0-9]*, 126\\.97"))
    try await tmux.press("q")
    let isBack = await Patience.wait {
      await tmux.say("display-message", "-p", "#{alternate_on}") == "0\n"
    }
    #expect(isBack)
    // The last position stays, in lines of the window's width; on a busy machine it is one that was continued.
    let isThere = await tmux.shows(
      "(?ms)^37\\.56[0-9]*, 126\\.97[0-9]*$.*^(3D, [0-9]+ satellites|estimated, not measured) \\[simulated\\]$"
    )
    let picture = await tmux.say("capture-pane", "-p", "-S", "-")
    #expect(isThere, "\(picture)")
    try await Self.expectOrder(tmux)
    #expect(await tmux.end())
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["C-c", "TERM", "HUP", "QUIT", "PIPE"])
  func `the terminal is as it was, whatever ends the monitor`(way: String) async throws {
    let tmux = try await Self.monitor("NO_COLOR=1")
    if way == "C-c" { try await tmux.press(way) } else { try tmux.signal(way) }
    try await Self.expectOrder(tmux)
    #expect(await tmux.end())
  }

  @Test(.timeLimit(.minutes(15)))
  func `a monitor that is stopped gives the terminal back, and takes it when it goes on`()
    async throws
  {
    let tmux = try await Self.monitor()
    try await tmux.press("C-z")
    #expect(await tmux.shows("Stopped"))
    try await Self.expectOrder(tmux)
    try await tmux.type("fg")
    #expect(await tmux.shows("^┌─ cairn monitor ─"))
    try await tmux.press("C-c")
    try await Self.expectOrder(tmux)
    #expect(await tmux.end())
  }
}
