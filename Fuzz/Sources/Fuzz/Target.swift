import Glibc

/// One thing that is fuzzed.
struct Target: Sendable {
  /// How an input is changed.
  enum Form: Sendable {
    /// As bytes without a structure.
    case bytes
    /// As frames, behind so many bytes that are none.
    case frames(prefix: Int)
  }

  let name: String
  let form: Form
  /// Bytes.
  let maximumLength: Int
  /// What it starts from, made up: a name and the bytes for each.
  let seeds: @Sendable () -> [(name: String, bytes: [UInt8])]
  /// Stops the program where a property does not hold.
  let run: @Sendable ([UInt8]) -> Void

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

  /// Every target; `scripts/fuzz.sh` asks for their names.
  static let all = [
    framer, nmea, ubx, rtcm, casic, catalogue, stream, gpsd, printers, driver, ntrip, assistance,
    playback, engine, kept, texts, profiles, lines, tables, regions, devices,
  ]

  /// A file for each seed in `FOLDER/NAME`.
  func writeSeeds(into folder: String) {
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

/// Stops the program, with what went wrong; a `precondition` of a release build says nothing.
func require(_ condition: Bool, _ failure: @autoclosure () -> String) {
  if !condition { fatalError(failure()) }
}
