public import CairnUBX

/// The attitude of a vehicle: the part common to NAV-ATT and HNR-ATT.
///
/// An angle is known if and only if its accuracy is.
///
/// Source: u-blox F9 HPS interface description, UBX-NAV-ATT.
public struct VehicleAttitude: UBXGroup, Hashable {
  /// Degrees, positive with the right side down; absent without `rollAccuracy`.
  public var roll: Double? {
    get { rollAccuracy == nil ? nil : reportedRoll }
    set { Self.set(newValue, &reportedRoll, &rollAccuracy) }
  }
  /// Degrees, positive with the nose up; absent without `pitchAccuracy`.
  public var pitch: Double? {
    get { pitchAccuracy == nil ? nil : reportedPitch }
    set { Self.set(newValue, &reportedPitch, &pitchAccuracy) }
  }
  /// Degrees clockwise from true north; absent without `headingAccuracy`.
  public var heading: Double? {
    get { headingAccuracy == nil ? nil : reportedHeading }
    set { Self.set(newValue, &reportedHeading, &headingAccuracy) }
  }
  /// Degrees; absent while the angle is unknown.
  public var rollAccuracy: Double?
  /// Degrees; absent while the angle is unknown.
  public var pitchAccuracy: Double?
  /// Degrees; absent while the angle is unknown.
  public var headingAccuracy: Double?
  private var reportedRoll = 0.0
  private var reportedPitch = 0.0
  private var reportedHeading = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.i4("roll", &reportedRoll, scale: 1e-5)
    f.i4("pitch", &reportedPitch, scale: 1e-5)
    f.i4("heading", &reportedHeading, scale: 1e-5)
    f.u4("accRoll", &rollAccuracy, scale: 1e-5, absent: 0)
    f.u4("accPitch", &pitchAccuracy, scale: 1e-5, absent: 0)
    f.u4("accHeading", &headingAccuracy, scale: 1e-5, absent: 0)
  }

  private static func set(_ angle: Double?, _ reported: inout Double, _ accuracy: inout Double?) {
    reported = angle ?? 0
    if angle == nil { accuracy = nil }
  }
}
