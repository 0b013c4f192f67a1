/// Radio conditions of a neighbourhood: how many access points there are, how far they are heard,
/// and how well a survey knows them.
///
/// Signals lose strength with the logarithm of the distance; shadowing is normally distributed in
/// decibels. The figures are those for which the position code was compared with other services.
public struct RadioScene: Hashable, Sendable {
  /// The scene's name, such as `suburban`.
  public var name: String
  /// Access points in a square kilometre.
  public var accessPointDensity: Double
  /// Decibels lost with each tenfold distance, divided by ten.
  public var pathLossExponent: Double
  /// Standard deviation of a signal at a given distance, in decibels.
  public var shadowing: Double
  /// Standard deviation of the surveyed positions along one axis, in metres.
  public var surveyError: Double
  /// Share of access points that have moved away since the survey, 0...1.
  public var movedShare: Double
  /// Sites of the mobile network in a square kilometre: so few that a position of the serving cell is
  /// as inaccurate as crowd-sourced maps make it, 1.5 km in towns.
  public var siteDensity: Double

  /// Creates a scene; the properties describe the values.
  public init(
    _ name: String, accessPointDensity: Double, pathLossExponent: Double, shadowing: Double,
    surveyError: Double, movedShare: Double, siteDensity: Double
  ) {
    self.name = name
    self.accessPointDensity = accessPointDensity
    self.pathLossExponent = pathLossExponent
    self.shadowing = shadowing
    self.surveyError = surveyError
    self.movedShare = movedShare
    self.siteDensity = siteDensity
  }

  /// The centre of a large city: about thirty access points are heard.
  public static let dense = RadioScene(
    "dense", accessPointDensity: 3000, pathLossExponent: 3.2, shadowing: 7, surveyError: 15,
    movedShare: 0.04, siteDensity: 0.5)
  /// A town: about eighteen access points are heard.
  public static let urban = RadioScene(
    "urban", accessPointDensity: 1000, pathLossExponent: 3, shadowing: 7, surveyError: 20,
    movedShare: 0.04, siteDensity: 0.15)
  /// Detached houses: about nine access points are heard.
  public static let suburban = RadioScene(
    "suburban", accessPointDensity: 300, pathLossExponent: 2.8, shadowing: 6, surveyError: 20,
    movedShare: 0.04, siteDensity: 0.08)
  /// Few houses: about four access points are heard.
  public static let sparse = RadioScene(
    "sparse", accessPointDensity: 80, pathLossExponent: 2.6, shadowing: 6, surveyError: 25,
    movedShare: 0.06, siteDensity: 0.03)
  /// Inside a large building, whose walls attenuate signals.
  public static let indoor = RadioScene(
    "indoor", accessPointDensity: 2000, pathLossExponent: 3.8, shadowing: 9, surveyError: 20,
    movedShare: 0.04, siteDensity: 0.5)

  /// All named scenes.
  public static let all = [dense, urban, suburban, sparse, indoor]
}
