public import CairnUBX

/// UBX-NAV-PL: protection levels, that is, bounds that errors exceed only with a stated risk.
///
/// A bound is meaningful only while its flag is set.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-NAV-PL.
public struct NavPL: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x62)
  public static let name = "NAV-PL"
  public static let payloadLength = PayloadLength.exactly(52)

  /// Version of the message's layout.
  public var version: UInt8 = 1
  /// The risk of misleading information per epoch, in percent: this number …
  public var riskCoefficient: UInt8 = 0
  /// … times ten to this power.
  public var riskExponent: Int8 = 0
  /// Whether the bounds of the position are valid.
  public var isPositionValid = false
  /// The axes of the bounds of the position.
  public var positionFrame = Frame.none
  /// Whether the bounds of the velocity are valid.
  public var isVelocityValid = false
  /// The axes of the bounds of the velocity.
  public var velocityFrame = Frame.none
  /// Whether the bound of the time is valid.
  public var isTimeValid = false
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Metres along the axes of `positionFrame`.
  public var position = Bounds()
  /// Metres per second along the axes of `velocityFrame`.
  public var velocity = Bounds()
  /// Degrees clockwise from true north of the longer axis of the position's ellipse.
  public var positionOrientation = 0.0
  /// Degrees clockwise from true north of the longer axis of the velocity's ellipse.
  public var velocityOrientation = 0.0
  /// Seconds.
  public var time = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("tmirCoeff", &riskCoefficient)
    f.i1("tmirExp", &riskExponent)
    f.u1("plPosValid", &isPositionValid)
    f.u1("plPosFrame", &positionFrame)
    f.u1("plVelValid", &isVelocityValid)
    f.u1("plVelFrame", &velocityFrame)
    f.u1("plTimeValid", &isTimeValid)
    f.reserved(4)
    f.u4("iTOW", &timeOfWeek)
    f.u4("plPos1", &position.first, unit: .millimetres)
    f.u4("plPos2", &position.second, unit: .millimetres)
    f.u4("plPos3", &position.third, unit: .millimetres)
    f.u4("plVel1", &velocity.first, unit: .millimetresPerSecond)
    f.u4("plVel2", &velocity.second, unit: .millimetresPerSecond)
    f.u4("plVel3", &velocity.third, unit: .millimetresPerSecond)
    f.u2("plPosHorizOrient", &positionOrientation, unit: .centidegrees)
    f.u2("plVelHorizOrient", &velocityOrientation, unit: .centidegrees)
    f.u4("plTime", &time, unit: .nanoseconds)
    f.reserved(4)
  }
}

extension NavPL {
  /// Bounds along three axes.
  public struct Bounds: Hashable, Sendable, BitwiseCopyable {
    /// North, along the track, or along the ellipse's longer axis.
    public var first = 0.0
    /// East, across the track, or along the ellipse's shorter axis.
    public var second = 0.0
    /// Down.
    public var third = 0.0

    /// Zero everywhere.
    public init() {}
  }

  /// Axes of bounds; an open set.
  public struct Frame: UBXOpenValue {
    /// The wire's `plPosFrame` or `plVelFrame`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// There are no bounds.
    public static let none = Frame(rawValue: 0)
    /// North, east and down.
    public static let northEastDown = Frame(rawValue: 1)
    /// Along the track, across it, and down.
    public static let track = Frame(rawValue: 2)
    /// Along the horizontal error ellipse's axes, and down.
    public static let ellipse = Frame(rawValue: 3)
  }
}
