/// NAV-PV: position and velocity of one solution, with the receiver's own error estimates.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-PV".
public struct CASICNavPV: CASICMessage {
  /// Class and number.
  public static var id: CASICMessageID { CASICMessageID(0x01, 0x03) }

  /// Milliseconds since the receiver started. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// How the position was obtained.
  public var positionState = CASICSolutionState.none
  /// How the velocity was obtained.
  public var velocityState = CASICSolutionState.none
  /// One bit for each system in the solution: GPS, BeiDou, GLONASS.
  public var systems: UInt8 = 0
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8 = 0
  /// Number of GPS satellites in the solution.
  public var gpsUsed: UInt8 = 0
  /// Number of BeiDou satellites in the solution.
  public var beiDouUsed: UInt8 = 0
  /// Number of GLONASS satellites in the solution.
  public var glonassUsed: UInt8 = 0
  /// Position dilution of precision.
  public var pdop: Float = 0
  /// Degrees, positive east.
  public var longitude = 0.0
  /// Degrees, positive north.
  public var latitude = 0.0
  /// Metres above the ellipsoid.
  public var ellipsoidalAltitude: Float = 0
  /// Height of the geoid above the ellipsoid, in metres.
  public var geoidSeparation: Float = 0
  /// Horizontal variance, in square metres.
  public var horizontalVariance: Float = 0
  /// Variance of the height, in square metres.
  public var verticalVariance: Float = 0
  /// Metres per second.
  public var velocityNorth: Float = 0
  /// Metres per second.
  public var velocityEast: Float = 0
  /// Metres per second, positive up.
  public var velocityUp: Float = 0
  /// Metres per second in three dimensions.
  public var spaceSpeed: Float = 0
  /// Metres per second over ground.
  public var groundSpeed: Float = 0
  /// Degrees clockwise from true north.
  public var course: Float = 0
  /// Square metres per square second.
  public var speedVariance: Float = 0
  /// Square degrees.
  public var courseVariance: Float = 0

  public init() {}

  public mutating func fields(_ f: inout some CASICFieldVisitor & ~Escapable) {
    f.integer("runTime", &runTime)
    f.integer("posValid", &positionState.rawValue)
    f.integer("velValid", &velocityState.rawValue)
    f.integer("system", &systems)
    f.integer("numSV", &satellitesUsed)
    f.integer("numSVGPS", &gpsUsed)
    f.integer("numSVBDS", &beiDouUsed)
    f.integer("numSVGLN", &glonassUsed)
    f.reserved(1)
    f.real("pDop", &pdop)
    f.real("lon", &longitude)
    f.real("lat", &latitude)
    f.real("height", &ellipsoidalAltitude)
    f.real("sepGeoid", &geoidSeparation)
    f.real("hAcc", &horizontalVariance)
    f.real("vAcc", &verticalVariance)
    f.real("velN", &velocityNorth)
    f.real("velE", &velocityEast)
    f.real("velU", &velocityUp)
    f.real("speed3D", &spaceSpeed)
    f.real("speed2D", &groundSpeed)
    f.real("heading", &course)
    f.real("sAcc", &speedVariance)
    f.real("cAcc", &courseVariance)
  }
}

/// How a CASIC receiver obtained a position or velocity. Open: firmware may add values.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-STATUS", remarks 1 and 2.
public struct CASICSolutionState: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// There is none.
  public static var none: Self { Self(rawValue: 0) }
  /// Supplied from outside.
  public static var external: Self { Self(rawValue: 1) }
  /// A rough estimate.
  public static var rough: Self { Self(rawValue: 2) }
  /// The last known one.
  public static var kept: Self { Self(rawValue: 3) }
  /// Dead reckoning.
  public static var deadReckoning: Self { Self(rawValue: 4) }
  /// A quick fix.
  public static var quick: Self { Self(rawValue: 5) }
  /// With an assumed height.
  public static var twoD: Self { Self(rawValue: 6) }
  /// With a measured height.
  public static var threeD: Self { Self(rawValue: 7) }
  /// Satellites with dead reckoning.
  public static var gnssDeadReckoning: Self { Self(rawValue: 8) }
}
