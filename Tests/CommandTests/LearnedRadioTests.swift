import CairnLinux
import CairnRadio
import CairnTestSupport
import Foundation
import Synchronization
import Testing

/// What a device has learned of radios, in its state folder.
@Suite("cairn radio, and what was learned")
struct LearnedRadioTests {
  private let kept: TemporaryFolder
  private var folder: String { kept.path }

  init() throws { kept = try TemporaryFolder() }

  @Test func `what was learned is forgotten, and nothing else`() async throws {
    let names = ["wifi-learned.state", "wifi-learned.state.damaged", "gnss.receivers"]
    for name in names { try kept.write("x", to: name) }

    for said in ["what was learned is deleted", "nothing was learned there"] {
      let outcome = try await Cairn.run("radio", "forget", "--state", folder)
      #expect(outcome.exitCode == 0, "\(outcome.complaints)")
      #expect(outcome.output == "\(folder): \(said)\n")
      let left = names.map { FileManager.default.fileExists(atPath: "\(folder)/\($0)") }
      #expect(left == [false, false, true])
    }
    let nowhere = try await Cairn.run("radio", "forget", "--state", "/dev/null")
    #expect(nowhere.exitCode == 1)
    #expect(nowhere.complaints.contains("ENOTDIR"), "\(nowhere.complaints)")
    #expect(try await Cairn.run("radio", "forget").exitCode == 64)
  }

  @Test func `what was learned is submitted once, and only to the service that is named`()
    async throws
  {
    let stub = try HTTPStub(HTTPStub.response("200 OK", "{}"))
    defer { stub.end() }
    try FileStorage(folder).store(AccessPoints.learned(20).encoded, for: "wifi-learned")
    let dry = try await Cairn.run(
      "radio", "submit", "--url", stub.address, "--state", folder, "--dry-run")
    #expect(dry.exitCode == 0, "\(dry.complaints)")
    #expect(dry.output.hasPrefix(#"{"items":[{"timestamp":"#))
    #expect(stub.requests.withLock { $0.isEmpty })
    for said in ["20 of 20 access points submitted to 127.0.0.1", "nothing new was learned"] {
      let outcome = try await Cairn.run("radio", "submit", "--url", stub.address, "--state", folder)
      #expect(outcome.exitCode == 0, "\(outcome.complaints)")
      #expect(outcome.output.hasPrefix(said), "\(outcome.output)")
    }
    #expect(stub.requests.withLock { $0.count } == 1)
    #expect(try await Cairn.run("radio", "forget", "--state", folder).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: folder + "/wifi-submitted.state"))
    let nothing = try await Cairn.run("radio", "submit", "--url", stub.address, "--state", folder)
    #expect(nothing.exitCode == 1)
    #expect(nothing.complaints.contains("nothing was learned there"), "\(nothing.complaints)")
    let wrong = try await Cairn.run("radio", "submit", "--url", "ftp://a.b", "--state", folder)
    #expect(wrong.exitCode == 64)
  }

  @Test func `a refused submission is an error, and is made again later`() async throws {
    let stub = try HTTPStub(HTTPStub.response("403 Forbidden", "{}"))
    defer { stub.end() }
    try FileStorage(folder).store(AccessPoints.learned(20).encoded, for: "wifi-learned")
    let refused = try await Cairn.run("radio", "submit", "--url", stub.address, "--state", folder)
    #expect(refused.exitCode == 1)
    #expect(refused.complaints.contains("it wants another key"), "\(refused.complaints)")
    stub.answer(with: HTTPStub.response("201 Created", ""))
    let taken = try await Cairn.run("radio", "submit", "--url", stub.address, "--state", folder)
    #expect(taken.exitCode == 0, "\(taken.complaints)")
    #expect(taken.output.hasPrefix("20 of 20"))
  }
}
