/// NAV-PV: position and velocity of one solution, with the receiver's own errors.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-PV".
public struct CASICNavPV: CASICMessage {
  /// Class and number.
  public static var id: CASICMessageID { CASICMessageID(0x01, 0x03) }

  /// Milliseconds since the receiver's start. Messages of one epoch share the value.
  public var runTime: UInt32 = 0
  /// What the position is.
  public var positionState = CASICSolutionState.none
  /// What the velocity is.
  public var velocityState = CASICSolutionState.none
  /// One bit for each system in the solution: GPS, BeiDou, GLONASS.
  public var systems: UInt8 = 0
  /// Satellites in the solution.
  public var satellitesUsed: UInt8 = 0
  /// Of GPS.
  public var gpsUsed: UInt8 = 0
  /// Of BeiDou.
  public var beiDouUsed: UInt8 = 0
  /// Of GLONASS.
  public var glonassUsed: UInt8 = 0
  /// Dilution of precision: position.
  public var pdop: Float = 0
  /// Degrees, positive east.
  public var longitude = 0.0
  /// Degrees, positive north.
  public var latitude = 0.0
  /// Metres above the ellipsoid.
  public var ellipsoidalAltitude: Float = 0
  /// Metres of the geoid above the ellipsoid.
  public var geoidSeparation: Float = 0
  /// Square metres, in the plane.
  public var horizontalVariance: Float = 0
  /// Square metres, of the height.
  public var verticalVariance: Float = 0
  /// Metres per second.
  public var velocityNorth: Float = 0
  /// Metres per second.
  public var velocityEast: Float = 0
  /// Metres per second, positive up.
  public var velocityUp: Float = 0
  /// Metres per second, in space.
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

/// What a CASIC receiver says of a position or a velocity. Open: firmware may add values.
///
/// Source: CASIC protocol specification V4.2.0.3, "NAV-STATUS", remarks 1 and 2.
public struct CASICSolutionState: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// None.
  public static var none: Self { Self(rawValue: 0) }
  /// Given from outside.
  public static var external: Self { Self(rawValue: 1) }
  /// A rough estimate.
  public static var rough: Self { Self(rawValue: 2) }
  /// The last one known.
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
