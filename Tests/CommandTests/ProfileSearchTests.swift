import CairnTestSupport
import CommandSupport
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

  @Test func `suggests the name that was probably meant`() async throws {
    let outcome = try await Cairn.profileTool("show", "ublox-m99")
    #expect(outcome.exitCode == 1)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.complaints.contains("no profile is called 'ublox-m99'; did you mean 'ublox-m9'?"))
  }
}
