import ArgumentParser
import CairnSensors
import CairnTypes
import CommandSupport

struct CompassCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compass",
    abstract: "Turns recorded magnetometer, accelerometer and gyroscope into headings.",
    discussion: """
      The samples are comma-separated values whose first line names the columns: t (seconds, growing), \
      ax, ay, az (m/s2, up at rest), mx, my, mz (microtesla) and, if there is a gyroscope, gx, gy, gz \
      (rad/s), in any order, with x to the right of the device, y towards its top and z out of its face; \
      10 to 1000 samples a second. Samples without a field have it empty.

      Prints the columns t, heading and accuracy: degrees clockwise from magnetic north of the device's \
      top, and degrees that hold 68 % of the errors. Both are empty while the heading is unknown: in the \
      first half second, after a gap of more than a second, long beside a magnet, and without a \
      gyroscope while the device moves.

      With --calibrate, the samples are those of a device that is turned about several axes, best after \
      a second of rest. Prints its calibration as a table of one row, which --calibration reads; exit \
      code 1 says that the device was not turned enough.

      With --mount, the sensor's axes are not those of the device: --mount takes the rotation as the \
      kernel writes it in in_mount_matrix.

      A row that cannot be used is left out and reported at the end with its line number.

      Examples:
        cairn compass --in walk.csv --out headings.csv
        cairn compass --calibrate --in turning.csv --out calibration.csv
        cairn compass --calibration calibration.csv < walk.csv
        cairn compass --mount "0, 1, 0; -1, 0, 0; 0, 0, 1" --in walk.csv

      Exit codes: 0 done, 1 a file cannot be read or written, has no usable rows or too little turning, \
      64 wrong usage.
      """)

  @Option(name: .customLong("in"), help: "The samples; - reads standard input.")
  var input = "-"

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

  func validate() throws {
    if calibrate, calibration != nil {
      throw ValidationError("--calibrate finds what --calibration reads: use one of them")
    }
    _ = try mountMatrix
  }

  func run() throws {
    let mount = try mountMatrix
    let known = try calibration.map { try CalibrationTable.read($0) }
    var samples = try SampleTable(path: input, mount: mount)
    let writer = try TableOutput(path: output)
    if calibrate {
      try calibrate(&samples, writer)
    } else {
      try point(&samples, known ?? .identity, writer)
    }
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
      while let (time, sample) = try samples.next() {
        compass.take(sample)
        let heading = compass.heading
        // What would be rounded to a whole turn is none.
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
      while let (_, sample) = try samples.next() {
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
  /// What is wrong, to follow the name of the option.
  fileprivate var words: String {
    switch self {
    case .notNine(let found): "needs nine numbers, not \(found)"
    case .notANumber(let place): "has no number in place \(place + 1)"
    case .notARotation: "is no rotation: its rows must be perpendicular and of length 1"
    case .mirrored: "is a mirror: one axis has the wrong sign"
    }
  }
}
