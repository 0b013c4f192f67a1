import CairnTestSupport
import Cairn
import CairnSimulator
import Foundation
import SystemTestSupport
import Testing

@testable import CairnProviders

/// A drive through Mountain View, recorded from a u-blox F9K, from the line to the delegate.
@Suite(
  "A real capture", .serialized,
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct CaptureTests {
  @Test("O208, A1: at its own pace every epoch is one call with the sentences' position")
  func ownPace() async throws {
    let capture = try Capture()
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 1_000_000_000)))
    defer { loop.shutdown() }
    let player = CapturePlayer(capture.bytes, loop: loop)
    let path = try await player.open()
    let provider = GNSSProvider(source: .address(.device(path)), loop: loop)
    let system = LocationSystem(providers: [provider], executor: loop)
    let manager = LocationManager(system: system, isolation: nil)
    let delegate = Recorder()
    manager.delegate = delegate
    manager.pausesLocationUpdatesAutomatically = false
    manager.configuration.isFiltered = false
    manager.startUpdatingLocation()
    try #require(await Patience.wait { await provider.isOpen })
    await player.start()
    while true {
      let progress = await player.progress
      // A burst is in the line: it is read before time goes on.
      try #require(await Patience.wait { await provider.bytesReceived == progress.bytes })
      manager.processPendingEvents()
      if progress.isFinished { break }
      loop.advance(by: .milliseconds(25))
    }
    loop.advance(by: .seconds(1))
    manager.processPendingEvents()
    compare(delegate.locations, capture)
    #expect(delegate.calls.allSatisfy { $0.count == 1 })
    #expect(manager.droppedLocationCount == 0)
    let diagnostics = await system.diagnostics()
    #expect(diagnostics.intake.rejected == 0)
    manager.stopUpdatingLocation()
    await player.stop()
  }

  @Test("O208: as fast as the line takes it, the same positions come in the same order")
  func fast() async throws {
    let capture = try Capture()
    // The player's own loop: it is faster than the system's.
    let loop = try EventLoop(name: "player")
    defer { loop.shutdown() }
    let player = CapturePlayer(capture.bytes, pace: .unpaced, loop: loop)
    let path = try await player.open()
    // A known speed: looking for it on a busy machine throws away what has come.
    let system = try LocationSystem(source: .address(.device(path), baudRate: 115_200))
    // A client on the system's own loop is called at once: it is never too slow.
    let client = LoopClient(system: system)
    await client.start()
    try #require(await Patience.wait { await client.isOpen })
    await player.start()
    try #require(await Patience.wait { await player.progress.isFinished })
    _ = await Patience.wait { await client.count >= capture.positions.count }
    compare(await client.stop(), capture)
    #expect(await system.diagnostics().intake.rejected == 0)
    await player.stop()
  }

  @Test("O208: a file is read to its end, with the same positions in the same order")
  func file() async throws {
    let capture = try Capture()
    let file = try Corpus.file("corpus/receivers/" + Capture.name)
    let system = try LocationSystem(source: .address(.file(file.path)))
    let client = LoopClient(system: system)
    await client.start()
    _ = await Patience.wait { await client.count >= capture.positions.count }
    compare(await client.stop(), capture)
    #expect(await system.diagnostics().intake.rejected == 0)
  }

  private func compare(_ locations: [Location], _ capture: Capture) {
    let found = locations.map(\.coordinate)
    #expect(found.count == capture.positions.count)
    let differences = zip(found, capture.positions).enumerated().filter { _, pair in
      abs(pair.0.latitude - pair.1.latitude) > 1e-9
        || abs(pair.0.longitude - pair.1.longitude) > 1e-9
    }
    #expect(differences.isEmpty, "first at epoch \(differences.first?.offset ?? -1)")
    let times = locations.map(\.time)
    #expect(zip(times.dropFirst(), times).allSatisfy { $0 > $1 })
  }
}

/// A client that lives beside the engine.
private actor LoopClient {
  private let loop: EventLoop
  private let system: LocationSystem
  private let delegate = Recorder()
  private var manager: LocationManager?

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(system: LocationSystem) {
    self.system = system
    loop = system.executor
  }

  var count: Int { delegate.locations.count }
  /// The provider has opened its device as soon as it is acquiring.
  var isOpen: Bool {
    get async {
      let health = await system.diagnostics().providers["gnss"]
      guard case .searching? = health?.lifecycle else { return false }
      return true
    }
  }

  func start() {
    let manager = LocationManager(system: system)
    manager.delegate = delegate
    manager.pausesLocationUpdatesAutomatically = false
    manager.configuration.isFiltered = false
    manager.startUpdatingLocation()
    self.manager = manager
  }

  /// Ends the service.
  ///
  /// - Returns: all that was delivered.
  func stop() -> [Location] {
    manager?.stopUpdatingLocation()
    manager = nil
    return delegate.locations
  }
}

/// The recording and what its lines say, read without Cairn's decoders.
private struct Capture {
  static let name = "google/mtv-f9k-drive-a.nmea"

  let bytes: [UInt8]
  /// One for each time of day that a valid GGA, or else RMC, has a position for.
  let positions: [Coordinate]

  init() throws {
    bytes = try Corpus.bytes(of: Self.name)
    var epochs: [(time: String, gga: Coordinate?, rmc: Coordinate?)] = []
    for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: "*")
      guard line.first == "$", parts.count == 2, let sum = UInt8(parts[1], radix: 16),
        parts[0].utf8.dropFirst().reduce(0, ^) == sum
      else { continue }
      let fields = parts[0].split(separator: ",", omittingEmptySubsequences: false)
      let kind = fields[0].suffix(3)
      guard kind == "GGA" || kind == "RMC" else { continue }
      let first = kind == "GGA" ? 2 : 3
      guard kind == "GGA" ? fields[6] != "0" : fields[2] == "A",
        let latitude = Self.degrees(fields[first], digits: 2, fields[first + 1] == "S"),
        let longitude = Self.degrees(fields[first + 2], digits: 3, fields[first + 3] == "W")
      else { continue }
      let place = Coordinate(latitude: latitude, longitude: longitude)
      if epochs.last?.time != String(fields[1]) { epochs.append((String(fields[1]), nil, nil)) }
      if kind == "GGA" {
        epochs[epochs.count - 1].gga = place
      } else {
        epochs[epochs.count - 1].rmc = place
      }
    }
    positions = epochs.compactMap { $0.gga ?? $0.rmc }
    try #require(positions.count > 900)
  }

  private static func degrees(_ text: Substring, digits: Int, _ isNegative: Bool) -> Double? {
    guard let whole = Double(text.prefix(digits)), let minutes = Double(text.dropFirst(digits))
    else { return nil }
    return (isNegative ? -1 : 1) * (whole + minutes / 60)
  }
}
