public import CairnTypes

/// Where a device may be, as far as it affects the signals that it receives.
///
/// Finer than `Environment`, which only selects an accuracy of a descriptor: surroundings decide
/// how probable a position is at all.
public enum Surroundings: UInt8, Sendable, CaseIterable {
  case open, rural, highway, suburban, urban, canyon, indoor, tunnel

  /// Environment of a descriptor or profile whose accuracy applies there.
  public var environment: Environment {
    switch self {
    case .open, .rural, .highway: .openSky
    case .suburban, .urban, .canyon: .urban
    case .indoor, .tunnel: .indoor
    }
  }

  /// The signals received there.
  package struct Signals {
    /// Metres, standard deviation in one axis of a satellite fix.
    package let satelliteDeviation: Double
    /// 0...1: the share of time with a satellite fix, of a receiver that is usual in availability.
    package let satelliteAvailability: Double
    /// How many times longer a start takes than under the open sky.
    package let startFactor: Double
    /// 0...1: the probability that a start of such a receiver succeeds.
    package let startProbability: Double
    /// Metres, standard deviation in one axis of a Wi-Fi position.
    package let wifiDeviation: Double
    /// 0...1: the probability that a usual scan finds access points whose places are known.
    package let wifiAvailability: Double

    fileprivate init(_ row: InlineArray<6, Double>) {
      satelliteDeviation = row[0]
      satelliteAvailability = row[1]
      startFactor = row[2]
      startProbability = row[3]
      wifiDeviation = row[4]
      wifiAvailability = row[5]
    }
  }

  /// Open: drives with a reference (comma2k19), highways. Canyon: single-point solutions of a
  /// u-blox M8T in Hong Kong against the surveyed track (UrbanNav, Tsim Sha Tsui). The others are
  /// estimates between the two.
  package var signals: Signals {
    switch self {
    case .open: Signals([1.5, 0.995, 1, 1, 35, 0.15])
    case .rural: Signals([2, 0.99, 1.2, 1, 40, 0.08])
    case .highway: Signals([1.5, 0.99, 1, 1, 45, 0.35])
    case .suburban: Signals([2.5, 0.985, 1.3, 0.99, 25, 0.85])
    case .urban: Signals([5, 0.95, 2, 0.97, 15, 0.98])
    case .canyon: Signals([11, 0.75, 4, 0.85, 15, 0.99])
    case .indoor: Signals([25, 0.05, 8, 0.08, 12, 0.95])
    case .tunnel: Signals([50, 0, 99, 0, 40, 0.3])
    }
  }
}

extension AvailabilityModel {
  /// Returns the usual availability of a technology: for satellites and Wi-Fi as in the table of
  /// surroundings, for any other 98 % everywhere.
  public static func usual(of technology: Technology) -> AvailabilityModel {
    let rows = (Surroundings.open.signals, Surroundings.urban.signals, Surroundings.indoor.signals)
    return switch technology {
    case .gnss:
      Self(
        openSky: rows.0.satelliteAvailability, urban: rows.1.satelliteAvailability,
        indoor: rows.2.satelliteAvailability)
    case .wifi:
      Self(
        openSky: rows.0.wifiAvailability, urban: rows.1.wifiAvailability,
        indoor: rows.2.wifiAvailability)
    default: Self(openSky: 0.98, urban: 0.98, indoor: 0.98)
    }
  }

  /// Returns how many times as often as usual for the technology the provider has a position.
  func advantage(in surroundings: Surroundings, over technology: Technology) -> Double {
    let environment = surroundings.environment
    return self[environment] / Self.usual(of: technology)[environment]
  }
}

/// How a device's time is divided among surroundings.
public struct SurroundingsMixture: Equatable, Sendable {
  /// One part of the time.
  public struct Part: Equatable, Sendable {
    /// Where the device is.
    public var surroundings: Surroundings
    /// 0...1 of the time.
    public var share: Double

    /// See the properties.
    public init(_ surroundings: Surroundings, _ share: Double) {
      self.surroundings = surroundings
      self.share = share
    }
  }

  /// The parts; their shares add up to one.
  public var parts: [Part]

  /// - Parameter parts: parts whose shares add up to one.
  public init(_ parts: [Part]) { self.parts = parts }

  /// Carried by a person, who is inside a building most of the time: the 68 % of the National Human
  /// Activity Pattern Survey (NHAPS), rounded down.
  public static let pedestrian = Self([
    Part(.indoor, 0.6), Part(.urban, 0.25), Part(.suburban, 0.12), Part(.canyon, 0.03),
  ])
  /// Carried by a person who is on the way. Estimated.
  public static let walking = Self([
    Part(.indoor, 0.25), Part(.urban, 0.45), Part(.suburban, 0.25), Part(.canyon, 0.05),
  ])
  /// Carried by a person who runs or cycles. Estimated.
  public static let fitness = Self([
    Part(.open, 0.3), Part(.suburban, 0.4), Part(.urban, 0.2), Part(.rural, 0.1),
  ])
  /// In a car. Estimated.
  public static let automotive = Self([
    Part(.urban, 0.35), Part(.highway, 0.3), Part(.suburban, 0.28), Part(.canyon, 0.05),
    Part(.tunnel, 0.02),
  ])
  /// On an object that stands outdoors and is moved now and then. Estimated.
  public static let outdoorAsset = Self([
    Part(.open, 0.35), Part(.suburban, 0.3), Part(.urban, 0.25), Part(.highway, 0.1),
  ])
}
