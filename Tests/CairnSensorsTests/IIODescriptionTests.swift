import CairnSensors
import CairnTypes
import Testing

@Suite("Devices of the kernel's Industrial I/O")
struct IIODescriptionTests {
  /// A magnetometer with a buffer, as the kernel shows it.
  static let magnetometer = [
    "name": "lis3mdl", "in_magn_x_raw": "", "in_magn_y_raw": "", "in_magn_z_raw": "",
    "in_magn_scale": "0.000146156\n", "in_magn_x_offset": "10",
    "in_mount_matrix": "0, 1, 0; -1, 0, 0; 0, 0, 1\n",
    "sampling_frequency": "10.000000", "sampling_frequency_available": "0.625 80 1.25 20\n",
    "current_timestamp_clock": "realtime",
    "scan_elements/in_magn_x_type": "le:s16/16>>0\n", "scan_elements/in_magn_x_index": "0\n",
    "scan_elements/in_magn_y_type": "le:s16/16>>0", "scan_elements/in_magn_y_index": "1",
    "scan_elements/in_magn_z_type": "le:s16/16>>0", "scan_elements/in_magn_z_index": "2",
    "scan_elements/in_timestamp_type": "le:s64/64>>0", "scan_elements/in_timestamp_index": "3",
  ]

  private func description(_ files: [String: String]) -> IIODescription {
    IIODescription(files: Set(files.keys), texts: files)
  }

  @Test func `a measurement is offset, scaled to microtesla and turned to the device's axes`()
    throws
  {
    let magnetometer = description(Self.magnetometer)
    #expect(magnetometer.name == "lis3mdl" && magnetometer.issues.isEmpty)
    let reading = try #require(magnetometer.reading(of: .magneticField))
    let field = try #require(reading.vector(of: [990, 2000, -3000]))
    #expect(abs(field.x - 2000 * 0.0146156) < 1e-9)
    #expect(abs(field.y + 1000 * 0.0146156) < 1e-9)
    #expect(abs(field.z + 3000 * 0.0146156) < 1e-9)
    #expect(reading.isPolled && magnetometer.layout?.size == 16)
    #expect(reading.files == ["in_magn_x_raw", "in_magn_y_raw", "in_magn_z_raw"])
    #expect(magnetometer.frequencies == [0.625, 1.25, 20, 80])
    #expect(magnetometer.frequency(for: 50) == 80 && magnetometer.frequency(for: 100) == 80)
  }

  @Test func `scales of single axes and kinds come before the common one`() throws {
    var files = Self.magnetometer
    files["in_magn_y_scale"] = "0.01"
    let reading = try #require(description(files).reading(of: .magneticField))
    #expect(reading.scales[1] == 1 && abs(reading.scales[0] - 0.0146156) < 1e-12)
  }

  @Test func `a mount matrix that is no rotation is left out and named`() throws {
    for (text, failure) in [
      ("0, 1, 0; 0, 1, 0; 0, 0, 1", MountMatrix.Failure.notARotation),
      ("1, 0, 0; 0, 1, 0; 0, 0, -1", .mirrored), ("nonsense", .notNine(found: 1)),
    ] {
      var files = Self.magnetometer
      files["in_mount_matrix"] = text
      let found = description(files)
      #expect(found.issues == [.mount(file: "in_mount_matrix", failure)])
      #expect(found.reading(of: .magneticField)?.mount == .identity)
    }
  }

  @Test func `what cannot be read is left out and named`() {
    var files = Self.magnetometer
    files["in_magn_scale"] = "NaN"
    #expect(description(files).reading(of: .magneticField) == nil)
    #expect(description(files).issues == [.unreadable(file: "in_magn_scale")])
    files["in_magn_scale"] = "0.000"
    #expect(description(files).reading(of: .magneticField) == nil)
    files = Self.magnetometer.filter { !$0.key.contains("magn_z") }
    #expect(description(files).issues == [.axes(.magneticField)])
    files = Self.magnetometer
    files["scan_elements/in_magn_z_type"] = "le:s16/16X2>>0"
    #expect(
      description(files).issues == [.unreadable(file: "scan_elements/in_magn_z_type")])
    #expect(description([:]).readings.isEmpty && description([:]).layout == nil)
  }

  @Test func `pressure is worked out, or read as it is`() throws {
    let raw = description([
      "in_pressure_raw": "", "in_pressure_scale": "0.000244", "in_pressure_offset": "4",
    ])
    let reading = try #require(raw.reading(of: .pressure))
    #expect(abs(reading.value(of: 415_000, channel: 0) - 415_004 * 0.00244) < 1e-9)
    let done = description([
      "in_pressure_input": "", "in_pressure_scale": "0.000244", "name": "bmp280",
    ])
    let input = try #require(done.reading(of: .pressure))
    #expect(input.files == ["in_pressure_input"] && input.value(of: 100.65, channel: 0) == 1006.5)
  }

  @Test func `measurements themselves describe nothing`() {
    #expect(IIODescription.isDescriptive("in_accel_scale"))
    #expect(IIODescription.isDescriptive("in_anglvel_mount_matrix"))
    for file in ["in_magn_x_raw", "in_pressure_input", "uevent", "in_accel_x_calibbias", "power"] {
      #expect(!IIODescription.isDescriptive(file), "\(file)")
    }
  }

  @Test func `a buffer gives each measurement with its time`() throws {
    var reader = try #require(ScanReader(description(Self.magnetometer)))
    let now = MonotonicTime(nanoseconds: 5_000_000_000)
    func scan(_ x: UInt8, at time: Int64) -> [UInt8] {
      [x, 0, 0, 0, 0, 0, 0xEE, 0xEE] + withUnsafeBytes(of: time.littleEndian) { Array($0) }
    }
    let bytes = scan(0, at: 4_900_000_000) + scan(10, at: 4_950_000_000)
    var found: [(Vector3, MonotonicTime)] = []
    let take = { (measurement: ScanReader.Measurement, time: MonotonicTime) in
      if case .vector(.magneticField, let field) = measurement { found.append((field, time)) }
    }
    // Cut in the second scan.
    for part in [Array(bytes[..<20]), Array(bytes[20...])] {
      let count = reader.read(part.span, at: now, take)
      #expect(count == 1)
    }
    #expect(found.map(\.1.nanoseconds) == [4_900_000_000, 4_950_000_000])
    #expect(found.map { ($0.0.y * 1e4).rounded() } == [-1462, -2923])
    #expect(reader.repairedTimes == 0)
  }
}

@Suite("Joined samples")
struct SampleJoinerTests {
  private func at(_ milliseconds: Int64) -> MonotonicTime {
    MonotonicTime(nanoseconds: milliseconds * 1_000_000)
  }

  @Test func `fields that come as often are interpolated as well`() {
    var joiner = SampleJoiner(hasGyroscope: true)
    for step in 0...5 as ClosedRange<Int64> {
      joiner.take(.acceleration, Vector3(0, 0, 9.8), at: at(step * 20))
      joiner.take(.magneticField, Vector3(Double(step) * 20, 0, 0), at: at(step * 20))
      joiner.take(.rotationRate, .zero, at: at(step * 20 + 5))
    }
    var samples: [MotionSample] = []
    joiner.drain { samples.append($0) }
    #expect(samples.map { $0.field?.x } == [5, 25, 45, 65, 85], "the last waits")
  }

  @Test func `acceleration is interpolated, and a field counts once`() {
    var joiner = SampleJoiner(hasGyroscope: true)
    for (time, z) in [(0, 9.0), (20, 11), (40, 13)] as [(Int64, Double)] {
      joiner.take(.acceleration, Vector3(0, 0, z), at: at(time))
    }
    for time in [5, 25, 45] as [Int64] {
      joiner.take(.rotationRate, Vector3(Double(time), 0, 0), at: at(time))
    }
    joiner.take(.magneticField, Vector3(1, 0, 0), at: at(4))
    joiner.take(.magneticField, Vector3(2, 0, 0), at: at(44))
    var samples: [MotionSample] = []
    joiner.drain { samples.append($0) }
    #expect(samples.map(\.time) == [at(5), at(25)], "the third waits for its acceleration")
    #expect(samples.map(\.acceleration.z) == [9.5, 11.5])
    #expect(samples.map(\.field?.x) == [1, nil])
    joiner.take(.acceleration, Vector3(0, 0, 15), at: at(60))
    joiner.drain { samples.append($0) }
    #expect(samples.count == 2, "a later field may be on its way")
    joiner.take(.rotationRate, .zero, at: at(80))
    joiner.drain { samples.append($0) }
    #expect(samples.last?.time == at(45) && samples.last?.field?.x == 2)
    #expect(samples.count == 3)
  }

  @Test func `without a gyroscope samples have the times of the accelerometer`() {
    var joiner = SampleJoiner(hasGyroscope: false)
    joiner.take(.acceleration, Vector3(0, 0, 9.8), at: at(10))
    joiner.take(.magneticField, Vector3(20, 0, 0), at: at(9))
    joiner.take(.acceleration, Vector3(0, 0, 9.8), at: at(10))
    var samples: [MotionSample] = []
    joiner.drain { samples.append($0) }
    #expect(samples.count == 1 && samples[0].field?.x == 20 && samples[0].rotationRate == nil)
    #expect(joiner.dropped == 1, "one was not later")
  }

  @Test func `a silent accelerometer makes no samples, and memory stays bounded`() {
    var joiner = SampleJoiner(hasGyroscope: true)
    for step in 0..<5_000 {
      joiner.take(.rotationRate, .zero, at: at(Int64(step) * 20))
      if step % 100 == 0 {
        joiner.drain { _ in Testing.Issue.record("a sample without acceleration") }
      }
    }
    #expect(joiner.dropped == 0)
    for step in 5_000..<6_000 { joiner.take(.rotationRate, .zero, at: at(Int64(step) * 20)) }
    #expect(joiner.dropped > 0)
  }
}
