import CairnFiles
import CairnJSON
import CairnRadio
import CairnTypes
import CairnWireless
import CommandSupport

/// Where a scan was made.
struct ScanPosition {
  enum Source: String { case wifi, cell, area, online }

  let coordinate: Coordinate
  /// Metres, 68 %.
  let accuracy: Double
  let source: Source
  /// Number of access points or cells that gave it.
  let used: Int

  var words: String {
    switch source {
    case .wifi: counted(used, "access point")
    case .cell: counted(used, "cell")
    case .area: "the area of a cell"
    case .online: "a service"
    }
  }
}

/// Why a scan gives no position.
struct NoPosition: Error { let text: String }

/// A scan in a file.
struct ScanFile {
  private static let maximumSize = 4 << 20
  /// When the scan was made, on a clock of its own.
  private static let now = MonotonicTime(nanoseconds: 2_000_000_000_000_000)

  private var sightings: [AccessPointSighting] = []
  private var cells: [CellSighting] = []

  /// Reads a file.
  ///
  /// - Parameter path: `-` reads standard input.
  /// - Throws: a one-line message that says what to do.
  init(path: String) throws(CommandFailure) {
    let name = path == "-" ? "standard input" : path
    let bytes = CSVLine.withoutMark(
      try CaptureInput.whole(path, limit: Self.maximumSize, progress: terminalProgress)[...])
    let value: JSONValue
    do throws(JSONFailure) { value = try JSONReader.value(of: bytes) } catch {
      throw CommandFailure(
        message:
          "\(name) is not JSON: \(error.reason) expected at byte \(error.column); see cairn help radio locate"
      )
    }
    guard value["wifiAccessPoints"] != nil || value["cellTowers"] != nil else {
      throw CommandFailure(
        message: "\(name) has neither wifiAccessPoints nor cellTowers: see cairn help radio locate")
    }
    for entry in JSONRadios.accessPoints(in: value) {
      switch entry {
      case .failure(let error): complain("\(name): an access point is left out: \(error.reason)")
      case .success(let heard): add(heard)
      }
    }
    for entry in JSONRadios.cells(in: value) {
      switch entry {
      case .failure(let error): complain("\(name): a cell is left out: \(error.reason)")
      case .success(let heard): add(heard)
      }
    }
  }

  private mutating func add(_ heard: JSONRadios.AccessPoint) {
    sightings.append(
      AccessPointSighting(
        // Services want no names: one that is not there is not hidden.
        bssid: heard.bssid, ssid: heard.ssid ?? SSID("?".utf8), signal: heard.signal ?? -85,
        time: Self.now - heard.age))
  }

  private mutating func add(_ heard: JSONRadios.Cell) {
    cells.append(
      CellSighting(
        identity: heard.identity, isServing: heard.isServing, signal: heard.signal,
        timingAdvance: heard.timingAdvance, time: Self.now - heard.age))
  }

  /// Asks a service, and waits for its answer.
  func locate(by service: GeolocationService) -> Result<ScanPosition, NoPosition> {
    let scan = WiFiScan(sightings: sightings, time: Self.now)
    guard let request = GeolocateRequest(scan, cells, at: Self.now) else {
      return .failure(
        NoPosition(text: "neither a cell nor two access points may be looked up: nothing was sent"))
    }
    switch ServiceConnection(service).post(request.json) {
    case .answer(let found):
      return .success(
        ScanPosition(
          coordinate: found.coordinate, accuracy: found.horizontalAccuracy, source: .online,
          used: request.accessPoints.count + request.cells.count))
    case .unknown: return .failure(NoPosition(text: "the service knows nothing of the scan"))
    case .refused(let reason), .failed(let reason, _):
      return .failure(NoPosition(text: "the service gives none: \(reason)"))
    }
  }

  /// Returns the position that access points give, or else cells, or why there is none.
  func locate(in packs: PackList) -> Result<ScanPosition, NoPosition> {
    var reasons: [String] = []
    let scan = WiFiScan(sightings: sightings, time: Self.now)
    do throws(WiFiPositionFailure) {
      let found = try WiFiPositioner().position(
        of: scan, at: Self.now, isMoving: false, from: packs)
      return .success(
        ScanPosition(
          coordinate: found.coordinate, accuracy: found.horizontalAccuracy, source: .wifi,
          used: found.networks))
    } catch {
      if !sightings.isEmpty { reasons.append(error.words) }
    }
    do throws(CellPositionFailure) {
      let found = try CellPositioner.position(of: cells, at: Self.now, from: packs)
      return .success(
        ScanPosition(
          coordinate: found.coordinate, accuracy: found.horizontalAccuracy,
          source: found.isArea ? .area : .cell, used: found.cells))
    } catch {
      if !cells.isEmpty { reasons.append(error.words) }
    }
    return .failure(
      NoPosition(text: reasons.isEmpty ? "the scan is empty" : reasons.joined(separator: "; ")))
  }
}

extension WiFiPositionFailure {
  fileprivate var words: String {
    switch self {
    case .nothingHeard: "all access points were heard more than 30 s ago"
    case .noneEligible(let heard):
      "none of \(counted(heard, "access point")) may be looked up: phones, hidden ones or owners who opted out"
    case .noneKnown(let lookedUp): "none of \(counted(lookedUp, "access point")) is known"
    case .onlyOneKnown(let lookedUp):
      "only one of \(counted(lookedUp, "access point")) is known, and two have to agree"
    case .disagreement(let known): "no two of \(known) known access points are near each other"
    @unknown default: "\(self)"
    }
  }
}

extension CellPositionFailure {
  fileprivate var words: String {
    switch self {
    case .nothingHeard: "all cells were heard more than 30 s ago"
    case .noneIdentified(let heard): "none of \(counted(heard, "cell")) has an identity"
    case .noneKnown(let lookedUp): "none of \(counted(lookedUp, "cell")) is known, nor its area"
    @unknown default: "\(self)"
    }
  }
}
