internal import CCairnMath
internal import CairnGeodesy
public import CairnRadio
internal import CairnTypes

/// A survey of a radio world, with the errors of a pack of a real region: positions are wrong by
/// the survey's error, and some access points have moved away since.
public struct RadioSurvey: AccessPointSource, CellSource, Sendable {
  /// Ratio of the 68 % radius to the standard deviation along one axis.
  private static let radiusPerDeviation = 1.51

  private var accessPoints: [BSSID: KnownAccessPoint] = [:]
  private var cells: [UInt64: KnownCell] = [:]

  init() {}

  public func accessPoint(_ bssid: BSSID) -> KnownAccessPoint? { accessPoints[bssid] }

  public func cell(_ identity: CellIdentity) -> KnownCell? { cells[identity.key] }

  /// Adds an access point with the survey's error.
  mutating func add(
    _ bssid: BSSID, at place: Coordinate, _ scene: RadioScene, _ random: inout SeededGenerator
  ) {
    var known = Self.surveyed(place, error: scene.surveyError, &random)
    if random.nextUnit() < scene.movedShare {
      // From the next street to the next country.
      known = known.moved(
        by: cairn_exp(random.next(in: cairn_log(150)...cairn_log(50_000))),
        bearing: random.next(in: 0...359))
    }
    accessPoints[bssid] = KnownAccessPoint(
      coordinate: known, accuracy: scene.surveyError * Self.radiusPerDeviation)
  }

  /// Adds a cell with the survey's error.
  mutating func add(
    _ sector: CellSector, around center: Coordinate, _ scene: RadioScene,
    _ random: inout SeededGenerator
  ) {
    cells[sector.identity.key] = KnownCell(
      coordinate: Self.surveyed(
        center.moved(to: sector.middle(in: scene)), error: CellSector.reach(in: scene) / 4,
        &random),
      range: 1.5 * CellSector.reach(in: scene))
  }

  private static func surveyed(
    _ place: Coordinate, error: Double, _ random: inout SeededGenerator
  ) -> Coordinate {
    place.moved(
      to: RadioWorld.Point(
        east: error * random.nextNormal(), north: error * random.nextNormal()))
  }
}
