import CairnData
import CairnFiles
import CairnGeodesy
import CairnLinux
import CairnRadio
import CairnTypes
import CommandSupport
import Glibc
import Synchronization

/// Sorts and merges rows, and writes them as a pack.
struct PackBuilder: ~Copyable {
  /// Bytes that are written at once.
  static let pieceSize = 1 << 20

  private(set) var accessPoints = 0
  private(set) var cells = 0
  private(set) var areas = 0
  /// Access points that were left out because their rows are far apart.
  private(set) var moving = 0
  private(set) var byteCount = 0
  private let path: String
  private var writer: RadioPackWriter
  /// The pack beside its place, from `build` on.
  private var file: ReplacedFile?
  private let stop = StopFlag()

  /// - Parameter path: where the pack will be; it stays as it is until `build` has ended.
  init(path: String) {
    self.path = path
    writer = RadioPackWriter(day: time(nil) / 86_400)
  }

  /// Refuses to replace what is no pack, such as the table to import.
  ///
  /// - Throws: a one-line message that says what to do.
  static func checkPlace(_ path: String) throws(CommandFailure) {
    guard let file = try? PagedFile(path), file.count > 0 else { return }
    do throws(PackError) { _ = try RadioPack(file) } catch {
      guard error == .notAPack else { return }
      throw CommandFailure(
        message: "\(path) is not a pack, and stays: name another file, or remove it")
    }
  }

  /// Writes the pack and puts it in its place.
  ///
  /// A request to end, which before ends the program at once, is heeded after each piece, so that
  /// nothing of the pack is left beside its place.
  ///
  /// - Throws: a one-line message that says what to do; the file at the path is then as it was.
  mutating func build(_ rows: inout ImportedRows) throws(CommandFailure) {
    rows.accessPoints.sort { $0.key < $1.key }
    rows.cells.sort { $0.identity.key < $1.identity.key }
    let stop = stop
    let interrupt = Interrupt { stop.set() }
    defer { interrupt.end() }
    do throws(DeviceError) { file = try ReplacedFile(path) } catch { throw Self.failure(error) }
    // Deletes what is not in its place.
    defer { file = nil }
    try write(rows.accessPoints)
    let computed = try write(rows.cells)
    try write(areas: AreaTable.merged(computed, rows.areas))
    guard accessPoints + cells + areas > 0 else {
      throw CommandFailure(
        message: "there is nothing to import: \(rows.badRows) of \(rows.rows) rows are wrong, "
          + "\(rows.ineligible) must not be stored, and \(moving) access points move; "
          + "\(path) is as it was")
    }
    guard !stop.isSet else { throw Self.interrupted(path) }
    let (rest, header) = writer.finish()
    do throws(DeviceError) {
      byteCount += rest.count
      try file?.append(rest)
      try file?.overwriteStart(with: header)
      try file?.putInPlace()
    } catch {
      throw Self.failure(error)
    }
  }

  private mutating func write(_ rows: [AccessPointRow]) throws(CommandFailure) {
    var start = 0
    while start < rows.count {
      var end = start + 1
      while end < rows.count, rows[end].key == rows[start].key { end += 1 }
      defer { start = end }
      guard let bssid = BSSID(rawValue: rows[start].key) else { continue }
      guard let known = rows[start..<end].merged() else {
        moving += 1
        continue
      }
      accessPoints += 1
      try add { writer throws(PackError) in
        try writer.add(
          bssid, KnownAccessPoint(coordinate: known.place, accuracy: known.accuracy))
      }
    }
  }

  /// - Returns: the areas of the cells.
  private mutating func write(_ rows: [CellRow]) throws(CommandFailure) -> AreaTable {
    var table = AreaTable()
    var start = 0
    while start < rows.count {
      var end = start + 1
      let identity = rows[start].identity
      while end < rows.count, rows[end].identity.key == identity.key { end += 1 }
      defer { start = end }
      guard let known = rows[start..<end].merged() else { continue }
      cells += 1
      table.add(rows[end - 1].identity, known)
      try add { writer throws(PackError) in
        try writer.add(identity, KnownCell(coordinate: known.place, range: known.range))
      }
    }
    return table
  }

  private mutating func write(
    areas all: [(identity: CellIdentity, known: KnownCellRow)]
  ) throws(CommandFailure) {
    for (identity, known) in all {
      areas += 1
      try add { writer throws(PackError) in
        try writer.addArea(
          of: identity, KnownCell(coordinate: known.place, range: known.range))
      }
    }
  }

  private mutating func add(
    _ body: (inout RadioPackWriter) throws(PackError) -> Void
  ) throws(CommandFailure) {
    do throws(PackError) { try body(&writer) } catch {
      throw CommandFailure(message: "cannot make \(path): \(error)")
    }
    guard writer.pendingCount >= Self.pieceSize else { return }
    guard !stop.isSet else { throw Self.interrupted(path) }
    let bytes = writer.takeBytes()
    byteCount += bytes.count
    do throws(DeviceError) { try file?.append(bytes) } catch { throw Self.failure(error) }
  }

  static func interrupted(_ path: String) -> CommandFailure {
    CommandFailure(message: "interrupted; \(path) is as it was")
  }

  static func failure(_ error: DeviceError) -> CommandFailure {
    if error.operation == .open, error.code == EWOULDBLOCK {
      return CommandFailure(message: "another program is writing \(error.path): wait for its end")
    }
    if error.operation == .open, error.code == EISDIR || error.code == EBADMSG {
      return CommandFailure(
        message: "\(error.path) is not a regular file: name another one for the pack")
    }
    return RecordingFile.failure(error.path, error.code)
  }
}

/// Whether the user wants the program to end.
final class StopFlag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }
  func set() { value.store(true, ordering: .relaxed) }
}

/// The areas of cells: the mean of the places of their cells, and a range that holds them.
struct AreaTable {
  private var cells: [(identity: CellIdentity, known: KnownCellRow)] = []

  /// Adds a cell, if its area is known.
  mutating func add(_ identity: CellIdentity, _ known: KnownCellRow) {
    if identity.areaKey != nil { cells.append((identity, known)) }
  }

  /// Returns all areas in the order of their keys; a row takes the place of what cells give.
  static func merged(
    _ table: AreaTable, _ rows: [CellRow]
  ) -> [(identity: CellIdentity, known: KnownCellRow)] {
    var areas: [UInt64: (identity: CellIdentity, known: KnownCellRow)] = [:]
    var means: [UInt64: PlaceMean] = [:]
    for (identity, known) in table.cells {
      guard let key = identity.areaKey else { continue }
      means[key, default: PlaceMean(near: known.place)].add(known.place, weight: 1)
    }
    for (identity, known) in table.cells {
      guard let key = identity.areaKey, let center = means[key]?.coordinate else { continue }
      let reach = center.distance(to: known.place) + known.range
      let range = max(reach, areas[key]?.known.range ?? 0)
      areas[key] = (identity, (center, min(400_000, range)))
    }
    for row in rows {
      guard let key = row.identity.areaKey else { continue }
      areas[key] = (row.identity, (row.place.coordinate, Double(row.range)))
    }
    return areas.sorted { $0.key < $1.key }.map(\.value)
  }
}
