import Glibc

/// One target: a function that takes any bytes, and what it starts from.
package struct Target: Sendable {
  /// How inputs are mutated.
  package enum Form: Sendable {
    /// As unstructured bytes.
    case bytes
    /// As frames, after a prefix of that many bytes.
    case frames(prefix: Int)
  }

  package let name: String
  package let form: Form
  /// Longest input, in bytes.
  package let maximumLength: Int
  /// Returns the made-up seeds, each with a name.
  package let seeds: @Sendable () -> [(name: String, bytes: [UInt8])]
  /// Runs one input; stops the program if a property does not hold.
  package let run: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, _ form: Form = .bytes, maximumLength: Int = 4096,
    seeds: @escaping @Sendable () -> [(name: String, bytes: [UInt8])],
    run: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.form = form
    self.maximumLength = maximumLength
    self.seeds = seeds
    self.run = run
  }

  /// All targets; `scripts/check/fuzz.sh` asks for their names.
  package static let all = [
    framer, nmea, ubx, rtcm, casic, catalogue, stream, gpsd, requests, printers, driver, ntrip,
    assistance,
    playback, engine, kept, texts, profiles, lines, tables, regions, devices, dbus, radio, modem,
    beacons, controller, sensors,
    places, trees, features, includes, http, wire, configuration, desktop,
    dashboard, maps, spool,
  ]

  /// Returns the target of a name; `nil` if there is none.
  package static func named(_ name: String) -> Target? { all.first { $0.name == name } }

  /// Writes a file for each seed to `FOLDER/NAME`.
  package func writeSeeds(into folder: String) {
    let place = "\(folder)/\(name)"
    mkdir(folder, 0o755)
    mkdir(place, 0o755)
    for seed in seeds() where seed.bytes.count <= maximumLength {
      guard let file = fopen("\(place)/\(seed.name)", "w") else {
        fatalError("cannot write to \(place): make the folder writable")
      }
      fwrite(seed.bytes, 1, seed.bytes.count, file)
      fclose(file)
    }
  }
}

/// Stops the program and prints the failure; `precondition` prints nothing in a release build.
func require(_ condition: Bool, _ failure: @autoclosure () -> String) {
  if !condition { fatalError(failure()) }
}
