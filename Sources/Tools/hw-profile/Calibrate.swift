import ArgumentParser
import CairnFiles
import CairnLinux
import CairnProfiles
import CairnProviders
import CairnTypes
import CommandSupport

struct Calibrate: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measures what a receiver or a scan draws, and prints a patch for the profile.",
    discussion: """
      The sensor is one of the kernel's hwmon, such as an INA219 or INA226 in the receiver's supply. With \
      --device, the receiver is opened and its state observed, so that acquiring and tracking are measured \
      without your help. You bring the receiver to all other states when asked.

      Power that the sensor measures besides the receiver's is subtracted: measure it as the state baseline, \
      with the receiver removed, or as the state off. Without either, nothing is subtracted. Figures are \
      medians of means over --average seconds, with their spread.

      What a Wi-Fi scan draws is measured from the recording of a power meter (--from), with the radio on and \
      idle as the state baseline, and at least five scans: the readings of each as scan (both bands), scan_2ghz or \
      scan_passive, from its beginning to its end. Figures are medians of their energies and durations.

      Examples:
        hw-profile calibrate my-board --sensor ina226 --states baseline,backup,acquiring,tracking
        hw-profile calibrate my-board --sensor ina219 --device /dev/ttyS1 --states baseline,acquiring,tracking
        hw-profile calibrate my-board --sensor ina226 --states off,tracking --record readings.csv
        hw-profile calibrate my-board --from readings.csv | patch -p0
        hw-profile calibrate my-board --from scans.csv --json

      Exit codes: 0 done, 1 the sensor, the profile or the measurement is not good enough, 64 wrong usage.
      """)

  @Argument(help: "A name, or the path of a .yaml file.")
  var profile: String

  @Option(help: "The sensor's name, or the path of its folder in sysfs.")
  var sensor: String?

  @Option(help: "A recording instead of a sensor: lines of seconds,milliwatts,state.")
  var from: String?

  @Option(help: "States to measure: baseline, off, backup, standby, acquiring, tracking, cyclic.")
  var states = MeasuredStates(states: [.off, .backup, .acquiring, .tracking])

  @Option(help: "The receiver: a device, or tcp://host:port.")
  var device: String?

  @Option(
    parsing: .unconditional, help: "Seconds to measure each state. Default: 20.",
    transform: OptionNumber.decimal
  )
  var perState = 20.0

  @Option(
    parsing: .unconditional, help: "Seconds to ignore after a change of state. Default: 2.",
    transform: OptionNumber.decimal)
  var settle = 2.0

  @Option(
    parsing: .unconditional, help: "Seconds to average over. Default: 1.",
    transform: OptionNumber.decimal)
  var average = 1.0

  @Option(
    parsing: .unconditional, help: "Seconds to wait for a fix with --device. Default: 180.",
    transform: OptionNumber.decimal)
  var timeout = 180.0

  @Option(help: "A new file for the readings.")
  var record: String?

  @Option(help: "The day of the measurement, such as 2026-03-31. Default: today.")
  var date: String?

  @Option(help: "Where sysfs is mounted.")
  var sysfs = "/sys"

  @OptionGroup var folder: ProfilesOption

  @Flag(help: "Print one JSON object instead of a patch.")
  var json = false

  func validate() throws {
    if (sensor == nil) == (from == nil) {
      throw ValidationError("name a sensor with --sensor, or a recording with --from")
    }
    if from != nil && (device != nil || record != nil) {
      throw ValidationError("--device and --record need --sensor")
    }
    if let device, let fault = SourceAddress.fault(of: device) {
      throw ValidationError("--device: \(fault)")
    }
    if let operation = states.states.first(where: { $0.operation != nil }) {
      throw ValidationError("'\(operation.rawValue)' is measured from a recording, with --from")
    }
    for (name, value) in [
      ("--per-state", perState), ("--average", average), ("--timeout", timeout),
    ] where !(value > 0 && value <= 86_400) {
      throw ValidationError("\(name) must be above 0 s, at most a day")
    }
    if !(settle >= 0 && settle <= 3600) { throw ValidationError("--settle must be 0 s to an hour") }
    if let date, CalendarDay(date) == nil {
      throw ValidationError("--date is a day such as 2026-03-31")
    }
  }

  func run() async throws {
    let board = try Profiles.named(profile, folder.search)
    var (samples, instrument): ([PowerSample], String)
    if let from {
      (samples, instrument) = (try PowerRecording.read(from), from)
      if let last = from.split(separator: "/").last { instrument = String(last) }
    } else {
      let sensor = try PowerSensor(self.sensor ?? "", sysfs: sysfs)
      instrument = sensor.name
      samples = try await measure(sensor)
    }
    let fit = try fit(samples)
    let result = Calibration(
      fit, of: board, instrument: instrument, date: date ?? CalendarDay.today)
    if fit.baseline == nil {
      Terminal.complain("no baseline was measured: the sensor is assumed to see the receiver only")
    }
    if json { return say(result.item.json) }
    result.complain()
    let patch = try Profiles.complaining { () throws(ProfileErrors) in
      try result.patch(
        of: Profiles.file(of: profile, folder.search), modules: folder.search.modules)
    }
    sayExactly(patch)
  }

  private func fit(_ samples: [PowerSample]) throws -> PowerFit {
    var settings = PowerFit.Settings()
    settings.settling = settle
    settings.average = average
    do throws(PowerFitError) {
      return try PowerFit(samples, settings)
    } catch {
      throw CommandFailure(message: "\(error)")
    }
  }

  private func measure(_ sensor: PowerSensor) async throws -> [PowerSample] {
    let file = try record.map { try RecordingFile(path: $0) }
    try file?.append(Array(PowerRecording.head.utf8))
    let meter = PowerMeter(sensor, dwell: settle + perState) { sample in
      try file?.append(Array(PowerRecording.line(sample).utf8))
    }
    let led = device == nil ? [] : states.states.filter { $0 == .acquiring || $0 == .tracking }
    // States that need a working receiver come first; it may have to be removed for the others.
    if let device, !led.isEmpty {
      let line = try ReceiverLine(
        .address(SourceAddress(device)), control: .configure, profiles: Profiles.all(folder.search))
      try await meter.measure(led, of: line, timeout: timeout)
    }
    for state in states.states where !led.contains(state) {
      try await meter.measurePrompted(state)
    }
    try file?.finish()
    return meter.samples
  }
}

/// States on the command line, separated by commas.
struct MeasuredStates: ExpressibleByArgument {
  let states: [MeasuredState]

  init(states: [MeasuredState]) { self.states = states }

  init?(argument: String) {
    let words = argument.split(separator: ",", omittingEmptySubsequences: false)
    let states = words.compactMap { MeasuredState(rawValue: String($0)) }
    guard states.count == words.count, Set(states).count == states.count else { return nil }
    self.states = states
  }

  var defaultValueDescription: String { states.map(\.rawValue).joined(separator: ",") }
}
