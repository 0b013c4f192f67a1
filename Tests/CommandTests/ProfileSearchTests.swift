import CairnTestSupport
import CommandSupport
import Foundation
import Testing

@Suite("The search for profiles")
struct ProfileSearchTests {
  private func search(
    named: String? = nil, environment: String? = nil, program: String = "/usr/bin/cairn",
    workingFolder: String = "/root", existing: Set<String> = []
  ) -> ProfileSearch {
    ProfileSearch(
      named: named, environment: environment, program: program, workingFolder: workingFolder,
      exists: existing.contains)
  }

  @Test
  func `prefers the option, then the variable, then the owner's folder, then what was shipped`() {
    let all: Set = [ProfileSearch.own, ProfileSearch.system]
    #expect(search(named: "/a", environment: "/b", existing: all).folder == "/a")
    #expect(search(environment: "/b", existing: all).folder == "/b")
    #expect(search(environment: "", existing: all).folder == ProfileSearch.own)
    #expect(search(existing: [ProfileSearch.system]).folder == ProfileSearch.system)
    #expect(search().folder == nil)
  }

  @Test func `finds what was installed beside the program before what the system has`() {
    let beside = "/opt/cairn/share/cairn/hw-profiles"
    let both: Set = [beside, ProfileSearch.system]
    #expect(search(program: "/opt/cairn/bin/cairn", existing: both).shipped == beside)
    #expect(search(program: "/opt/cairn/cairn", existing: both).shipped == ProfileSearch.system)
  }

  @Test func `finds those of the checkout that built the program`() {
    let program = "/src/cairn/.build/x86_64-unknown-linux-gnu/debug/cairn"
    let folder = "/src/cairn/hw-profiles"
    #expect(search(program: program, existing: [folder]).folder == folder)
    #expect(
      search(program: program, workingFolder: "/src/cairn", existing: [folder]).folder
        == "hw-profiles")
  }

  @Test func `looks for included profiles in the folder and among what was shipped`() {
    let search = search(named: "/a", existing: [ProfileSearch.system])
    #expect(search.modules == ["/a", ProfileSearch.system])
    #expect(self.search(existing: [ProfileSearch.system]).modules == [ProfileSearch.system])
  }

  @Test func `lets a board in a folder of its own include shipped parts`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "name: mine\ntitle: T\nvendor: V\nkind: board\nincludes: [ublox-m9]\n", to: "mine.yaml")
    let linted = try await Cairn.profileTool("lint", "--profiles", folder.path)
    #expect(linted.complaints == "")
    #expect(linted.output == "1 profile, no error\n")
    let shown = try await Cairn.profileTool("show", "mine", "--profiles", folder.path)
    #expect(shown.exitCode == 0, "\(shown.complaints)")
  }

  @Test func `finds a shipped profile by its name beside a folder that was named`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("name: mine\ntitle: T\nvendor: V\nkind: board\n", to: "mine.yaml")
    let shown = try await Cairn.profileTool("show", "ublox-m9", "--profiles", folder.path)
    #expect(shown.exitCode == 0, "\(shown.complaints)")
  }

  @Test func `one broken file stops nobody who does not use it`() async throws {
    let folder = try TemporaryFolder()
    let board = "title: T\nvendor: V\nkind: board\nincludes: [any-wifi]\n"
    try folder.write("name: mine\n" + board, to: "mine.yaml")
    try folder.write("name: broken\n" + board + "wifi: 3\n", to: "broken.yaml")
    let place = ["--profiles", folder.path]
    for command in [["show", "mine"], ["plan", "ublox-m9"], ["compare", "ublox-m8", "ublox-m9"]] {
      let outcome = try await Cairn.profileTool(command + place)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.complaints)")
      #expect(!outcome.complaints.contains("broken"), "\(outcome.complaints)")
    }
    // Those who look for what fits are told what was left out; those who use it get no further.
    let listed = try await Cairn.profileTool(["show"] + place)
    #expect(listed.exitCode == 0 && listed.output.hasPrefix("mine"), "\(listed.output)")
    #expect(listed.complaints.contains("broken.yaml:6:7: "), "\(listed.complaints)")
    for command in [["show", "broken"], ["rules"], ["lint"]] {
      let outcome = try await Cairn.profileTool(command + place)
      #expect(outcome.exitCode == 1, "\(command)")
      #expect(outcome.complaints.contains("broken.yaml:6:7: "), "\(outcome.complaints)")
    }
    let monitor = try await Cairn.run(
      "monitor", "--simulate", "m9", "--profiles", folder.path, "--duration", "1")
    #expect(monitor.complaints.contains("simulating"), "\(monitor.complaints)")
  }

  @Test func `a program without profiles says so, whichever it is`() async throws {
    let folder = try TemporaryFolder()
    let said = try await Self.complaints(
      in: folder, [["hw-profile", "show", "m8-gateway"], ["cairn", "monitor", "--board", "x"]])
    #expect(said[0].contains("there are no profiles in /etc/cairn/hw-profiles or "), "\(said)")
    #expect(said[0] == said[1])
  }

  /// Runs copies of the programs, far from any profiles, and returns what they complain of, without
  /// their names.
  private static func complaints(
    in folder: TemporaryFolder, _ commands: [[String]]
  ) async throws -> [String] {
    let built = Cairn.executable.deletingLastPathComponent()
    var said: [String] = []
    for command in commands {
      let copy = folder.path + "/" + command[0]
      // By a program of its own: what this process has open for writing, another child may hold open
      // when the copy is started, which then is "text file busy".
      let copying = try ChildProcess("/bin/cp", [built.appending(path: command[0]).path, copy])
      #expect(await copying.end() == 0)
      let child = try ChildProcess(
        copy, Array(command.dropFirst()),
        environment: ["CAIRN_PROFILES": "", "LD_LIBRARY_PATH": built.path])
      #expect(await child.end() == 1)
      let name = command[0] + ": "
      #expect(child.complaints.hasPrefix(name), "\(child.complaints)")
      said.append(String(child.complaints.dropFirst(name.count)))
    }
    return said
  }

  @Test func `suggests the name that was probably meant`() async throws {
    let outcome = try await Cairn.profileTool("show", "ublox-m99")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.complaints.contains("no profile is called 'ublox-m99'; did you mean 'ublox-m9'?"))
  }
}
