import CairnRadio
import CairnTestSupport
import CairnTypes

/// Packs for tests, whose content is known.
struct PackSample {
  var accessPoints: [(BSSID, KnownAccessPoint)] = []
  var cells: [(CellIdentity, KnownCell)] = []
  var areas: [(CellIdentity, KnownCell)] = []
  private var random: SplitMix

  /// - Parameters:
  ///   - count: number of access points; there are a tenth as many cells, and a few areas.
  ///   - seed: of the random numbers.
  init(_ count: Int, seed: UInt64 = 1) {
    random = SplitMix(seed: seed)
    var numbers: Set<UInt64> = []
    while numbers.count < count { numbers.insert(random.next() >> 24) }
    accessPoints = numbers.sorted().map { number in
      let accuracy = random.next() % 4 == 0 ? nil : Double(random.next() % 20_000) / 100
      return (
        AccessPoints.bssid(number), KnownAccessPoint(coordinate: place(), accuracy: accuracy)
      )
    }
    for number in 0..<count / 10 {
      let cell = UInt64(number) * 257 + 70_000
      if let identity = CellIdentity(
        number % 2 == 0 ? .lte : .wcdma, countryCode: 228, networkCode: 1, area: 7, cell: cell)
      {
        cells.append((identity, KnownCell(coordinate: place(), range: Double(number) * 13 + 1)))
      }
    }
    cells.sort { $0.0.key < $1.0.key }
    for area in 0..<UInt32(count / 100) {
      if let identity = CellIdentity(
        .gsm, countryCode: 450, networkCode: 5, area: area, cell: 0)
      {
        areas.append((identity, KnownCell(coordinate: place(), range: 20_000)))
      }
    }
  }

  var bytes: [UInt8] {
    get throws {
      var writer = RadioPackWriter(day: 20_782)
      var bytes: [UInt8] = []
      for (bssid, known) in accessPoints {
        try writer.add(bssid, known)
        if writer.pendingCount > 1000 { bytes += writer.takeBytes() }
      }
      for (identity, known) in cells { try writer.add(identity, known) }
      for (identity, known) in areas { try writer.addArea(of: identity, known) }
      let (rest, header) = writer.finish()
      bytes += rest
      bytes.replaceSubrange(..<header.count, with: header)
      return bytes
    }
  }

  private mutating func place() -> Coordinate {
    Coordinate(
      latitude: Double(random.next() % 18_000_001) / 1e5 - 90,
      longitude: Double(random.next() % 36_000_001) / 1e5 - 180)
  }
}
