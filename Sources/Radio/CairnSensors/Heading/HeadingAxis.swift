internal import CCairnMath
internal import CairnGeodesy
public import CairnTypes

extension DeviceOrientation {
  /// The direction towards the edge on top, in the device's frame.
  var edge: Vector3 {
    switch self {
    case .portrait: Vector3(0, 1, 0)
    case .portraitUpsideDown: Vector3(0, -1, 0)
    case .landscapeLeft: Vector3(1, 0, 0)
    case .landscapeRight: Vector3(-1, 0, 0)
    }
  }
}

/// The axis of a device whose direction is its heading.
///
/// While the device lies, that is its upper edge as the user holds it. When it stands up, the edge
/// points nowhere, and its back takes over: above 50°, until it is below 45° again. Where the device
/// is rolled as well, the two differ, so that one between them must not jump.
public struct HeadingAxis: Hashable, Sendable {
  /// Sine of the pitch above which the back shows the heading, and below which the edge does.
  private static let standing = 0.766_044
  private static let lying = 0.707_107

  /// How the device is held.
  public var orientation: DeviceOrientation
  /// Whether the back shows the heading of a device that stands up; else always the edge does.
  public var usesBack: Bool
  /// Whether the device stands up.
  public private(set) var isStanding = false

  /// Creates the axis of a lying device; the properties describe the values.
  public init(_ orientation: DeviceOrientation, usesBack: Bool = true) {
    self.orientation = orientation
    self.usesBack = usesBack
  }

  /// Notices whether the device stands up or lies down.
  ///
  /// - Parameter axes: leads from the device's frame to the earth's (east, north, up).
  public mutating func follow(_ axes: Matrix3) {
    let pitch = abs(axes.z.dot(orientation.edge))
    isStanding = pitch > (isStanding ? Self.lying : Self.standing)
  }

  /// Returns where the axis points; `nil` for up or down.
  ///
  /// - Parameter axes: leads from the device's frame to the earth's (east, north, up).
  /// - Returns: degrees clockwise from north, 0..<360, and the tangent of the axis's slope, by which an
  ///   error of the tilt counts.
  public func direction(in axes: Matrix3) -> (angle: Double, slope: Double)? {
    let axis = axes * (usesBack && isStanding ? Vector3(0, 0, -1) : orientation.edge)
    let level = cairn_hypot(axis.x, axis.y)
    guard level > 1e-3 else { return nil }
    let degrees = cairn_atan2(axis.x, axis.y) / radiansPerDegree
    let angle = degrees < 0 ? degrees + 360 : degrees
    return (angle < 360 ? angle : 0, axis.z / level)
  }
}
