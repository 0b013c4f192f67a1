import CairnLinux
import CairnTestSupport
import CairnTypes
import Foundation
import Testing

@Suite("States in files", .timeLimit(.minutes(15)))
struct FileStorageTests {
  private let folder: TemporaryFolder
  private let storage: FileStorage

  init() throws {
    folder = try TemporaryFolder()
    storage = FileStorage(folder.path)
  }

  private func put(_ bytes: [UInt8], _ name: String = "fix.state") throws {
    try Data(bytes).write(to: URL(filePath: "\(folder.path)/\(name)"))
  }

  private func bytes(_ name: String = "fix.state") -> [UInt8]? {
    FileManager.default.contents(atPath: "\(folder.path)/\(name)").map { [UInt8]($0) }
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  /// Loads what is damaged.
  private func isRefused(_ key: String = "fix") -> Bool {
    do throws(LocationError) { _ = try storage.load(key) } catch {
      return error.code == .storageFailure && error.severity == .degraded
        && error.cause?.path.hasPrefix(folder.path) == true
    }
    return false
  }

  @Test func `what was stored last is loaded, also by another storage`() throws {
    #expect(try storage.load("fix") == nil)
    for state in [[UInt8](), [1], [UInt8](repeating: 7, count: 100_000)] {
      try storage.store(state, for: "fix")
      #expect(try FileStorage(folder.path).load("fix") == state)
    }
    try storage.store([2], for: "other")
    #expect(try storage.load("fix")?.count == 100_000)
    #expect(try names == ["fix.state", "other.state"])
  }

  @Test func `keys of any text stay in the folder, each with a file of its own`() throws {
    let keys = [
      "", ".", "..", "../fix", "/etc/passwd", "a/b", "a%2fb", "a b", "fix", "fix.state", "fix\0",
      "fix.state.damaged", "fix.state.new", "é", "\u{65}\u{301}", "\n",
      String(repeating: "x", count: 200),
    ]
    for (index, key) in keys.enumerated() { try storage.store([UInt8(index)], for: key) }
    for (index, key) in keys.enumerated() { #expect(try storage.load(key) == [UInt8(index)]) }
    #expect(try names.count == keys.count)
    #expect(try names.allSatisfy { $0.hasSuffix(".state") })
    #expect(throws: LocationError.self) {
      try storage.store([], for: String(repeating: "x", count: 300))
    }
  }

  @Test func `a folder that is not there is made, with those above it, for its user alone`() throws
  {
    let path = folder.path + "/state/of/mine"
    let missing = FileStorage(path)
    #expect(try missing.load("fix") == nil)
    try missing.store([1], for: "fix")
    #expect(try missing.load("fix") == [1])
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test func `a folder that is none is reported`() throws {
    try put([], "file")
    let none = FileStorage(folder.path + "/file")
    #expect(throws: LocationError.self) { try none.load("fix") }
    #expect(throws: LocationError.self) { try none.store([1], for: "fix") }
  }

  @Test func `every cut and every flipped bit is set aside, reported, and then absent`() throws {
    try storage.store(Array(0..<50), for: "fix")
    let whole = try #require(bytes())
    var damaged = (0..<whole.count).map { Array(whole[..<$0]) }
    damaged += whole.indices.flatMap { index in
      (0..<8).map { bit in
        var flipped = whole
        flipped[index] ^= 1 << UInt8(bit)
        return flipped
      }
    }
    damaged += [whole + [0], whole + whole]
    for content in damaged {
      try put(content)
      #expect(isRefused())
      #expect(bytes("fix.state.damaged") == content)
      #expect(try storage.load("fix") == nil)
    }
    #expect(try names == ["fix.state.damaged"])
    try storage.store([1], for: "fix")
    #expect(try storage.load("fix") == [1])
  }

  @Test func `random bytes, also behind a right mark, are set aside and reported`() throws {
    var random = SplitMix(seed: 21)
    try storage.store([], for: "fix")
    let mark = try #require(bytes()).prefix(5)
    for round in 0..<2000 {
      let length = Int.random(in: 0...200, using: &random)
      let noise = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let content = round.isMultiple(of: 2) ? noise : mark + noise
      try put(content)
      #expect(isRefused())
      #expect(bytes("fix.state.damaged") == content)
      #expect(try storage.load("fix") == nil)
    }
  }

  @Test func `what is too long or no file is set aside unread`() throws {
    try put([])
    let file = try FileHandle(forWritingTo: URL(filePath: folder.path + "/fix.state"))
    try file.truncate(atOffset: UInt64(FileStorage.limit) + 100)
    try file.close()
    #expect(isRefused())
    #expect(try storage.load("fix") == nil)
    try folder.remove("fix.state.damaged")
    #expect(mkfifo(folder.path + "/fix.state", 0o600) == 0)
    #expect(isRefused())
    #expect(try storage.load("fix") == nil)
    try folder.write("", to: "other.state/inner")
    #expect(isRefused("other"))
    #expect(try storage.load("other") == nil)
    #expect(throws: LocationError.self) {
      try storage.store([UInt8](repeating: 0, count: FileStorage.limit + 1), for: "fix")
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a pipe or a link where a state is written makes way, and a folder is told of`() throws {
    #expect(mkfifo(folder.path + "/fix.state.new", 0o600) == 0)
    try storage.store([1], for: "fix")
    #expect(try storage.load("fix") == [1])
    try folder.write("theirs", to: "precious")
    try folder.link("precious", to: "fix.state.new")
    try storage.store([2], for: "fix")
    #expect(try storage.load("fix") == [2])
    #expect(bytes("precious") == Array("theirs".utf8))
    try folder.write("", to: "fix.state.new/inner")
    do throws(LocationError) {
      try storage.store([3], for: "fix")
      Issue.record("it cannot be stored")
    } catch {
      #expect(error.cause?.explanation.contains("a directory has this name") == true)
    }
    #expect(try storage.load("fix") == [2])
  }

  @Test func `a link to nothing in the place of a state is set aside and reported`() throws {
    try folder.link("/nowhere", to: "fix.state")
    #expect(isRefused())
    #expect(try storage.load("fix") == nil)
    try storage.store([1], for: "fix")
    #expect(try storage.load("fix") == [1])
  }

  @Test func `threads that store and load at a time see whole states`() async throws {
    try storage.store(SelfDescribingState.bytes(1), for: "fix")
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask { [storage] in
          for round in 0..<50 {
            if worker < 2 {
              try? storage.store(SelfDescribingState.bytes(worker * 100 + round), for: "fix")
            } else {
              let state = try? storage.load("fix")
              #expect(state.flatMap(SelfDescribingState.number) != nil)
            }
          }
        }
      }
    }
    #expect(try names == ["fix.state"])
  }
}

/// States that grow, and tell whether they are whole.
enum SelfDescribingState {
  static func bytes(_ number: Int) -> [UInt8] {
    var random = SplitMix(seed: UInt64(number))
    var bytes = withUnsafeBytes(of: Int64(number).littleEndian) { [UInt8]($0) }
    for _ in 0..<number { withUnsafeBytes(of: random.next()) { bytes += $0 } }
    return bytes
  }

  /// `nil` for anything but what `bytes` made.
  static func number(_ state: [UInt8]) -> Int? {
    guard state.count >= 8, state.count.isMultiple(of: 8) else { return nil }
    let number = state.count / 8 - 1
    return bytes(number) == state ? number : nil
  }
}
