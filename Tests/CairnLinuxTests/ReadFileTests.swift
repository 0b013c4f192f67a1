import CairnLinux
import CairnTestSupport
import Foundation
import Testing

@Suite("Files that others write", .timeLimit(.minutes(15)))
struct ReadFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cause(_ path: String, limit: Int = 100) -> FileFailure.Cause? {
    do throws(FileFailure) { _ = try readFile(path, limit: limit) } catch { return error.cause }
    return nil
  }

  @Test func `a file is read as a whole up to its limit, and refused beyond it`() throws {
    for size in [0, 1, 4095, 4096, 4097, 100_000] {
      try folder.write(String(repeating: "x", count: size), to: "file")
      #expect(try readFile(folder.path + "/file", limit: size).count == size)
      guard size > 0 else { continue }
      #expect(cause(folder.path + "/file", limit: size - 1) == .tooLarge(limit: size - 1))
    }
  }

  @Test func `a file that does not say its size is bounded all the same`() throws {
    #expect(try readFile("/proc/self/status", limit: 65_536).count > 100)
    #expect(cause("/proc/self/status", limit: 10) == .tooLarge(limit: 10))
  }

  @Test func `what is no file is refused at once and by its kind`() throws {
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(cause(folder.path + "/pipe") == .notRegular(.pipe))
    try folder.link("pipe", to: "link")
    #expect(cause(folder.path + "/link") == .notRegular(.pipe))
    #expect(cause("/dev/zero") == .notRegular(.device))
    #expect(cause(folder.path) == .notRegular(.directory))
  }

  @Test func `only a name that nothing has is absent`() throws {
    #expect(cause(folder.path + "/none") == .absent)
    try folder.link("none", to: "link")
    #expect(cause(folder.path + "/link") == .danglingLink)
    try folder.link("circle", to: "circle")
    #expect(cause(folder.path + "/circle") == .system(ELOOP))
    try folder.write("", to: "file")
    #expect(cause(folder.path + "/file/below") == .system(ENOTDIR))
  }

  @Test func `a file that this user may not read or reach is no absent one`() async throws {
    try folder.write("x", to: "closed/file")
    try folder.write("x", to: "secret")
    chmod(folder.path + "/closed", 0o600)
    chmod(folder.path + "/secret", 0)
    chmod(folder.path, 0o755)
    let path = folder.path
    let causes = await Nobody.run {
      ["/closed/file", "/secret"].map { name -> FileFailure.Cause? in
        do throws(FileFailure) { _ = try readFile(path + name, limit: 9) } catch {
          return error.cause
        }
        return nil
      }
    }
    #expect(causes == [.system(EACCES), .system(EACCES)])
    chmod(folder.path + "/closed", 0o700)
  }

  @Test func `a failure says what happened, where, and what to do`() {
    let failures: [(FileFailure, String)] = [
      (.init("/a", .danglingLink), "/a: this link leads to nothing; mend the link, or remove it"),
      (
        .init("/a", .notRegular(.pipe)),
        "/a: this is a named pipe, and no file; name a file"
      ),
      (
        .init("/a", .tooLarge(limit: 64 << 10)),
        "/a: there are more than 64 KiB, which is the limit; make it smaller"
      ),
      (
        .init("/a", .tooMany(limit: 1000)),
        "/a: there are more than 1000 files, which is the limit; remove some"
      ),
      (
        .init("/a", .system(EMFILE)),
        "/a: cannot be read: EMFILE (Too many open files); too many open files: raise `ulimit -n`"
      ),
    ]
    for (failure, text) in failures { #expect(failure.description == text) }
  }
}
