import CairnSensors
import Testing

@Suite("Mount matrix")
struct MountMatrixTests {
  @Test func `turns the axes of the sensor into those of the device`() throws {
    let mount = try MountMatrix("0, 1, 0; -1, 0, 0; 0, 0, 1")
    #expect(mount.applied(to: Vector3(1, 2, 3)) == Vector3(2, -1, 3))
    let tilted = try MountMatrix("0.6,-0.8,0;0.8,0.6,0;0,0,1\n")
    #expect((tilted.applied(to: Vector3(1, 0, 0)) - Vector3(0.6, 0.8, 0)).length < 1e-12)
  }

  @Test(arguments: [
    ("", MountMatrix.Failure.notNine(found: 0)), ("1,0,0;0,1,0;0,0", .notNine(found: 8)),
    ("1,0,0;0,1,0;0,0,1,0", .notNine(found: 10)), ("1,0,0;0,x,0;0,0,1", .notANumber(place: 4)),
    ("1,0,0;0,1.2.3,0;0,0,1", .notANumber(place: 4)), ("1,0,0;0,-,0;0,0,1", .notANumber(place: 4)),
    ("1,0,0;0,.,0;0,0,1", .notANumber(place: 4)),
    // One vendor shipped a row twice.
    ("1,0,0;0,1,0;0,1,0", .notARotation), ("2,0,0;0,1,0;0,0,1", .notARotation),
    ("0,0,0;0,0,0;0,0,0", .notARotation), ("-1,0,0;0,1,0;0,0,1", .mirrored),
  ])
  func `is refused with the reason if it is no rotation`(
    text: String, failure: MountMatrix.Failure
  ) {
    #expect(throws: failure) { try MountMatrix(text) }
  }
}
