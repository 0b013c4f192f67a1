import CairnTestSupport
import Foundation
import Testing

@Suite("A disk that is full", .timeLimit(.minutes(15)))
struct FullDiskTests {
  /// A table of fixes, a file of regions, a recording, and the lines that it decodes to.
  private static func files() throws -> [String: TemporaryFile] {
    let fixes = (0..<2000).map { "\($0 * 60),37.5,127.\($0 < 1000 ? 1 : 2),5\n" }.joined()
    return [
      "FIXES": try TemporaryFile(Array("t,lat,lon,hacc\n\(fixes)".utf8)),
      "REGIONS": try TemporaryFile(Array("identifier,lat,lon,radius\na,37.5,127.1,100\n".utf8)),
      "CAPTURE": try TemporaryFile(StoppedReaderTests.recording(10)),
      "LINES": try TemporaryFile(
        Array(#"{"protocol":"UBX","id":"MON-VER","fields":{}}"#.utf8) + [0x0A]),
    ]
  }

  @Test(arguments: [
    "cairn --help",
    "cairn decode CAPTURE", "cairn decode CAPTURE --format json",
    "cairn decode CAPTURE --format gpsd", "cairn encode LINES", "cairn filter --in FIXES",
    "cairn fence --regions REGIONS --in FIXES", "cairn visits --in FIXES",
    "cairn monitor --device file:CAPTURE", "cairn monitor --simulate m9 --duration 30",
    "cairn monitor --simulate m9 --json --duration 30",
    "cairn replay CAPTURE --speed max --no-wait",
    "cairn record --device file:CAPTURE", "hw-profile lint", "hw-profile show",
    "hw-profile show ublox-m9 --json", "hw-profile plan m8-gateway",
    "hw-profile compare m8-gateway m10-tracker", "hw-profile rules",
    "hw-profile watch --device /dev/no-receiver --duration 2",
    "hw-profile probe --device /dev/no-receiver --timeout 1",
  ])
  func `is told in words, with a failing exit code`(command: String) async throws {
    let files = try Self.files()
    let words = command.split(separator: " ").map { word in
      files.reduce(String(word)) { $0.replacing($1.key, with: $1.value.path) }
    }
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    defer { close(full) }
    let process = try Cairn.start(words, output: full)
    #expect(await process.end() == 1)
    let sentence = "cannot write to standard output: ENOSPC (No space left on device)"
    #expect(process.complaints.contains(sentence), "\(process.complaints)")
  }
}
