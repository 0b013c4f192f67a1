import ArgumentParser
import CairnFiles
import CairnJSON
import CairnLinux
import CairnKernelSensors
import CairnSensors
import CairnTypes
import CommandSupport

struct SensorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sensors",
    abstract: "Lists the sensors of headings, heights and motion, and what is missing.",
    discussion: """
      A sensor whose buffer this user may read is read in batches, which costs few wake-ups; any other is \
      polled, a file for each axis. A gyroscope is of use only through its buffer. An accelerometer that \
      tells motion is sampled, unless its chip can wake the host. What is wrong with a sensor's files is \
      printed, and what grants a right that is missing.

      --state names the folder in which a program keeps the calibration of the magnetometer.

      Examples:
        cairn sensors
        cairn sensors --json
        cairn sensors --state /var/lib/cairn

      Exit codes: 0 there are headings, heights or motion to be had, 1 the folder cannot be used, 2 no \
      sensor for any of them, 64 wrong usage.
      """)

  @Flag(help: "Print one JSON object for each sensor, and one for what they are good for.")
  var json = false

  @OptionGroup var keeping: StateFolder

  @Option(help: ArgumentHelp("Another folder than /sys.", visibility: .hidden))
  var sysfs = "/sys"

  func run() throws {
    let folders = IIOFolders(sysfs: sysfs)
    let report = SensorReport(
      devices: IIODevice.all(in: folders),
      isCalibrated: CompassSensor.hasCalibration(in: keeping.path))
    let output = StandardOutput()
    if json {
      for row in report.json { output.write(row.bytes) }
    } else {
      for line in report.lines { output.line(line) }
    }
    output.flush()
    if !report.canPoint && !report.canMeasureHeight && !report.canTellMotion {
      throw ExitCode(CommandFailure.noReceiver)
    }
  }
}

/// Information about the sensors that is printed.
struct SensorReport {
  let devices: [IIODevice]
  /// Whether a calibration of the magnetometer is saved; `nil` if none can be saved.
  let isCalibrated: Bool?

  private func measures(_ quantity: IIOQuantity) -> Bool {
    devices.contains { $0.description.reading(of: quantity) != nil }
  }

  var canPoint: Bool { measures(.magneticField) && measures(.acceleration) }
  var canMeasureHeight: Bool { measures(.pressure) }
  var canTellMotion: Bool { measures(.acceleration) }
  /// Whether an accelerometer's chip watches for motion by itself, so that nothing is sampled at
  /// rest.
  var wakesOnMotion: Bool {
    devices.contains {
      $0.description.reading(of: .acceleration) != nil && $0.description.motionEvent != nil
        && $0.obstacle == nil
    }
  }
  /// Whether headings are available while the device moves.
  var canPointWhileMoving: Bool {
    canPoint
      && devices.contains { $0.hasUsableBuffer && $0.description.reading(of: .rotationRate) != nil }
  }

  /// Missing parts and their remedies.
  var advice: [String] {
    var advice: [String] = []
    if !measures(.magneticField) { advice.append("no magnetometer: there are no headings") }
    if !measures(.acceleration) {
      advice.append("no accelerometer: there are no headings, and fixes show motion")
    }
    if canPoint, !measures(.rotationRate) {
      advice.append("no gyroscope: there is a heading only while the device is still")
    }
    if !measures(.pressure) { advice.append("no barometer: heights are those of satellites") }
    if canPoint, isCalibrated == false {
      advice.append(
        "the magnetometer is not calibrated: turn the device about several axes while a program "
          + "wants headings, or run `cairn compass --calibrate`")
    }
    if let obstacle = devices.lazy.compactMap(\.obstacle).first {
      advice.append(
        "no right to read buffers (\(errnoName(obstacle.code)) for \(obstacle.path)): install "
          + "udev/70-cairn.rules, and add this user to the group dialout")
    }
    return advice
  }

  var lines: [String] {
    var lines: [String] = []
    if !devices.isEmpty {
      lines.append(Self.row(["SENSOR", "CHIP", "MEASURES", "READ BY", "RATES"]))
    }
    for device in devices {
      lines.append(
        Self.row([
          device.device, "\(ForeignText(device.description.name))",
          device.words.joined(separator: ", "),
          device.access, device.rates,
        ]))
      lines += device.description.issues.map { "  \(device.device): \($0.words)" }
    }
    if canPoint {
      lines.append("headings: yes" + (canPointWhileMoving ? "" : ", while the device is still"))
    }
    if canMeasureHeight { lines.append("relative heights: yes") }
    if canTellMotion {
      lines.append("motion: yes, " + (wakesOnMotion ? "the chip wakes the host" : "by sampling"))
    }
    return lines + advice
  }

  private static func row(_ cells: [String]) -> String {
    let widths = [13, 16, 32, 8]
    return cells.enumerated().map { $0 < widths.count ? left($1, widths[$0]) + " " : $1 }.joined()
  }

  var json: [JSONText] {
    var rows = devices.map { device in
      var json = JSONText()
      json.object {
        $0.member("sensor", device.device)
        $0.member("chip", ForeignText(device.description.name))
        $0.array("measures") { for word in device.words { $0.element(word) } }
        $0.member("access", device.access)
        $0.member("obstacle", device.obstacle.map { errnoName($0.code) })
        $0.array("rates_hz") { for rate in device.description.frequencies { $0.element(rate) } }
        $0.array("issues") { for issue in device.description.issues { $0.element(issue.words) } }
      }
      json.newline()
      return json
    }
    var summary = JSONText()
    summary.object {
      $0.member("headings", canPoint)
      $0.member("headings_while_moving", canPointWhileMoving)
      $0.member("heights", canMeasureHeight)
      $0.member("motion", canTellMotion)
      $0.member("wakes_on_motion", wakesOnMotion)
      $0.key("calibrated")
      if let isCalibrated { $0.element(isCalibrated) } else { $0.null() }
      $0.array("missing") { for line in advice { $0.element(line) } }
    }
    summary.newline()
    rows.append(summary)
    return rows
  }
}

extension IIODevice {
  /// Quantities that it measures, in words.
  fileprivate var words: [String] {
    description.readings.map {
      switch $0.quantity {
      case .acceleration: "acceleration"
      case .rotationRate: "rotation"
      case .magneticField: "field"
      case .pressure: "pressure"
      }
    }
  }

  fileprivate var access: String {
    if hasUsableBuffer { return "buffer" }
    return description.readings.contains { $0.isPolled } ? "polling" : "nothing"
  }

  fileprivate var rates: String {
    guard let first = description.frequencies.first, let last = description.frequencies.last else {
      return "-"
    }
    return first == last ? "\(last.short) Hz" : "\(first.short) to \(last.short) Hz"
  }
}

extension Double {
  /// The number with up to two places, without trailing zeros.
  fileprivate var short: String {
    var text = text(places: 2)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}

extension IIODescription.Issue {
  /// Description of the defect, for a person.
  fileprivate var words: String {
    switch self {
    case .unreadable(let file): "\(ForeignText(file)) cannot be read, and what needs it is left out"
    case .mount(let file, let failure): "\(ForeignText(file)) \(failure.words), and is left out"
    case .axes(let quantity): "not all axes of \(quantity.word) are there, and it is left out"
    }
  }
}
