import Cairn
import CairnHAL
import CairnTypes
import CoreLocationCompat
import Foundation
import Testing

/// A compass that shows what a test says.
private actor Compass: Sensor {
  nonisolated let descriptor = SensorDescriptor(id: "compass", kind: .heading, power: 10)
  var sink: SensorSink?
  private nonisolated let loop: EventLoop

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    unsafe loop.asUnownedSerialExecutor()
  }

  init(loop: EventLoop) { self.loop = loop }

  func perform(_ work: SensorWork) async throws(LocationError) {}

  func show(_ heading: Heading) {
    sink?.send(.reading(.heading(HeadingReading(heading)), at: heading.time))
  }
}

private final class CompassUser: NSObject, CLLocationManagerDelegate {
  var headings: [CLHeading] = []
  var questions = 0

  func locationManager(_ manager: CLLocationManager, didUpdateHeading newHeading: CLHeading) {
    headings.append(newHeading)
  }
  func locationManagerShouldDisplayHeadingCalibration(_ manager: CLLocationManager) -> Bool {
    questions += 1
    return true
  }
}

@Suite("Headings in Core Location's form")
struct HeadingTests {
  private let bench: ManagedStage
  private let compass: Compass
  private let user = CompassUser()

  init() throws {
    bench = try ManagedStage()
    compass = Compass(loop: bench.stage.loop)
    bench.stage.system.add(compass)
    bench.manager.delegate = user
    bench.collect()
  }

  private func show(_ degrees: Double, accuracy: Double? = 3) {
    bench.advance(.milliseconds(200))
    let heading = Heading(
      magneticHeading: degrees, accuracy: accuracy, field: Heading.Field(x: 1, y: 2, z: -3),
      time: bench.stage.loop.now())
    bench.stage.loop.post { [compass] in compass.assumeIsolated { $0.show(heading) } }
    bench.collect()
  }

  @Test("L181, L183: headings are filtered, and one that is unknown has a negative accuracy")
  func delivery() throws {
    bench.manager.startUpdatingHeading()
    bench.collect()
    for degrees in [10, 10.5, 12] { show(degrees) }
    #expect(user.headings.map(\.magneticHeading) == [10, 12])
    let heading = try #require(user.headings.last)
    #expect(heading.headingAccuracy == 3 && heading.trueHeading < 0)
    #expect([heading.x, heading.y, heading.z] == [1, 2, -3])
    #expect(bench.manager.heading?.magneticHeading == 12)
    show(12, accuracy: nil)
    #expect(try #require(user.headings.last).headingAccuracy < 0 && user.questions == 1)
    bench.manager.dismissHeadingCalibrationDisplay()
    bench.manager.headingFilter = kCLHeadingFilterNone
    bench.manager.headingOrientation = .landscapeLeft
    bench.manager.headingOrientation = .faceUp
    bench.collect()
    show(12)
    #expect(user.headings.last?.magneticHeading == 102)
    let count = user.headings.count
    bench.manager.stopUpdatingHeading()
    bench.collect()
    show(50)
    #expect(user.headings.count == count)
  }
}
