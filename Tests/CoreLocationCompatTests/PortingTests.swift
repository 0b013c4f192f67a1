import Foundation
import Testing

@Suite("Sources to be ported")
struct PortingTests {
  private let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
  private var script: URL { root.appending(path: "scripts/port-core-location.sh") }

  /// Runs the script; returns what it prints, and its exit code. Only above 1 does it write to
  /// standard error.
  private func run(
    _ arguments: [String], in folder: URL? = nil, script: URL? = nil
  ) throws -> (String, Int32) {
    let process = Process()
    process.executableURL = script ?? self.script
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let (output, complaints) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = complaints
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try complaints.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(
      complaint.isEmpty == (process.terminationStatus <= 1),
      "\(String(decoding: complaint, as: UTF8.self))")
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  private func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// What the script says of a file A.swift with this text.
  private func findings(_ text: String) throws -> (String, Int32) {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try text.write(to: folder.appending(path: "A.swift"), atomically: true, encoding: .utf8)
    return try run(["."], in: folder)
  }

  /// Whether the article has the words of a finding.
  private func isInArticle(_ finding: String) throws -> Bool {
    let article = try String(
      contentsOf: root.appending(path: "Sources/Cairn/Cairn/Cairn.docc/CoreLocationCompat.md"),
      encoding: .utf8)
    let parts = finding.dropLast().split(separator: ": ", maxSplits: 2)
    return article.contains("| \(parts[1]) | \(parts[2]) |")
  }

  @Test(
    "each hindrance is found in its line",
    arguments: [
      "import MapKit.MKAnnotation", "public import UIKit", "#if os(iOS) || os(macOS)",
      "  @objc func tick() {}", "let tick = Selector(\"tick\")", "class Model: ObservableObject {}",
      "let words = DateComponentsFormatter()", "manager.observe(\\.location) { _, _ in }",
      "func locationManager(_ m: CLLocationManager!, didUpdateLocations l: [AnyObject]!) {}",
      "func locationManager(_ m: CLLocationManager, didUpdateTo new: CLLocation, from old: CLLocation) {}",
      "func locationManager(_ m: CLLocationManager, didEnterRegion r: CLRegion, forRegion region: CLRegion) {}",
      "func locationManager(manager: CLLocationManager, didUpdateLocations l: [CLLocation]) {}",
      "func locationManager(\n  _ m: CLLocationManager!,\n  didFailWithError error: NSError!\n) {}",
      "func mapView(_ map: MKMapView, didSelect annotation: any MKAnnotation) {}",
      "let map = MKMapView(frame: .zero)",
    ])
  func found(line: String) throws {
    let (words, status) = try findings("import CoreLocation\n\(line)\n")
    #expect(status == 1)
    #expect(words.hasPrefix("./A.swift:2: ") && words.split(separator: "\n").count == 1)
    #expect(try isInArticle(words))
  }

  @Test(
    "frameworks that Linux does not have are found, however they are imported",
    arguments: [
      "import BackgroundTasks", "import UserNotifications", "import WidgetKit",
      "import WatchConnectivity", "import Network", "import CryptoKit", "import OSLog",
      "import CoreLocationUI", "import Darwin", "import class UIKit.UIView",
      "import struct SwiftUI.Color", "import os.log", "@preconcurrency import Combine",
      "@_exported import CoreGraphics", "@_spi(Parts) internal import CoreBluetooth",
    ])
  func framework(line: String) throws {
    let (words, status) = try findings("\(line)\nimport CoreLocation\n")
    #expect(status == 1)
    #expect(words.hasPrefix("./A.swift:1: a framework ") && words.split(separator: "\n").count == 1)
    #expect(try isInArticle(words))
  }

  @Test(
    "symbols that the products do not have are found",
    arguments: [
      (
        "manager.requestHistoricalLocations(purposeKey: key, sampleCount: 3) { _, _ in }",
        "requestHistoricalLocations is not in CoreLocationCompat: no history is kept"
      ),
      (
        "manager.startMonitoringLocationPushes { _, _ in }",
        "startMonitoringLocationPushes is not in CoreLocationCompat: there is no push service"
      ),
      (
        "manager.startMonitoring(for: region, desiredAccuracy: 10)",
        "startMonitoring with desiredAccuracy is not in CoreLocationCompat: obsolete since iOS 6"
      ),
      (
        "let region = CLRegion(circularRegionWithCenter: centre, radius: 5, identifier: name)",
        "CLRegion with circularRegionWithCenter is not in CoreLocationCompat: "
          + "obsolete since iOS 7: CLCircularRegion"
      ),
      (
        "let search = MKLocalSearch(request: request)",
        "MKLocalSearch is not in MapKitCompat: put its use into #if !os(Linux)"
      ),
      (
        "let view: MKAnnotationView?",
        "MKAnnotationView is not in MapKitCompat: put its use into #if !os(Linux)"
      ),
      ("item.openInMaps()", "openInMaps is not in MapKitCompat: put its use into #if !os(Linux)"),
      (
        "let store = CNContactStore()",
        "CNContactStore is not in ContactsCompat: put its use into #if !os(Linux)"
      ),
    ])
  func absent(line: String, words: String) throws {
    let text = "import CoreLocation\nimport MapKit\nimport Contacts\n\(line)\n"
    #expect(try findings(text) == ("./A.swift:4: \(words)\n", 1))
  }

  @Test(
    "what does no harm is not found",
    arguments: [
      "// import UIKit", "/*\nimport UIKit\n*/", "import CoreLocation.CLLocation",
      "import class MapKit.MKMapView", "import UIKitten", "#if !os(watchOS)",
      "#if os(macOS) || os(Linux)", "#if canImport(UIKit)\nimport UIKit\n#endif",
      "let observer = UIKitten()", "manager.startMonitoring(for: region)",
      "func locationManager(_ m: CLLocationManager, didUpdateLocations l: [CLLocation]) {}",
      "func locationManager(\n  _: CLLocationManager,\n  didFailWithError error: any Error\n) {}",
      "func mapView(_ map: MKMapView, regionDidChangeAnimated animated: Bool) {}",
      "import MapKit\nlet map = MKMapView()  // without an MKMapItem",
      "import MapKit\nmap.addOverlay(MKCircle(center: here, radius: 5))",
      "import MapKit\nstruct MKOwn {}\nlet own = MKOwn()", "let ring = MKRing()",
      "import MapKit\nlet MKOwnMost = 3.0\nlet most = MKOwnMost",
    ])
  func harmless(line: String) throws {
    #expect(try findings("import CoreLocation\n\(line)\n") == ("", 0))
  }

  @Test("what #if leaves out on Linux is not looked at")
  func branches() throws {
    let (words, _) = try findings(
      """
      #if os(iOS)
      import UIKit
      #endif
      #if canImport(CoreLocation)
      import Vision
      #elseif canImport(UIKit)
      import Speech
      #else
      import Photos
      #endif
      #if DEBUG && canImport(CryptoKit)
      import Foundation
      import CryptoKit
      #elseif !canImport(Glibc)
      import Darwin
      #else
      #if !os(Linux)
      import Security
      #endif
      import Metal
      #endif

      """)
    let lines = words.split(separator: "\n").map { $0.split(separator: ":")[1] }
    #expect(lines == ["1", "5", "9", "20"])
  }

  @Test("a delegate method that only a subclass has is found, and one that is overridden is not")
  func inherited() throws {
    let (words, status) = try findings(
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
    #expect(status == 1)
    #expect(
      words.hasPrefix("./A.swift:7: a class inherits") && words.split(separator: "\n").count == 1,
      "\(words)")
    #expect(try isInArticle(words))
  }

  @Test("wrong arguments are told from findings")
  func arguments() throws {
    #expect(try run([]).1 == 64)
    #expect(try run(["/does/not/exist"]).1 == 64)
    let (help, status) = try run(["--help"])
    #expect(status == 0 && help.contains("port-core-location.sh FOLDER"))
  }

  @Test("a folder without sources is fine, and the script needs its checkout")
  func surroundings() throws {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(try run(["."], in: folder) == ("", 0))
    let copy = folder.appending(path: "copy.sh")
    try FileManager.default.copyItem(at: script, to: copy)
    #expect(try run(["."], in: folder, script: copy) == ("", 66))
  }
}
