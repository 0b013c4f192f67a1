@testable import Cairn
import CairnHAL
import CairnSimulator
import CairnTypes
import Synchronization
import SystemTestSupport
import Testing

/// A device with a receiver, a compass and a barometer on a round trip through a hilly place.
@Suite("Sensors of a simulated world")
struct TrackSensorTests {
  /// Once round in six minutes, 30 m up and down.
  private static let track: Track = {
    let circle = Track.circle(center: seoul, radius: 573, speed: 10)
    return Track { seconds in
      var state = circle.state(at: seconds)
      let phase = seconds.truncatingRemainder(dividingBy: 120) / 60
      state.altitude += 30 * (phase < 1 ? phase : 2 - phase)
      return state
    }
  }()

  private func sensor(_ kind: SensorKind, _ track: Track, _ bench: Bench) -> TrackSensor {
    var descriptor = SensorDescriptor(id: ProviderID("\(kind)"), kind: kind, power: 1)
    descriptor.delays = MotionDetector(startDelay: 3, stopDelay: 20)
    return TrackSensor(
      descriptor: descriptor, along: track, since: bench.loop.now(), year: 2026.5, loop: bench.loop)
  }

  @Test func `a heading is the way that the device goes`() throws {
    let bench = try Bench()
    let delegate = HeadingRecorder()
    bench.manager.delegate = delegate
    bench.system.add(sensor(.heading, Self.track, bench))
    bench.start()
    bench.emitFix()
    bench.manager.startUpdatingHeading()
    bench.collect()
    let start = bench.loop.now()
    for _ in 0..<90 {
      bench.advance(.seconds(4))
      bench.collect()
    }
    #expect(delegate.headings.count >= 89)
    for heading in delegate.headings {
      let course = Self.track.state(at: (heading.time - start).inSeconds).course
      let turn =
        (try #require(heading.trueHeading) - course + 540)
        .truncatingRemainder(dividingBy: 360) - 180
      #expect(turn.magnitude < 0.2)
      let field = try #require(heading.field)
      // At Seoul's City Hall the field is of 51 microtesla and points down.
      #expect((field.x * field.x + field.y * field.y + field.z * field.z).squareRoot() > 50)
      #expect(field.z < -40)
    }
  }

  @Test func `relative heights are those of the hills`() async throws {
    let bench = try Bench()
    bench.system.add(sensor(.pressure, Self.track, bench))
    var heights = bench.manager.relativeAltitudes().makeAsyncIterator()
    bench.collect()
    let start = bench.loop.now()
    var first: Double?
    for _ in 0..<120 {
      bench.advance(.seconds(1))
      bench.collect()
      let height = try #require(try await heights.next())
      let altitude = Self.track.state(at: (height.time - start).inSeconds).altitude
      let origin = first ?? altitude
      first = origin
      #expect(abs(height.relativeAltitude - (altitude - origin)) < 0.5)
    }
  }

  @Test func `motion is reported as late as the sensor is`() async throws {
    let bench = try Bench()
    let stops = Track { seconds in
      TrackState(coordinate: seoul, speed: seconds >= 100 && seconds < 200 ? 1 : 0)
    }
    let sensor = sensor(.motion, stops, bench)
    let start = bench.loop.now()
    let told = Told()
    await sensor.connect(
      SensorSink { event in
        if case .reading(.motion(let isMoving), let time) = event {
          told.add(isMoving, (time - start).inSeconds)
        }
      })
    try await sensor.perform(.measure(rate: 0))
    bench.advance(.seconds(300))
    #expect(told.values.map(\.isMoving) == [false, true, false])
    #expect(told.values.map { $0.time.rounded() } == [1, 103, 220])
  }
}

/// What a sensor has told.
private final class Told: Sendable {
  private let state = Mutex<[(isMoving: Bool, time: Double)]>([])
  var values: [(isMoving: Bool, time: Double)] { state.withLock { $0 } }
  func add(_ isMoving: Bool, _ time: Double) { state.withLock { $0.append((isMoving, time)) } }
}
