import ArgumentParser
import CairnFiles
import CairnGeodesy
import CairnLinux
import CairnSensors
import CairnTypes
import CommandSupport

struct CompassCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass",
    abstract: "Shows where the device points, or turns a recording of its sensors into headings.",
    discussion: """
      Without --in, the device's own magnetometer, accelerometer and gyroscope are read: a rose on a \
      terminal, whose top is where the device points (q ends it), else a line for each heading, or with \
      --json an object. `cairn sensors` says what there is. They are from true north with --place, or where \
      cairnd knows the position, which tells the declination, else from magnetic north, and say which. Headings have no accuracy until the \
      magnetometer is calibrated: with --calibrate, or in the folder of --state as the device is turned.

      With --in, the samples are comma-separated values whose first line names the columns: t (seconds, growing), \
      ax, ay, az (m/s2, up at rest), mx, my, mz (microtesla) and, if there is a gyroscope, gx, gy, gz \
      (rad/s), in any order, with x to the right of the device, y towards its top and z out of its face; \
      10 to 1000 samples a second. Samples without a field have it empty.

      Of a recording, the columns t, heading and accuracy are printed: degrees clockwise from magnetic north of the \
      device's top, and degrees that hold 68 % of the errors. Both are empty while the heading is unknown: in the \
      first half second, after a gap of more than a second, long beside a magnet, and without a \
      gyroscope while the device moves.

      With --calibrate, the samples are those of a device that is turned about several axes, best after \
      a second of rest. Prints its calibration as a table of one row, which --calibration reads; exit \
      code 1 says that the device was not turned enough.

      With --mount, the axes of recorded sensors are not those of the device: --mount takes the rotation as the \
      kernel writes it in in_mount_matrix.

      With --record, what the device's own sensors measure is also written to a file, as --in reads it. The file \
      appears at the end.

      A row that cannot be used is left out and reported at the end with its line number.

      Examples:
        cairn compass
        cairn compass --place "37.5664, 126.9780"
        cairn compass --calibrate --out calibration.csv
        cairn compass --calibration calibration.csv --json
        cairn compass --record walk.csv
        cairn compass --in walk.csv --out headings.csv
        cairn compass --calibrate --in turning.csv --out calibration.csv
        cairn compass --calibration calibration.csv --in - < walk.csv
        cairn compass --mount "0, 1, 0; -1, 0, 0; 0, 0, 1" --in walk.csv

      Exit codes: 0 done, 1 a file cannot be read or written, has no usable rows or too little turning, \
      or there is no compass, 2 there was no heading, 64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "Recorded samples; - reads standard input.")
  var input: String?

  @Option(name: .customLong("out"), help: "The file to make or replace; - writes standard output.")
  var output = "-"

  @Flag(help: "Print the magnetometer's calibration instead of headings.")
  var calibrate = false

  @Option(help: "A table that --calibrate has written.")
  var calibration: String?

  @Option(
    parsing: .unconditional,
    help: "Rotation of the sensor's axes to the device's, such as \"0, 1, 0; -1, 0, 0; 0, 0, 1\".")
  var mount: String?

  @Flag(help: "Print one JSON object for each heading of the device's own compass.")
  var json = false

  @Option(
    parsing: .unconditional,
    help: "Where the device is, latitude first: then its own compass shows true north.")
  var place: String?

  @Option(
    parsing: .unconditional, help: "End after this many seconds.", transform: OptionNumber.decimal)
  var duration: Double?

  @Option(help: "The file to make or replace with what the device's own sensors measure.")
  var record: String?

  @OptionGroup var keeping: StateFolder

  @Option(help: ArgumentHelp("Another folder than /sys.", visibility: .hidden))
  var sysfs = "/sys"

  func validate() throws {
    if input == nil, mount != nil {
      throw ValidationError("--mount needs --in: the kernel knows how the device's own are mounted")
    }
    if input == nil, !calibrate, output != "-" { throw ValidationError("--out needs --in") }
    if input != nil, json || duration != nil || place != nil || record != nil {
      throw ValidationError(
        "--json, --duration, --place and --record are for the device's own compass, without --in")
    }
    if let place, Coordinate(place) == nil {
      throw ValidationError("--place is no latitude and longitude: write \"37.5664, 126.9780\"")
    }
    if let duration, !(duration > 0 && duration < 1e6) {
      throw ValidationError("--duration must be above 0 and below 1,000,000")
    }
    if calibrate, calibration != nil {
      throw ValidationError("--calibrate finds what --calibration reads: use one of them")
    }
    _ = try mountMatrix
  }

  func run() async throws {
    let mount = try mountMatrix
    let known = try calibration.map { try CalibrationTable.read($0) }
    guard let input else { return try await runLive(known) }
    var samples = try SampleTable(path: input, mount: mount)
    let writer = try TableOutput(path: output)
    if calibrate {
      try calibrate(&samples, writer)
    } else {
      try point(&samples, known ?? .identity, writer)
    }
  }

  private func runLive(_ known: MagneticCalibration?) async throws {
    let live = LiveCompass(
      calibrates: calibrate, calibration: known, state: try keeping.writable(),
      place: place.flatMap { Coordinate($0) }, duration: duration,
      recording: try record.map { try SampleTableWriter(path: $0) },
      folders: IIOFolders(sysfs: sysfs))
    if calibrate { return try await live.calibrate(to: try TableOutput(path: output)) }
    let traits = TerminalTraits(environment: Environment.value)
    let hadHeading: Bool
    if json {
      hadHeading = try await live.show(on: CompassJSON())
    } else if StandardOutput.isTerminal, traits.placesCursor {
      hadHeading = try await live.show(on: RoseView(traits))
    } else {
      hadHeading = try await live.show(on: CompassLines())
    }
    if !hadHeading { throw ExitCode(CommandFailure.noReceiver) }
  }

  private var mountMatrix: MountMatrix {
    get throws {
      guard let mount else { return .identity }
      do throws(MountMatrix.Failure) {
        return try MountMatrix(mount)
      } catch {
        throw ValidationError("--mount \(error.words)")
      }
    }
  }

  private func point(
    _ samples: inout SampleTable, _ calibration: MagneticCalibration, _ writer: TableOutput
  ) throws {
    var compass = Compass(
      calibration: calibration, pointing: HeadingAxis(.portrait, usesBack: false))
    writer.append(["t", "heading", "accuracy"])
    repeat {
      while let (time, sample) = samples.next() {
        compass.take(sample)
        let heading = compass.heading
        // An angle that would be rounded to a whole turn is written as zero.
        let angle = heading.map { $0.magneticHeading < 359.9995 ? $0.magneticHeading : 0 }
        writer.append([
          time.text(places: 6), angle?.text(places: 3) ?? "",
          heading?.accuracy?.text(places: 3) ?? "",
        ])
      }
      try writer.flush()
    } while try samples.fill()
    try samples.finish()
    try writer.close()
  }

  private func calibrate(_ samples: inout SampleTable, _ writer: TableOutput) throws {
    var turning = TurnCalibrator()
    var still = FieldCalibrator()
    repeat {
      while let (_, sample) = samples.next() {
        if samples.hasGyroscope {
          turning.take(sample)
        } else if let field = sample.field {
          still.take(field)
        }
      }
    } while try samples.fill()
    try samples.finish()
    let state = samples.hasGyroscope ? turning.state : still.state
    guard case .calibrated(let calibration, let deviation) = state else {
      throw CommandFailure(
        message: "\(samples.name): the device was not turned enough: "
          + "turn it about two axes, each by a whole turn or more")
    }
    CalibrationTable.write(calibration, deviation: deviation, to: writer)
    try writer.close()
  }
}

extension MountMatrix.Failure {
  /// Description of the defect, to follow the name of the option or file.
  var words: String {
    switch self {
    case .notNine(let found): "needs nine numbers, not \(found)"
    case .notANumber(let place): "has no number in place \(place + 1)"
    case .notARotation: "is no rotation: its rows must be perpendicular and of length 1"
    case .mirrored: "is a mirror: one axis has the wrong sign"
    }
  }
}
