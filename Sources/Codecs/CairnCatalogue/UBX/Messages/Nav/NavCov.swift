public import CairnUBX

/// UBX-NAV-COV: the uncertainty of position and velocity, with the correlation of their errors.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-NAV-COV.
public struct NavCov: UBXMessage, Hashable {
  public static let id = MessageID(.nav, 0x36)
  public static let name = "NAV-COV"
  public static let payloadLength = PayloadLength.exactly(64)

  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Square metres; absent while invalid.
  public var position: NEDCovariance?
  /// Metres squared per second squared; absent while invalid.
  public var velocity: NEDCovariance?

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u4("iTOW", &timeOfWeek)
    f.u1("version", &version)
    var isPositionValid = position != nil
    f.u1("posCovValid", &isPositionValid)
    var isVelocityValid = velocity != nil
    f.u1("velCovValid", &isVelocityValid)
    f.reserved(9)

    var matrix = position ?? NEDCovariance()
    f.r4("posCovNN", &matrix.northNorth)
    f.r4("posCovNE", &matrix.northEast)
    f.r4("posCovND", &matrix.northDown)
    f.r4("posCovEE", &matrix.eastEast)
    f.r4("posCovED", &matrix.eastDown)
    f.r4("posCovDD", &matrix.downDown)
    position = isPositionValid ? matrix : nil

    matrix = velocity ?? NEDCovariance()
    f.r4("velCovNN", &matrix.northNorth)
    f.r4("velCovNE", &matrix.northEast)
    f.r4("velCovND", &matrix.northDown)
    f.r4("velCovEE", &matrix.eastEast)
    f.r4("velCovED", &matrix.eastDown)
    f.r4("velCovDD", &matrix.downDown)
    velocity = isVelocityValid ? matrix : nil
  }
}
