import CairnHAL
import Foundation
import Testing

@testable import CairnProfiles

@Suite("Profiles in a folder")
struct ProfileDirectoryTests {
  /// A folder of the given files while `body` runs.
  private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cairn-profiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    try body(folder.path)
  }

  private func messages(_ path: String) -> [String] {
    do throws(ProfileErrors) {
      _ = try ProfileDirectory.read(path)
      return []
    } catch {
      return error.all.map { String($0.description.dropFirst(path.count + 1)) }
    }
  }

  private func profile(_ name: String, _ vendor: String, _ certainty: String) -> String {
    """
    name: \(name)
    title: T
    vendor: V
    identity:
      usb: [{ vendor: "\(vendor)", product: "ea60", certainty: \(certainty), source: s }]
    """
  }

  @Test func `are refused where one claims what another calls a bridge`() throws {
    let files = [
      "a.yaml": profile("a", "10c4", "certain"), "b.yaml": profile("b", "10c4", "bridge"),
    ]
    try inFolder(files) {
      #expect(
        messages($0) == [
          "a.yaml:1:1: 10c4:ea60 is claimed, but it is a bridge elsewhere; anything may be behind a bridge: add product_name or serial, or call it a bridge"
        ])
    }
  }

  @Test func `are refused where no profile is`() throws {
    try inFolder(["README": "nothing"]) { path in
      for (place, what) in [
        ("", "there is no profile in this folder"), ("/none", "there is no such folder"),
        ("/README", "this is no folder"),
      ] {
        #expect(
          messages(path + place) == [
            "1:1: \(what); name the folder that holds the .yaml files"
          ])
      }
    }
  }

  @Test func `are refused where a file is no text`() throws {
    try inFolder([:]) { path in
      try Data([0x6E, 0xFF, 0xFE]).write(to: URL(fileURLWithPath: path + "/x.yaml"))
      #expect(messages(path) == ["x.yaml:1:1: the file is no UTF-8 text; save it as UTF-8"])
    }
  }

  @Test func `include those beside them, else those of the folder of modules`() throws {
    func module(_ energy: Int) -> String {
      "name: chip\ntitle: T\nvendor: V\nkind: wifi\n"
        + "wifi: { passive: { energy: { mJ: \(energy), source: s }, duration: { s: 1, source: s } } }\n"
    }
    let board = "name: board\ntitle: T\nvendor: V\nkind: board\nincludes: [chip]\n"
    try inFolder(["chip.yaml": module(7)]) { modules in
      try inFolder(["board.yaml": board]) { path in
        #expect(messages(path).map { $0.prefix(15) } == ["board.yaml:5:12"])
        let profiles = try ProfileDirectory.read(path, modules: [modules])
        #expect(profiles.map { $0.figures[.wifiPassiveEnergy]?.value } == [7])
        try Data(module(9).utf8).write(to: URL(fileURLWithPath: path + "/chip.yaml"))
        let both = try ProfileDirectory.read(file: path + "/board.yaml", modules: [modules])
        #expect(both.figures[.wifiPassiveEnergy]?.value == 9)
      }
    }
  }

  @Test func `are usable beside faulty ones, whose errors are told`() throws {
    let files = [
      "a.yaml": profile("a", "10c4", "bridge"), "b.yaml": "name: b\n", "c.yaml": "name: [\n",
      "d.yaml": profile("d", "10c4", "certain"), "e.yaml": profile("e", "1a86", "certain"),
      "f.yaml": "name: f\ntitle: T\nvendor: V\nkind: board\nincludes: [c]\n",
    ]
    try inFolder(files) { path in
      let (profiles, faults) = try ProfileDirectory.readUsable(path)
      #expect(profiles.map(\.name) == ["a", "e"])
      let names = Set(faults.map { String($0.file.dropFirst(path.count + 1)) })
      #expect(names == ["b.yaml", "c.yaml", "d.yaml", "f.yaml"])
      #expect(Set(messages(path)).count == Set(faults).count)
    }
  }

  @Test func `show the errors of every file`() throws {
    try inFolder(["a.yaml": "name: a\n", "b.yaml": "name: b\n"]) {
      let files = Set(messages($0).compactMap { $0.split(separator: ":").first })
      #expect(files == ["a.yaml", "b.yaml"])
    }
  }
}
