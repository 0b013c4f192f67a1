import CFuzzer
import CairnGeodesy
import CairnTypes
import CairnUpdates
import Glibc

@main
enum Program {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(LLVMFuzzerRunDriver(&count, &arguments, fuzz))
  }
}

/// What people write, the files of a policy and coordinates; and what an earlier program has kept.
@c(LLVMFuzzerTestOneInput)
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let start, count > 0 else { return 0 }
  let bytes = [UInt8](UnsafeBufferPointer(start: start, count: count))
  policy(bytes)
  coordinate(String(decoding: bytes, as: UTF8.self))
  kept(bytes)
  return 0
}

/// What can be read can be written and read again.
private func kept(_ bytes: [UInt8]) {
  if let monitor = RegionMonitor(decoding: bytes) {
    precondition(RegionMonitor(decoding: monitor.encoded)?.count == monitor.count)
  }
  if let detector = VisitDetector(decoding: bytes) {
    precondition(VisitDetector(decoding: detector.encoded)?.stage == detector.stage)
  }
}

private func policy(_ bytes: [UInt8]) {
  let allowed = Authorization(status: .authorizedAlways, reason: "nothing else is said")
  var rules = PolicyRules()
  do throws(PolicyFileError) {
    try rules.add("fuzz.conf", bytes)
    // Read again, the same rules say the same, and only the place may be another.
    var twice = rules
    do throws(PolicyFileError) { try twice.add("fuzz.conf", bytes) } catch { return }
    for name in ["tracker", "", String(decoding: bytes.prefix(64), as: UTF8.self)] {
      let once = rules.answer(for: name, unit: "tracker.service", otherwise: allowed)
      let again = twice.answer(for: name, unit: "tracker.service", otherwise: allowed)
      precondition(once.authorization.hasSameEffect(as: again.authorization))
    }
  } catch {
    let lines = bytes.count { $0 == 10 } + 1
    precondition((1...lines).contains(error.line) && error.column >= 1)
    precondition(rules == PolicyRules())
  }
}

private func coordinate(_ text: String) {
  guard let coordinate = Coordinate(text) else { return }
  precondition(coordinate.isValid)
  for format: CoordinateFormat in [
    .decimal(places: 7), .degreesMinutes(places: 6), .degreesMinutesSeconds(places: 4),
  ] {
    guard let again = Coordinate(coordinate.formatted(format)) else {
      fatalError("what is written cannot be read: \(coordinate.formatted(format))")
    }
    precondition((again.latitude - coordinate.latitude).magnitude < 1e-6)
    precondition((again.longitude - coordinate.longitude).magnitude < 1e-6)
  }
}
