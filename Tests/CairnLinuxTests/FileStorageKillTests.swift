import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

/// A program that stores without end is killed again and again.
@Suite("States in files of a program that is killed", .timeLimit(.minutes(15)))
struct FileStorageKillTests {
  private static let variable = "CAIRN_TEST_STATE_FOLDER"
  private static let folder = ProcessInfo.processInfo.environment[variable]

  /// Runs in a process of its own: goes on where the last one ended, and prints each number once it is kept.
  @Test("stores until it is killed", .enabled(if: folder != nil, "the other test's program"))
  func stores() throws {
    let storage = FileStorage(try #require(Self.folder))
    var number = try storage.load("state").flatMap(SelfDescribingState.number) ?? 0
    while number < 100_000 {
      number += 1
      try storage.store(SelfDescribingState.bytes(number), for: "state")
      print("kept \(number)")
      fflush(nil)
    }
  }

  @Test func `each kill leaves a whole state, never older than the last one that was acknowledged`()
    async throws
  {
    let folder = try TemporaryFolder()
    let storage = FileStorage(folder.path)
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var random = SplitMix(seed: 1709)
    var (last, leftovers) = (0, 0)
    for kill in 0..<100 {
      let writer = try ChildProcess(
        own,
        ["--testing-library", "swift-testing", "--filter", "FileStorageKillTests/stores\\("],
        environment: [Self.variable: folder.path])
      let goal = last + Int.random(in: 1...24, using: &random)
      let hasBegun = await Patience.wait { Self.acknowledged(writer) ?? 0 >= goal }
      writer.kill()
      #expect(await writer.end() == -9)
      let acknowledged = try #require(Self.acknowledged(writer), "\(writer.complaints)")
      let state = try #require(try storage.load("state"))
      let number = try #require(SelfDescribingState.number(state), "kill \(kill)")
      #expect(hasBegun && number >= acknowledged && number <= acknowledged + 1, "kill \(kill)")
      if FileManager.default.fileExists(atPath: folder.path + "/state.state.new") { leftovers += 1 }
      last = number
    }
    #expect(last >= 1000)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSubset(of: ["state.state", "state.state.new"]))
    #expect(leftovers > 0, "no kill came within a write")
  }

  /// As above, but another process does the same: what it writes meanwhile is not disturbed.
  @Test("stores beside another until it is killed", .enabled(if: folder != nil, "a program"))
  func storesBesideAnother() throws {
    let storage = FileStorage(try #require(Self.folder))
    var hasStored = false
    for number in 1..<100_000 {
      do throws(LocationError) {
        try storage.store(SelfDescribingState.bytes(number), for: "state")
        hasStored = true
      } catch {
        guard error.cause?.code == EWOULDBLOCK else { throw error }
      }
      // The other one may still write the first state.
      guard let state = try storage.load("state") else {
        try #require(!hasStored)
        continue
      }
      guard SelfDescribingState.number(state) != nil else { fatalError("half of a state") }
      print("kept \(number)")
      fflush(nil)
    }
  }

  @Test func `two programs that store in one folder at once leave a whole state`() async throws {
    let folder = try TemporaryFolder()
    let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    for round in 0..<5 {
      let writers = try (0..<2).map { _ in
        try ChildProcess(
          own,
          [
            "--testing-library", "swift-testing", "--filter",
            "FileStorageKillTests/storesBesideAnother\\(",
          ], environment: [Self.variable: folder.path])
      }
      let haveStored = await Patience.wait {
        writers.allSatisfy { Self.acknowledged($0) ?? 0 >= 200 || $0.hasEnded }
      }
      for writer in writers {
        #expect(!writer.hasEnded, "\(writer.output.suffix(300))\(writer.complaints.suffix(300))")
        writer.kill()
        _ = await writer.end()
      }
      #expect(haveStored)
      let state = try #require(try FileStorage(folder.path).load("state"))
      #expect(SelfDescribingState.number(state) != nil, "round \(round)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSubset(of: ["state.state", "state.state.new"]))
  }

  /// The last number of a whole line.
  private static func acknowledged(_ writer: ChildProcess) -> Int? {
    let lines = writer.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let numbers = lines.compactMap { $0.hasPrefix("kept ") ? Int($0.dropFirst(5)) : nil }
    return numbers.last
  }
}
