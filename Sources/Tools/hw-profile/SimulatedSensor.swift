import CairnHAL
import CairnLinux
import CairnTypes

/// The harness's motion sensor, whose delays the harness has waited for. Isolation: the event loop.
actor SimulatedSensor: Sensor {
  nonisolated let descriptor: SensorDescriptor
  var sink: SensorSink?
  private nonisolated let loop: EventLoop
  private var isMoving = true
  private var work = SensorWork.off

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ descriptor: SensorDescriptor, loop: EventLoop) {
    self.descriptor = descriptor
    self.loop = loop
  }

  func set(isMoving: Bool) {
    self.isMoving = isMoving
    if work != .off { tell() }
  }

  func perform(_ work: SensorWork) async throws(LocationError) {
    self.work = work
    if work != .off { tell() }
  }

  private func tell() { sink?.send(.reading(.motion(isMoving: isMoving), at: loop.now())) }
}
