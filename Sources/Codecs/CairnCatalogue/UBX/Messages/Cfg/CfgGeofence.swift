public import CairnUBX

/// UBX-CFG-GEOFENCE: circles whose status NAV-GEOFENCE reports; M8 and M9 only.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-CFG-GEOFENCE.
public struct CfgGeofence: UBXMessage, Hashable {
  public static let id = MessageID(.cfg, 0x69)
  public static let name = "CFG-GEOFENCE"
  public static let payloadLength = PayloadLength.atLeast(8)

  /// One circle.
  public struct Fence: UBXGroup, Hashable {
    /// Degrees on WGS 84, positive north.
    public var latitude = 0.0
    /// Degrees on WGS 84, positive east.
    public var longitude = 0.0
    /// Metres.
    public var radius = 0.0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.i4("lat", &latitude, scale: 1e-7)
      f.i4("lon", &longitude, scale: 1e-7)
      f.u4("radius", &radius, scale: 0.01)
    }
  }

  /// Version of the message's layout, 0.
  public var version: UInt8 = 0
  /// The confidence that a status requires.
  public var confidence = Confidence.none
  /// A pin shows the combined status.
  public var isPinEnabled = false
  /// The meaning of a low pin: 0 inside, 1 outside.
  public var pinPolarity: UInt8 = 0
  /// The PIO that shows the combined status.
  public var pin: UInt8 = 0
  /// The circles, at most four.
  public var fences: [Fence] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    let count = f.count("numFences", of: fences)
    f.u1("confLvl", &confidence)
    f.reserved(1)
    f.u1("pioEnabled", &isPinEnabled)
    f.u1("pinPolarity", &pinPolarity)
    f.u1("pin", &pin)
    f.reserved(1)
    f.groups(count, &fences)
  }
}

extension CfgGeofence {
  /// The confidence that a status requires; an open set.
  public struct Confidence: UBXOpenValue {
    /// The wire's `confLvl`.
    public let rawValue: UInt8

    /// Any value is valid.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The position alone decides.
    public static let none = Confidence(rawValue: 0)
    /// 68 %.
    public static let oneSigma = Confidence(rawValue: 1)
    /// 95 %.
    public static let twoSigma = Confidence(rawValue: 2)
    /// 99.7 %.
    public static let threeSigma = Confidence(rawValue: 3)
  }
}
