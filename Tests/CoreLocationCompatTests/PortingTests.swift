import Foundation
import Testing

@Suite("Sources to be ported")
struct PortingTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")

  /// Runs the script; returns what it prints, without the folder, and its exit code.
  private func run(_ arguments: [String], in folder: URL? = nil) throws -> (String, Int32) {
    let script = Process()
    script.executableURL = root.appending(path: "scripts/port-core-location.sh")
    script.arguments = arguments
    script.currentDirectoryURL = folder
    let output = Pipe()
    script.standardOutput = output
    script.standardError = FileHandle.nullDevice
    try script.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    script.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), script.terminationStatus)
  }

  private func sources(_ text: String) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(to: folder.appending(path: "A.swift"), atomically: true, encoding: .utf8)
    return folder
  }

  @Test(
    "each hindrance is found in its line",
    arguments: [
      "import MapKit.MKAnnotation", "public import UIKit", "#if os(iOS) || os(macOS)",
      "  @objc func tick() {}", "manager.observe(\\.location) { _, _ in }",
      "func locationManager(_ m: CLLocationManager!, didUpdateLocations l: [AnyObject]!) {}",
      "func locationManager(_ m: CLLocationManager, didUpdateTo new: CLLocation, from old: CLLocation) {}",
      "func locationManager(_ m: CLLocationManager, didEnterRegion r: CLRegion, forRegion region: CLRegion) {}",
      "manager.startMonitoringLocationPushes { _, _ in }",
    ])
  func found(line: String) throws {
    let folder = try sources("import CoreLocation\n\(line)\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (words, status) = try run(["."], in: folder)
    #expect(status == 1)
    #expect(words.hasPrefix("./A.swift:2: ") && words.split(separator: "\n").count == 1)
    // The article has the same words.
    let article = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/CoreLocationCompat.md"),
      encoding: .utf8)
    let parts = words.dropLast().split(separator: ": ", maxSplits: 2)
    #expect(article.contains("| \(parts[1]) | \(parts[2]) |"))
  }

  @Test(
    "what does no harm is not found",
    arguments: [
      "// import UIKit", "import CoreLocation.CLLocation", "#if !os(watchOS)",
      "#if os(macOS) || os(Linux)",
      "#if canImport(UIKit)\nimport UIKit\n#endif", "let observer = UIKitten()",
      "func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) {}",
    ])
  func harmless(line: String) throws {
    let folder = try sources("import CoreLocation\n\(line)\n")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run(["."], in: folder) == ("", 0))
  }

  @Test("a delegate method that only a subclass has is found, and one that is overridden is not")
  func inherited() throws {
    let folder = try sources(
      """
      class Base: NSObject, CLLocationManagerDelegate {
        func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) {}
      }
      class Middle: Base {}
      final class Last: Middle {
        override func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) {}
        func locationManager(_ m: CLLocationManager, didEnterRegion region: CLRegion) {}
      }
      class Other: NSObject {
        func locationManager(_ m: CLLocationManager, didExitRegion region: CLRegion) {}
      }
      extension Other: CLLocationManagerDelegate {}

      """)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (words, status) = try run(["."], in: folder)
    #expect(status == 1)
    #expect(
      words.hasPrefix("./A.swift:7: a class inherits") && words.split(separator: "\n").count == 1,
      "\(words)")
    let article = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn.docc/CoreLocationCompat.md"),
      encoding: .utf8)
    let parts = words.dropLast().split(separator: ": ", maxSplits: 2)
    #expect(article.contains("| \(parts[1]) | \(parts[2]) |"))
  }

  @Test("wrong arguments are told from findings")
  func arguments() throws {
    #expect(try run([]).1 == 64)
    #expect(try run(["/does/not/exist"]).1 == 64)
    let (help, status) = try run(["--help"])
    #expect(status == 0 && help.contains("port-core-location.sh FOLDER"))
  }
}
