import CairnHAL
import CairnSimulator
import CairnTypes
import Glibc

/// Where a simulated device is, and what its radios would receive there; a second at a time.
///
/// The same seed gives the same day. Surroundings are drawn from the mixture of the phase and last
/// for some 300 m, or for the whole of a stay. Errors of satellite fixes are correlated over 20 s,
/// those of Wi-Fi positions over 60 m.
struct DayWorld {
  private static let surroundingsLast = 300.0
  private static let satelliteCorrelation = 20.0
  private static let wifiCorrelation = 60.0
  /// Seconds: the mean length of an outage while tracking.
  private static let outage = 8.0

  /// Metres east and north of where the day begins.
  private(set) var (x, y) = (0.0, 0.0)
  private(set) var speed = 0.0
  private(set) var surroundings = Surroundings.indoor
  /// Whether a receiver that is on has a fix.
  private(set) var hasSatellites = true
  /// The cell that serves the device, and metres to its site.
  private(set) var (cell, cellX, cellY) = (0, 0.0, 0.0)

  private var random: SeededGenerator
  private var kind = DayPhase.Kind.standing
  private var (course, legLeft, pause, pace) = (0.0, 0.0, 0, 0.0)
  private var surroundingsLeft = 0.0
  private var cellLeft = 0.0
  private let cellRadius: Double
  private var (satelliteX, satelliteY) = (0.0, 0.0)
  private var (wifiX, wifiY) = (0.0, 0.0)
  private var sinceScan = Double.infinity

  /// - Parameters:
  ///   - seed: the same one gives the same day.
  ///   - cellRadius: metres, 68 %: the distance to a cell's site.
  init(seed: UInt64, cellRadius: Double) {
    random = SeededGenerator(seed: seed)
    self.cellRadius = cellRadius
    (satelliteX, satelliteY) = (random.nextNormal(), random.nextNormal())
    changeCell()
  }

  /// Starts another phase of the day.
  mutating func begin(_ kind: DayPhase.Kind) {
    self.kind = kind
    surroundingsLeft = 0
    (legLeft, pause) = (0, 0)
  }

  /// Passes a second.
  mutating func pass() {
    move()
    sinceScan += speed
    surroundingsLeft -= kind == .standing ? 0 : max(speed, 0.1)
    if surroundingsLeft <= 0 { changeSurroundings() }
    cellLeft -= speed
    if cellLeft <= 0 { changeCell() }
    let share = exp(-1 / Self.satelliteCorrelation)
    let rest = (1 - share * share).squareRoot()
    satelliteX = share * satelliteX + rest * random.nextNormal()
    satelliteY = share * satelliteY + rest * random.nextNormal()
    let availability = surroundings.signals.satelliteAvailability
    let change =
      hasSatellites
      ? (availability > 0 ? (1 - availability) / availability / Self.outage : 1) : 1 / Self.outage
    if random.nextUnit() < min(1, change) { hasSatellites = !hasSatellites && availability > 0 }
  }

  /// A satellite fix; `deviation` in metres is the receiver's own, `factor` that of its accuracy.
  mutating func satelliteFix(deviation: Double, factor: Double) -> SchedulerFix {
    let here = surroundings.signals.satelliteDeviation
    let error = factor * (here * here - 1.5 * 1.5 + 0.36 * deviation * deviation).squareRoot()
    return fix(
      satelliteX * error, satelliteY * error,
      radius: 1.51 * error * exp(0.2 * random.nextNormal()),
      speed: max(0, speed + 0.1 * random.nextNormal()))
  }

  /// The result of a Wi-Fi scan; `nil` if no network with a known place answers.
  mutating func wifiFix() -> SchedulerFix? {
    let signals = surroundings.signals
    guard random.nextUnit() < signals.wifiAvailability else { return nil }
    let share = exp(-sinceScan / Self.wifiCorrelation)
    let rest = (1 - share * share).squareRoot()
    wifiX = share * wifiX + rest * random.nextNormal()
    wifiY = share * wifiY + rest * random.nextNormal()
    sinceScan = 0
    func error(_ place: Double) -> Double {
      signals.wifiDeviation * (0.8 * place + 0.6 * random.nextNormal())
    }
    return fix(
      error(wifiX), error(wifiY),
      radius: 1.51 * signals.wifiDeviation * exp(0.2 * random.nextNormal()), speed: nil)
  }

  /// The site of the serving cell.
  func cellFix() -> SchedulerFix? {
    guard surroundings != .tunnel else { return nil }
    return fix(cellX - x, cellY - y, radius: cellRadius, speed: nil)
  }

  /// Seconds until a receiver has a fix that starts now in `base` seconds under the open sky; `nil`
  /// if it finds nothing here.
  mutating func timeToFix(_ base: Double) -> Double? {
    let signals = surroundings.signals
    guard random.nextUnit() < signals.startProbability else { return nil }
    return base * signals.startFactor * (0.7 - 0.3 * log(1 - random.nextUnit())) + 0.5
  }

  /// Metres between a position and the device.
  func distance(to position: Coordinate) -> Double {
    let (east, north) = Self.plane(position)
    return hypot(east - x, north - y)
  }

  // MARK: - How it goes on

  private mutating func move() {
    guard kind != .standing else {
      speed = 0
      return
    }
    if pause > 0 {
      pause -= 1
      speed = 0
      return
    }
    if legLeft <= 0 {
      legLeft = -kind.leg * log(1 - random.nextUnit())
      course += [-1, 0, 0, 1][Int(random.nextUnit() * 4)] * .pi / 2 + 0.2 * random.nextNormal()
      pace = kind.speed * random.next(in: 0.6...1.4)
      if random.nextUnit() < 0.3 { pause = Int(random.next(in: 5...40)) }
    }
    course += 0.02 * random.nextNormal()
    speed += (pace - speed) / 3
    legLeft -= speed
    x += speed * sin(course)
    y += speed * cos(course)
  }

  private mutating func changeSurroundings() {
    surroundingsLeft = -Self.surroundingsLast * log(1 - random.nextUnit()) + 1
    var draw = random.nextUnit()
    for part in kind.surroundings.parts {
      surroundings = part.surroundings
      draw -= part.share
      if draw < 0 { return }
    }
  }

  private mutating func changeCell() {
    cell += 1
    cellLeft = cellRadius * random.next(in: 0.5...2)
    (cellX, cellY) = (
      x + cellRadius / 1.51 * random.nextNormal(), y + cellRadius / 1.51 * random.nextNormal()
    )
  }

  // MARK: - The plane

  private static let metresPerDegree = 111_320.0

  private func fix(_ east: Double, _ north: Double, radius: Double, speed: Double?) -> SchedulerFix
  {
    SchedulerFix(
      coordinate: Coordinate(
        latitude: (y + north) / Self.metresPerDegree, longitude: (x + east) / Self.metresPerDegree),
      horizontalAccuracy: radius, speed: speed)
  }

  private static func plane(_ position: Coordinate) -> (east: Double, north: Double) {
    (position.longitude * metresPerDegree, position.latitude * metresPerDegree)
  }
}
