import CairnTypes
import Testing

@testable import CairnSensors

@Suite("Axis of the heading")
struct HeadingAxisTests {
  /// A device whose top points north, pitched up by degrees.
  private func pitched(_ degrees: Double) -> Matrix3 {
    Rotation(turn: Vector3(degrees * .pi / 180, 0, 0)).matrix
  }

  @Test(arguments: [
    (DeviceOrientation.portrait, 0.0), (.portraitUpsideDown, 180), (.landscapeLeft, 90),
    (.landscapeRight, 270),
  ])
  func `is the edge that the user sees on top`(orientation: DeviceOrientation, degrees: Double) {
    let angle = HeadingAxis(orientation).direction(in: pitched(0))?.angle
    #expect(degreesApart(angle ?? .nan, degrees) < 1e-9)
  }

  @Test func `changes to the back above 50 degrees, and again below 45`() {
    var axis = HeadingAxis(.portrait)
    for (pitch, isStanding) in [
      (44.0, false), (49, false), (51, true), (46, true), (44, false), (49, false), (90, true),
    ] {
      axis.follow(pitched(pitch))
      #expect(axis.isStanding == isStanding, "\(pitch)")
      #expect(degreesApart(axis.direction(in: pitched(pitch))?.angle ?? .nan, 0) < 1e-6)
    }
  }

  @Test func `is nowhere if it points up`() {
    #expect(HeadingAxis(.portrait).direction(in: pitched(90)) == nil)
  }
}
