public import CairnUBX

/// UBX-CFG-NAV5: the navigation engine.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-NAV5.
public struct CfgNav5: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x24)
  public static let name = "CFG-NAV5"
  public static let payloadLength = PayloadLength.exactly(36)

  /// The parts that take effect; the receiver leaves the others unchanged.
  public var applied = Applied()
  /// The kind of motion.
  public var dynamicModel = DynamicModel.portable
  /// Whether the height is computed or fixed.
  public var fixMode = FixMode(rawValue: 0)
  /// Metres above mean sea level, for two-dimensional fixes.
  public var fixedAltitude = 0.0
  /// Square metres.
  public var fixedAltitudeVariance = 0.0
  /// Degrees above the horizon.
  public var minimumElevation: Int8 = 0
  /// Seconds; has no effect on present receivers.
  public var deadReckoningLimit: UInt8 = 0
  /// The greatest dilution of precision of a position that counts as a fix.
  public var positionDOP = 0.0
  /// The greatest dilution of precision of a time that counts as a fix.
  public var timeDOP = 0.0
  /// The greatest estimated error of a position that counts as a fix, in metres.
  public var positionAccuracy: UInt16 = 0
  /// The greatest estimated error of a time that counts as a fix, in metres of light travel.
  public var timeAccuracyMetres: UInt16 = 0
  /// Speed in metres per second below which the position is held; 0 is off.
  public var staticHoldSpeed = 0.0
  /// Seconds for which differential corrections are used.
  public var correctionTimeout: UInt8 = 0
  /// Number of satellites above `carrierToNoiseThreshold` required for a fix.
  public var satellitesAboveThreshold: UInt8 = 0
  /// dB-Hz.
  public var carrierToNoiseThreshold: UInt8 = 0
  /// Distance in metres from the held position that ends the hold; 0 is any.
  public var staticHoldDistance: UInt16 = 0
  /// The source of UTC.
  public var utcStandard = UTCStandard.automatic

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.x2("mask", &applied)
    f.u1("dynModel", &dynamicModel)
    f.u1("fixMode", &fixMode)
    f.i4("fixedAlt", &fixedAltitude, scale: 0.01)
    f.u4("fixedAltVar", &fixedAltitudeVariance, scale: 0.0001)
    f.i1("minElev", &minimumElevation)
    f.u1("drLimit", &deadReckoningLimit)
    f.u2("pDop", &positionDOP, scale: 0.1)
    f.u2("tDop", &timeDOP, scale: 0.1)
    f.u2("pAcc", &positionAccuracy)
    f.u2("tAcc", &timeAccuracyMetres)
    f.u1("staticHoldThresh", &staticHoldSpeed, unit: .centimetresPerSecond)
    f.u1("dgnssTimeOut", &correctionTimeout)
    f.u1("cnoThreshNumSVs", &satellitesAboveThreshold)
    f.u1("cnoThresh", &carrierToNoiseThreshold)
    f.reserved(2)
    f.u2("staticHoldMaxDist", &staticHoldDistance)
    f.u1("utcStandard", &utcStandard)
    f.reserved(5)
  }
}

extension CfgNav5 {
  /// The parts of the message that take effect.
  public struct Applied: UBXBitField {
    /// The dynamic model.
    public var dynamicModel = false
    /// The minimum elevation.
    public var minimumElevation = false
    /// The fix mode and the fixed height.
    public var fixMode = false
    /// The limit of dead reckoning.
    public var deadReckoningLimit = false
    /// The limits of a position.
    public var position = false
    /// The limits of a time.
    public var time = false
    /// The static hold.
    public var staticHold = false
    /// The timeout of corrections.
    public var correctionTimeout = false
    /// The signal threshold.
    public var carrierToNoise = false
    /// The source of UTC.
    public var utcStandard = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("dyn", &dynamicModel)
      b.flag("minEl", &minimumElevation)
      b.flag("posFixMode", &fixMode)
      b.flag("drLim", &deadReckoningLimit)
      b.flag("posMask", &position)
      b.flag("timeMask", &time)
      b.flag("staticHoldMask", &staticHold)
      b.flag("dgpsMask", &correctionTimeout)
      b.flag("cnoThreshold", &carrierToNoise)
      b.unused(1)
      b.flag("utc", &utcStandard)
    }
  }

  /// The kind of motion; an open set.
  public struct DynamicModel: UBXOpenValue {
    /// The wire's `dynModel`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Any motion with moderate acceleration.
    public static let portable = DynamicModel(rawValue: 0)
    /// No motion.
    public static let stationary = DynamicModel(rawValue: 2)
    /// Walking.
    public static let pedestrian = DynamicModel(rawValue: 3)
    /// A car.
    public static let automotive = DynamicModel(rawValue: 4)
    /// A ship, at sea level.
    public static let sea = DynamicModel(rawValue: 5)
    /// An aircraft with up to 1 g.
    public static let airborne1g = DynamicModel(rawValue: 6)
    /// An aircraft with up to 2 g.
    public static let airborne2g = DynamicModel(rawValue: 7)
    /// An aircraft with up to 4 g.
    public static let airborne4g = DynamicModel(rawValue: 8)
    /// Worn on the wrist.
    public static let wrist = DynamicModel(rawValue: 9)
    /// A motorcycle.
    public static let bike = DynamicModel(rawValue: 10)
    /// A robotic lawn mower.
    public static let mower = DynamicModel(rawValue: 11)
    /// An electric scooter.
    public static let escooter = DynamicModel(rawValue: 12)
  }

  /// Whether the height is computed or fixed; an open set.
  public struct FixMode: UBXOpenValue {
    /// The wire's `fixMode`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Two-dimensional only.
    public static let twoD = FixMode(rawValue: 1)
    /// Three-dimensional only.
    public static let threeD = FixMode(rawValue: 2)
    /// Either.
    public static let automatic = FixMode(rawValue: 3)
  }

  /// The source of UTC; an open set.
  public struct UTCStandard: UBXOpenValue {
    /// The wire's `utcStandard`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Determined by the satellite systems in use.
    public static let automatic = UTCStandard(rawValue: 0)
    /// US Naval Observatory, from GPS.
    public static let usno = UTCStandard(rawValue: 3)
    /// European laboratories, from Galileo.
    public static let european = UTCStandard(rawValue: 5)
    /// UTC(SU) of Russia, from GLONASS.
    public static let su = UTCStandard(rawValue: 6)
    /// National Time Service Center, from BeiDou.
    public static let ntsc = UTCStandard(rawValue: 7)
    /// National Physical Laboratory of India, from NavIC.
    public static let npli = UTCStandard(rawValue: 8)
  }
}
