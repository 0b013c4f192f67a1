import CairnMaps
import CairnRadio
import CairnTestSupport
import Foundation
import Testing

@Suite("cairn radio release and update", .timeLimit(.minutes(15)))
struct RadioUpdateCommandTests {
  private let folder: TemporaryFolder
  private let server: FolderServer
  private var pack: String { folder.path + "/device.pack" }

  init() async throws {
    folder = try TemporaryFolder()
    server = try FolderServer()
    try FileManager.default.createDirectory(
      atPath: folder.path + "/public", withIntermediateDirectories: false)
    try await openssl("genpkey", "-algorithm", "ed25519", "-out", folder.path + "/key")
    try await openssl(
      "pkey", "-in", folder.path + "/key", "-pubout", "-out", folder.path + "/key.pub")
  }

  private func openssl(_ arguments: String...) async throws {
    let process = try ChildProcess("/usr/bin/env", ["openssl"] + arguments, limit: .seconds(60))
    let status = await process.end()
    try #require(status == 0, "\(process.complaints)")
  }

  /// Makes a pack of a table of so many access points.
  private func makePack(_ name: String, _ count: Int, moved: Double = 0) async throws -> String {
    let rows = (0..<count).map { number in
      let address = String(format: "04:00:00:00:%02x:%02x", number >> 8, number & 255)
      return "\(address),\(47 + Double(number) / 1e4 + (number % 50 == 0 ? moved : 0)),8,20\n"
    }
    try folder.write("bssid,lat,lon,accuracy\n" + rows.joined(), to: "\(name).csv")
    let path = "\(folder.path)/\(name).pack"
    let made = try await Cairn.run("radio", "import", "\(folder.path)/\(name).csv", "--into", path)
    try #require(made.exitCode == 0, "\(made.complaints)")
    return path
  }

  private func release(_ pack: String, _ options: String...) async throws -> Cairn.Outcome {
    let process = try Cairn.start(
      ["radio", "release", pack, "--name", "town", "--into", folder.path + "/public"] + options,
      input: .bytes([]))
    return await Cairn.end(of: process)
  }

  /// Signs the manifest, and copies all to the server.
  private func publish() async throws {
    try await openssl(
      "pkeyutl", "-sign", "-rawin", "-inkey", folder.path + "/key", "-in",
      folder.path + "/public/manifest.json", "-out", folder.path + "/public/manifest.json.sig")
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path + "/public") {
      server.put(name, folder.read("public/\(name)"))
    }
  }

  private func update(_ options: String...) async throws -> Cairn.Outcome {
    let process = try Cairn.start(
      ["radio", "update", server.address, "--key", folder.path + "/key.pub", "--pack", pack]
        + options, input: .bytes([]))
    return await Cairn.end(of: process)
  }

  @Test func `a fleet's device follows what is released and signed`() async throws {
    let first = try await makePack("1", 3000)
    let released = try await release(first)
    #expect(released.exitCode == 0)
    #expect(released.output.contains("version 1 of town"), "\(released.output)")
    try await publish()
    let taken = try await update()
    #expect(taken.exitCode == 0 && taken.output.contains("version 1 is in place"))
    #expect(folder.read("device.pack") == folder.read("1.pack"))

    let second = try await makePack("2", 3000, moved: 0.001)
    let object = try #require(try await release(second, "--json").objects.first)
    #expect(object["version"] as? Int == 2)
    #expect((object["deltas"] as? [Any])?.count == 1)
    try await publish()
    let checked = try await update("--check")
    #expect(checked.exitCode == 10 && checked.output.contains("version 2 can be fetched"))
    let result = try #require(try await update("--json").objects.first)
    #expect(result["result"] as? String == "updated" && result["delta"] as? Bool == true)
    #expect(result["bytes"] as? Int ?? .max < 1000)
    #expect(folder.read("device.pack") == folder.read("2.pack"))
    #expect(folder.read("device.pack.previous") == folder.read("1.pack"))
    let again = try await update("--spread", "1s")
    #expect(again.exitCode == 0 && again.output.contains("version 2 is the newest"))
    #expect(again.complaints.contains("waiting 0 s"))
    let record = try MapRecord(json: try #require(folder.read("device.pack.json")))
    #expect(record.name == "town" && record.floor == 2 && record.current?.version == 2)
  }

  @Test func `a release is never older, of another map, or broken`() async throws {
    let pack = try await makePack("1", 100)
    #expect(try await release(pack, "--version", "7").exitCode == 0)
    let older = try await release(pack, "--version", "7")
    #expect(older.exitCode == 1 && older.complaints.contains("has version 7"))
    let other = try await Cairn.run(
      "radio", "release", pack, "--name", "city", "--into", folder.path + "/public")
    #expect(other.exitCode == 1 && other.complaints.contains("has the map 'town'"))
    var bytes = try #require(folder.read("1.pack"))
    bytes[200] ^= 1
    try folder.write(bytes, to: "broken.pack")
    let broken = try await release(folder.path + "/broken.pack")
    #expect(broken.exitCode == 1 && broken.complaints.contains("damaged"))
    for wrong in ["", "a/b", ".a"] {
      let outcome = try await Cairn.run(
        "radio", "release", pack, "--name", wrong, "--into", folder.path)
      #expect(outcome.exitCode == 64)
    }
    // The delta of a pack that is named, not found in the folder.
    let next = try await makePack("2", 120)
    let named = try await release(next, folder.path + "/1.pack")
    #expect(named.output.contains(".delta: "), "\(named.output)")
  }

  @Test func `says what to do, with an exit code for trying again`() async throws {
    let outcome = try await update()
    #expect(outcome.exitCode == 75 && outcome.complaints.contains("try again later"))
    let failed = try #require(try await update("--json").objects.first)
    #expect(failed["result"] as? String == "failed" && failed["again"] as? Bool == true)
    _ = try await release(try await makePack("1", 100))
    try await publish()
    server.put("manifest.json.sig", [UInt8](repeating: 1, count: 64))
    let forged = try await update()
    #expect(forged.exitCode == 1 && forged.complaints.contains("is not of this key"))
    #expect(folder.read("device.pack") == nil)
    try folder.write("no key", to: "key.pub")
    let keyless = try await update()
    #expect(keyless.exitCode == 1 && keyless.complaints.contains("-pubout"))
    for wrong in [
      ["--spread", "never"], ["--spread", "200h"], ["--name", "a/b"], ["--max-age", "-1"],
    ] {
      let process = try Cairn.start(
        ["radio", "update", server.address, "--key", "k", "--pack", "p"] + wrong, input: .bytes([]))
      #expect(await Cairn.end(of: process).exitCode == 64, "\(wrong)")
    }
    let nowhere = try await Cairn.run(
      "radio", "update", "ftp://a/b", "--key", folder.path + "/key", "--pack", pack)
    #expect(nowhere.exitCode != 0)
  }

  @Test(.disabled(if: ProcessUsage.isSanitized, "the sanitizer cannot live with such a limit"))
  func `a disk that is full leaves the old pack, and the next call ends it`() async throws {
    _ = try await release(try await makePack("1", 3000))
    try await publish()
    #expect(try await update().exitCode == 0)
    _ = try await release(try await makePack("2", 4000, moved: 0.001))
    try await publish()
    // Files may grow to 20 KiB, for which the limit of the shell stands.
    let arguments = [
      "-c", #"trap "" XFSZ; ulimit -f 20; exec "$@""#, "limited", Cairn.executable.path, "radio",
      "update", server.address, "--key", folder.path + "/key.pub", "--pack", pack,
    ]
    let process = try ChildProcess("/bin/bash", arguments, limit: .seconds(60))
    #expect(await process.end() == 75)
    #expect(process.complaints.contains("the disk is full"), "\(process.complaints)")
    #expect(folder.read("device.pack") == folder.read("1.pack"))
    #expect(try await update().exitCode == 0)
    #expect(folder.read("device.pack") == folder.read("2.pack"))
    #expect(folder.read("device.pack.previous") == folder.read("1.pack"))
  }
}
