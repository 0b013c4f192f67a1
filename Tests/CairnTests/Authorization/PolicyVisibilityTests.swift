import CairnLinux
import CairnTestSupport
import CairnTypes
import CairnUpdates
import Glibc
import Testing

@testable import Cairn

/// What cannot be seen could hold a rule that denies: it never allows anything.
@Suite("Policy files that cannot be seen", .timeLimit(.minutes(15)))
struct PolicyVisibilityTests {
  private static let denied = "[default]\nstatus = denied"
  private static let allowed = "[default]\nstatus = always"

  /// Ways to hide a file of rules from whoever reads the folder.
  enum Obstacle: String, CaseIterable {
    case danglingLink, pipe, folder, circle, device, giant, tooMany, nameNotUTF8

    func put(in folder: TemporaryFolder) throws {
      let path = "\(folder.path)/policy.d/90.conf"
      switch self {
      case .danglingLink: try folder.link("/nowhere/rules", to: "policy.d/90.conf")
      case .pipe: try #require(mkfifo(path, 0o600) == 0)
      case .folder: try folder.write("", to: "policy.d/90.conf/inner")
      case .circle: try folder.link("90.conf", to: "policy.d/90.conf")
      case .device: try folder.link("/dev/zero", to: "policy.d/90.conf")
      case .giant: try folder.write(String(repeating: "#", count: 65_537), to: "policy.d/90.conf")
      case .tooMany:
        for number in 0..<5000 { try folder.link("10.conf", to: "policy.d/9\(number).conf") }
      case .nameNotUTF8:
        let name = Array("\(folder.path)/policy.d/9".utf8CString.dropLast())
        let whole = name + [CChar(bitPattern: 0xFF)] + Array(".conf".utf8CString)
        let descriptor = open(whole, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        close(descriptor)
      }
    }

    func remove(from folder: TemporaryFolder) throws {
      try folder.move("policy.d", to: "old-\(rawValue)")
      try folder.write(PolicyVisibilityTests.allowed, to: "policy.d/10.conf")
    }

    /// What the failure says.
    var cause: FileFailure.Cause {
      switch self {
      case .danglingLink: .danglingLink
      case .pipe: .notRegular(.pipe)
      case .folder: .notRegular(.directory)
      case .circle: .system(ELOOP)
      case .device: .notRegular(.device)
      case .giant: .tooLarge(limit: Defaults.policyFileBytes)
      case .tooMany: .tooMany(limit: Defaults.policyFiles)
      case .nameNotUTF8: .unreadableName
      }
    }
  }

  private func cause(_ policy: FilePolicy) -> FileFailure.Cause? {
    guard case .unreadable(let failure)? = policy.lastError else { return nil }
    return failure.cause
  }

  private func status(_ policy: FilePolicy) -> AuthorizationStatus {
    policy.authorization(for: ClientIdentity(name: "bus")).status
  }

  @Test(arguments: Obstacle.allCases)
  func `from the start it refuses everybody, until it is gone`(obstacle: Obstacle) async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.allowed, to: "policy.d/10.conf")
    try obstacle.put(in: folder)
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let policy = FilePolicy(folder: folder.path + "/policy.d", loop: loop) { _ in }
    #expect(await policy.isRead())
    #expect(status(policy) == .denied)
    #expect(cause(policy) == obstacle.cause)
    try obstacle.remove(from: folder)
    #expect(await Patience.wait { self.status(policy) == .authorizedAlways })
    #expect(policy.lastError == nil)
  }

  @Test(arguments: Obstacle.allCases)
  func `later it leaves the last good rules in force, and says why`(obstacle: Obstacle) async throws
  {
    let folder = try TemporaryFolder()
    try folder.write(Self.denied, to: "policy.d/10.conf")
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let policy = FilePolicy(folder: folder.path + "/policy.d", loop: loop) { _ in }
    #expect(await policy.isRead())
    #expect(status(policy) == .denied && policy.lastError == nil)
    try obstacle.put(in: folder)
    // What would allow everybody is not even looked at.
    try folder.write(Self.allowed, to: "policy.d/10.conf")
    #expect(await Patience.wait { self.cause(policy) != nil })
    #expect(cause(policy) == obstacle.cause)
    #expect(status(policy) == .denied)
  }

  @Test(arguments: ["policy.d", "."])
  func `a link to nothing as the folder, or above it, refuses everybody`(place: String) async throws
  {
    let folder = try TemporaryFolder()
    try folder.link("/nowhere/policy.d", to: "policy.d")
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let path = "\(folder.path)/policy.d" + (place == "." ? "/below" : "")
    let policy = FilePolicy(folder: path, loop: loop) { _ in }
    #expect(await policy.isRead())
    #expect(status(policy) == .denied)
    #expect(policy.lastError == .unreadable(FileFailure("\(folder.path)/policy.d", .danglingLink)))
  }

  @Test func `a folder that may be listed and not searched has no rules that hold`() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.denied, to: "policy.d/10.conf")
    chmod(folder.path, 0o755)
    chmod(folder.path + "/policy.d", 0o744)
    let path = folder.path + "/policy.d"
    let reading = await Nobody.run { PolicyRules.reading(path) }
    #expect(
      reading == .failure(.unreadable(FileFailure(path + "/10.conf", .system(EACCES)))))
    chmod(path, 0o755)
  }

  @Test func `files that are together larger than their limit refuse everybody`() async throws {
    let folder = try TemporaryFolder()
    let text = String(repeating: "# comment\n", count: 6500)
    for number in 0..<65 { try folder.write(text, to: "policy.d/\(number).conf") }
    let loop = try EventLoop()
    defer { loop.shutdown() }
    let policy = FilePolicy(folder: folder.path + "/policy.d", loop: loop) { _ in }
    #expect(await policy.isRead())
    #expect(cause(policy) == .tooLarge(limit: Defaults.policyBytes))
    #expect(status(policy) == .denied)
  }

  @Test func `what a link leads to is tried again when it may be there`() async throws {
    let folder = try TemporaryFolder()
    try folder.link(folder.path + "/elsewhere/rules", to: "policy.d/10.conf")
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    defer { loop.shutdown() }
    let policy = FilePolicy(folder: folder.path + "/policy.d", loop: loop) { _ in }
    #expect(await policy.isRead())
    #expect(status(policy) == .denied)
    // Where nobody watches.
    try folder.write(Self.allowed, to: "elsewhere/rules")
    let isAllowed = await Patience.wait {
      loop.advance(by: .seconds(1))
      return self.status(policy) == .authorizedAlways
    }
    #expect(isAllowed && policy.lastError == nil)
  }
}
