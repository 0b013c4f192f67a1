import Cairn
import CairnFiles
import CairnJSON
import CairnLinux
import CairnKernelSensors
import CairnSensors
import CairnTypes
import CommandSupport

/// The device's own compass, live.
struct LiveCompass {
  private enum Event: Sendable {
    case heading(Heading)
    case measured([MotionSample])
    case failed(LocationError)
    case screen(TerminalScreen.Event)
  }

  /// Whether the magnetometer is calibrated, instead of headings being shown.
  var calibrates: Bool
  /// Calibration of the magnetometer; `nil` for the saved one.
  var calibration: MagneticCalibration?
  /// Folder in which the calibration is saved; `nil` for none.
  var state: String?
  /// Position of the device, for true north; `nil` takes the one that a daemon knows, if any.
  var place: Coordinate?
  /// Seconds to run; `nil` until interrupted.
  var duration: Double?
  /// Receives the sensors' measurements; `nil` for none.
  var recording: SampleTableWriter?
  var folders: IIOFolders

  /// Shows headings until interrupted, or until the duration ends.
  ///
  /// - Returns: whether there was a heading.
  func show(on view: any CompassView) async throws -> Bool {
    var count = 0
    try await follow(filter: 0, screen: view.screenEvents) { heading, _ in
      count += 1
      view.show(heading)
      return true
    } other: {
      view.take($0)
    }
    view.finish()
    try recording?.close()
    return count > 0
  }

  /// Writes the calibration once the device has been turned enough.
  func calibrate(to writer: TableOutput) async throws {
    var isDone = false
    try await follow(filter: nil, screen: nil) { _, sensor in
      guard let found = await sensor.foundCalibration else { return true }
      CalibrationTable.write(found.calibration, deviation: found.deviation, to: writer)
      isDone = true
      return false
    } other: { _ in
      true
    }
    guard isDone else { throw CommandFailure(message: "the device was not turned enough") }
    try writer.close()
    try recording?.close()
  }

  /// The last position that the daemon knows and this program may have; asking for it switches nothing on.
  private static var daemonPlace: Coordinate? {
    guard let daemon = try? LocationSystem.answeringDaemon() else { return nil }
    return LocationManager(system: daemon, isolation: nil).location?.coordinate
  }

  /// Calls the closures, which return whether to continue.
  private func follow(
    filter: Double?, screen: AsyncStream<TerminalScreen.Event>?,
    heading take: (Heading, CompassSensor) async -> Bool,
    other: (TerminalScreen.Event) -> Bool
  ) async throws {
    let loop: EventLoop
    do throws(DeviceError) { loop = try EventLoop() } catch {
      throw CommandFailure(message: error.explanation)
    }
    defer { loop.shutdown() }
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    let record: @Sendable ([MotionSample]) -> Void = { continuation.yield(.measured($0)) }
    let sensor = CompassSensor(
      folders: folders, stateDirectory: state, calibration: calibration, ignoresKept: calibrates,
      recorder: recording == nil ? nil : record, loop: loop)
    guard sensor.isPresent else {
      throw CommandFailure(
        message:
          "there is no magnetometer with an accelerometer; `cairn sensors` says what there is")
    }
    if calibrates { complain("turn the device about two axes, each by a whole turn or more") }
    let place = place ?? Self.daemonPlace
    let system = LocationSystem(
      providers: place.map { [FixedProvider(coordinate: $0, accuracy: 100, loop: loop)] } ?? [],
      executor: loop)
    system.add(sensor)
    if place != nil {
      // The engine takes the declination from its last position.
      var request = LocationRequest()
      request.desiredAccuracy = .kilometer
      _ = try await LocationManager(system: system).currentLocation(request)
    }
    let headings = LocationManager(system: system).headings(filter: filter)
    let tasks = [
      Task { @concurrent in
        do throws(LocationError) {
          for try await heading in headings { continuation.yield(.heading(heading)) }
        } catch {
          continuation.yield(.failed(error))
        }
      },
      Task { @concurrent in
        guard let screen else { return }
        for await event in screen { continuation.yield(.screen(event)) }
      },
      Task { @concurrent [duration] in
        guard let duration else { return }
        do { try await Task.sleep(for: .seconds(duration)) } catch { return }
        continuation.finish()
      },
    ]
    defer { for task in tasks { task.cancel() } }
    let interrupt = Interrupt { continuation.finish() }
    defer { interrupt.end() }
    for await event in events {
      switch event {
      case .heading(let heading):
        guard await take(heading, sensor) else { return }
      case .measured(let samples):
        try recording?.append(samples)
      case .screen(let event):
        guard other(event) else { return }
      case .failed(let error):
        throw CommandFailure(message: error.description)
      }
    }
  }
}

/// Shows headings. Isolation: belongs to the task that shows.
protocol CompassView {
  /// Events of the terminal; `nil` without a screen.
  var screenEvents: AsyncStream<TerminalScreen.Event>? { get }
  func show(_ heading: Heading)
  /// Handles an event of the screen; returns whether to continue.
  func take(_ event: TerminalScreen.Event) -> Bool
  func finish()
}

extension CompassView {
  var screenEvents: AsyncStream<TerminalScreen.Event>? { nil }
  func take(_ event: TerminalScreen.Event) -> Bool { true }
  func finish() {}
}

/// One line for each heading.
struct CompassLines: CompassView {
  private let output = StandardOutput(.live)

  func show(_ heading: Heading) { output.line(heading.words(degree: "°")) }
}

/// One JSON object for each heading.
struct CompassJSON: CompassView {
  private let output = StandardOutput(.live)

  func show(_ heading: Heading) {
    var json = JSONText()
    json.object {
      $0.member("t", Double(heading.time.nanoseconds) / 1e9, places: 3)
      $0.member("magnetic", heading.magneticHeading, places: 2)
      $0.member("true", heading.trueHeading, places: 2)
      $0.member("accuracy", heading.accuracy, places: 2)
      if let field = heading.field {
        $0.array("field_ut") {
          for part in [field.x, field.y, field.z] { $0.element(part, places: 2) }
        }
      }
    }
    json.newline()
    output.write(json.bytes)
  }
}

extension Heading {
  /// Degrees from true north if that is known, otherwise from magnetic north.
  var shown: Double { trueHeading ?? magneticHeading }

  /// The heading for a person.
  func words(degree: String) -> String {
    let angle = right(shown < 359.95 ? shown.text(places: 1) : "0.0", 5)
    let accuracy =
      accuracy.map { "+-\($0.text(places: 1))\(degree)" } ?? "not calibrated, or disturbed"
    return "\(angle)\(degree) \(trueHeading == nil ? "magnetic" : "true")  \(accuracy)"
  }
}
