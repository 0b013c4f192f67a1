import CairnSensors
import CairnTypes

extension Target {
  /// The files of a sensor, a line each (`name=text`), an empty line, and the bytes of its buffer.
  static let sensors = Target("Sensors", maximumLength: 2048, seeds: { SensorSeeds.all }) { input in
    let end = input.indices.first { input[$0] == 10 && ($0 == 0 || input[$0 - 1] == 10) }
    var texts: [String: String] = [:]
    for line in input[..<(end ?? input.count)].split(separator: 10) {
      let parts = line.split(separator: UInt8(ascii: "="), maxSplits: 1)
      guard let name = parts.first else { continue }
      texts[String(decoding: name, as: UTF8.self)] =
        parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
    }
    let description = IIODescription(files: Set(texts.keys), texts: texts)
    for reading in description.readings where reading.quantity != .pressure {
      require(reading.vector(of: [1, 2, 3])?.x.isNaN == false, "a measurement is not a number")
    }
    guard let reader = ScanReader(description) else { return }
    readScans(reader, description, Array(input[(end.map { $0 + 1 } ?? input.count)...]))
  }
}

/// Reads the bytes whole and in two parts: the measurements and the order of times are the same.
private func readScans(_ reader: ScanReader, _ description: IIODescription, _ bytes: [UInt8]) {
  let now = MonotonicTime(nanoseconds: 1_000_000_000_000)
  var joiner = SampleJoiner(hasGyroscope: description.reading(of: .rotationRate) != nil)
  var compass = Compass()
  func read(_ parts: [[UInt8]]) -> [ScanReader.Measurement] {
    var (reader, found, last) = (reader, [ScanReader.Measurement](), MonotonicTime?.none)
    for part in parts {
      reader.read(part.span, at: now) { measurement, time in
        require(last.map { time >= $0 } ?? true, "times go back")
        last = time
        found.append(measurement)
      }
    }
    return found
  }
  let whole = read([bytes])
  let half = bytes.count / 2
  require(read([Array(bytes[..<half]), Array(bytes[half...])]) == whole, "parts differ")
  for (place, measurement) in whole.enumerated() {
    guard case .vector(let quantity, let value) = measurement else { continue }
    joiner.take(quantity, value, at: now + .milliseconds(Int64(place) * 7))
  }
  joiner.drain { compass.take($0) }
  if let heading = compass.heading {
    require((0..<360).contains(heading.magneticHeading), "a heading outside the circle")
  }
}

private enum SensorSeeds {
  private static func sensor(_ word: String, _ more: String, _ format: String) -> String {
    let axes = ["x", "y", "z"].enumerated().map {
      "in_\(word)_\($1)_raw=\nscan_elements/in_\(word)_\($1)_type=\(format)\n"
        + "scan_elements/in_\(word)_\($1)_index=\($0)\n"
    }
    return "name=\(word)\n" + axes.joined() + "in_\(word)_scale=0.01\n" + more + "\n"
  }

  static let all: [(name: String, bytes: [UInt8])] = [
    (
      "magnetometer",
      Array(
        sensor(
          "magn", "in_mount_matrix=0, 1, 0; -1, 0, 0; 0, 0, 1\nin_magn_x_offset=-4\n",
          "be:s12/16>>4"
        ).utf8) + [UInt8](1...36)
    ),
    (
      "accelerometer",
      Array(
        sensor(
          "accel",
          "scan_elements/in_timestamp_type=le:s64/64>>0\nscan_elements/in_timestamp_index=3\n"
            + "sampling_frequency=10\nsampling_frequency_available=10 50\n", "le:s32/32>>0"
        ).utf8) + [UInt8](1...72)
    ),
    (
      "barometer",
      Array("in_pressure_raw=\nin_pressure_scale=0.000244\nin_pressure_offset=4\n\n".utf8)
    ),
  ]
}
