import CairnTestSupport
import Foundation
import Testing

/// A terminal of its own, of which every character can be asked for.
struct Tmux {
  private static let program = ["/usr/bin/tmux", "/bin/tmux", "/usr/local/bin/tmux"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }
  static var isThere: Bool { program != nil }

  private let folder: TemporaryFolder
  private var socket: String { folder.path + "/s" }
  var processFile: String { folder.path + "/process" }

  init(width: Int, height: Int) async throws {
    folder = try TemporaryFolder()
    _ = await say(
      "new-session", "-d", "-x", "\(width)", "-y", "\(height)",
      "env PS1='$ ' bash --norc --noprofile")
    try #require(await Patience.wait { await picture().contains("$") })
  }

  /// Runs a command of tmux's and returns what it prints.
  func say(_ words: String...) async -> String {
    guard let program = Self.program,
      let child = try? ChildProcess(
        program, ["-u", "-f", "/dev/null", "-S", socket] + words,
        environment: ["LC_ALL": "C.UTF-8", "TERM": "xterm-256color"])
    else { return "" }
    _ = await child.end()
    return child.output + child.complaints
  }

  func picture() async -> String { await say("capture-pane", "-p") }

  func shows(_ pattern: String) async -> Bool {
    await Patience.wait {
      await picture().range(of: pattern, options: .regularExpression) != nil
    }
  }

  func press(_ key: String) async throws { _ = await say("send-keys", key) }

  func type(_ line: String) async throws {
    _ = await say("send-keys", "-l", line)
    _ = await say("send-keys", "Enter")
  }

  func resize(_ width: Int, _ height: Int) async {
    _ = await say("resize-window", "-x", "\(width)", "-y", "\(height)")
  }

  /// Sends a signal to the monitor itself.
  func signal(_ name: String) throws {
    let text = try String(contentsOfFile: processFile, encoding: .utf8)
    let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let numbers = ["TERM": SIGTERM, "HUP": SIGHUP, "QUIT": SIGQUIT, "PIPE": SIGPIPE]
    #expect(kill(process, try #require(numbers[name])) == 0)
  }

  /// Ends the terminal with all that runs in it.
  func end() async -> Bool { await say("kill-server").isEmpty }
}
