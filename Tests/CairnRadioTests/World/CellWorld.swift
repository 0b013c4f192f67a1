import CCairnMath
import CairnGeodesy
import CairnRadio
import CairnTestSupport
import CairnTypes

/// A simulated mobile network: sites of three sectors at random places, and a database that knows
/// each cell by the places where it was the strongest.
struct CellWorld: CellSource {
  private struct Sector {
    /// Metres.
    var east: Double
    /// Metres.
    var north: Double
    /// Direction of the antenna, in degrees from north.
    var azimuth: Double
    /// dB above the usual.
    var power: Double
  }

  private let half: Double
  private var sectors: [Sector] = []
  private var known: [UInt64: KnownCell] = [:]
  private var random: SplitMix

  private static let origin = Coordinate(latitude: 46.95, longitude: 7.43)
  private static let now = MonotonicTime(nanoseconds: 1_000_000_000)

  /// - Parameters:
  ///   - density: sites in a square kilometre.
  ///   - half: half the side of the square, in metres.
  ///   - observations: for each cell, on average.
  ///   - seed: decides everything that is random.
  init(density: Double, half: Double, observations: Int, seed: UInt64) {
    self.half = half
    random = SplitMix(seed: seed)
    for _ in 0..<random.poisson(density * 4 * half * half / 1e6) {
      let (east, north) = (random.uniform(-half, half), random.uniform(-half, half))
      let (turn, power) = (random.uniform(0, 120), 3 * random.normal())
      for azimuth in [turn, turn + 120, turn + 240] {
        sectors.append(Sector(east: east, north: north, azimuth: azimuth, power: power))
      }
    }
    var places = [[(east: Double, north: Double)]](repeating: [], count: sectors.count)
    for _ in 0..<sectors.count * observations {
      let place = (east: random.uniform(-half, half), north: random.uniform(-half, half))
      if let strongest = heard(place.east, place.north).first {
        places[strongest.sector].append(place)
      }
    }
    for (sector, places) in places.enumerated() where places.count >= 3 {
      let count = Double(places.count)
      let east = places.reduce(0) { $0 + $1.east } / count
      let north = places.reduce(0) { $0 + $1.north } / count
      let distances = places.map { cairn_hypot($0.east - east, $0.north - north) }.sorted()
      known[UInt64(sector)] = KnownCell(
        coordinate: Self.place(east, north), range: Rivals.percentile(distances, 0.95))
    }
  }

  func cell(_ identity: CellIdentity) -> KnownCell? { known[identity.cell] }

  /// Computes positions at random places.
  ///
  /// - Parameters:
  ///   - cells: most cells that a modem hears; those 12 dB below the strongest are not heard.
  ///   - hasAdvance: whether the modem knows the timing advance.
  ///   - places: number of places.
  /// - Returns: the median error in metres, and the share of errors within the stated radius.
  mutating func judge(
    cells: Int, hasAdvance: Bool, places: Int
  ) -> (error: Double, coverage: Double) {
    var errors: [Double] = []
    var within = 0
    for _ in 0..<places {
      // Away from the edge, behind which there are no sites.
      let east = random.uniform(-0.7 * half, 0.7 * half)
      let north = random.uniform(-0.7 * half, 0.7 * half)
      let heard = heard(east, north)
      guard let strongest = heard.first else { continue }
      let sightings = heard.prefix(cells).filter { $0.signal > strongest.signal - 12 }.map {
        let isServing = $0.sector == strongest.sector
        let (x, y) = (sectors[$0.sector].east - east, sectors[$0.sector].north - north)
        let steps = UInt16(min(1282, cairn_hypot(x, y) / 78.12))
        return CellSighting(
          identity: CellIdentity(
            .lte, countryCode: 228, networkCode: 1, area: 9, cell: UInt64($0.sector)),
          isServing: isServing, signal: $0.signal,
          timingAdvance: hasAdvance && isServing ? .lte(steps) : nil, time: Self.now)
      }
      guard let position = try? CellPositioner.position(of: sightings, at: Self.now, from: self)
      else { continue }
      let error = position.coordinate.distance(to: Self.place(east, north))
      errors.append(error)
      if error <= position.horizontalAccuracy { within += 1 }
    }
    return (WorldTrial.median(errors), Double(within) / Double(max(1, errors.count)))
  }

  /// Returns the sectors by their signal, the strongest first.
  private mutating func heard(
    _ east: Double, _ north: Double
  ) -> [(sector: Int, signal: Double)] {
    var shadow = 0.0
    var heard: [(sector: Int, signal: Double)] = []
    for (index, sector) in sectors.enumerated() {
      // The three sectors of a site share the shadow of its way.
      if index % 3 == 0 { shadow = 7 * random.normal() }
      let (x, y) = (east - sector.east, north - sector.north)
      let loss = 35 * cairn_log(max(30, cairn_hypot(x, y))) / cairn_log(10)
      let turn = cairn_fmod(cairn_atan2(x, y) * 180 / .pi - sector.azimuth + 900, 360) - 180
      let gain = -min(25, 12 * (turn / 65) * (turn / 65))
      let signal = -30 + sector.power - loss + shadow + gain + 3 * random.normal()
      heard.append((index, signal))
    }
    return heard.sorted { $0.signal > $1.signal }
  }

  private static func place(_ east: Double, _ north: Double) -> Coordinate {
    origin.moved(by: east, bearing: 90).moved(by: north, bearing: 0)
  }
}
