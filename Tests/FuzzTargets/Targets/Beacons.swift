import CairnSensors
import CairnTypes
import CairnUpdates

extension Target {
  /// An advertisement; structures that are not known may stand before it.
  static let beacons = Target("Beacons", maximumLength: 256, seeds: { BeaconSeeds.all }) { input in
    let frame = beacon(input)
    require(beacon([2, 0x01, 0x06] + input) == frame, "a structure before the frame changes it")
    if frame != nil {
      require(beacon(input + [0, 0xFF, 0xFF]) == frame, "padding changes the frame")
    }
    packet(input)
    guard let mount = try? MountMatrix(String(decoding: input, as: UTF8.self)) else { return }
    let length = mount.applied(to: Vector3(1, 2, 3)).length
    require(abs(length - 14.0.squareRoot()) < 0.1, "a mount changes lengths")
  }
}

/// A packet of the kernel, and what follows from it.
private func packet(_ input: [UInt8]) {
  if let duty = ManagementReply.duty(input.span) {
    require(duty > 0 && duty <= 1, "a share is none")
  }
  var intake = BeaconIntake()
  var heard: [BeaconSighting] = []
  let now = MonotonicTime(nanoseconds: 0)
  let event = intake.take(input.span, at: now) { heard.append($0) }
  require(intake.counts.beacons == UInt64(heard.count), "a beacon is not counted")
  require(intake.counts.damagedPackets == (event == nil ? 1 : 0), "damage is not counted")
  var ranger = BeaconRanger(BeaconConstraint(uuid: UUID128(high: 0, low: 0)))
  for sighting in heard { ranger.take(sighting) }
  for beacon in ranger.beacons(at: now) {
    require(beacon.accuracy ?? 1 > 0, "a distance is none")
  }
  guard let event else { return }
  var scan = HCIScan()
  _ = scan.listen(duty: 0.5, at: now)
  for action in scan.receive(event, at: now) {
    if case .listening = action { require(false, "one event ends three commands") }
  }
}

private func beacon(_ bytes: [UInt8]) -> BeaconFrame? {
  (try? Advertisement.beacon(in: bytes.span)) ?? nil
}

private enum BeaconSeeds {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("ibeacon", [26, 0xFF, 0x4C, 0x00, 0x02, 0x15] + [UInt8](1...20) + [0xC5]),
    ("altbeacon", [27, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + [UInt8](1...20) + [0xC5, 0]),
    ("uid", [23, 0x16, 0xAA, 0xFE, 0x00, 0xEE] + [UInt8](1...18)),
    ("url", [9, 0x16, 0xAA, 0xFE, 0x10, 0x00, 0x03, 0x61, 0x2E, 0x07]),
    ("tlm", [17, 0x16, 0xAA, 0xFE, 0x20, 0x00] + [UInt8](1...12)),
    ("legacy", [4, 0x3E, 15, 2, 1, 3, 1, 1, 2, 3, 4, 5, 6, 3, 2, 1, 6, 0xC0]),
    (
      "extended",
      [4, 0x3E, 29, 0x0D, 1, 0x13, 0, 1] + [UInt8](1...6) + [1, 0, 0xFF, 127, 0xC0, 0, 0]
        + [UInt8](repeating: 0, count: 7) + [3, 2, 1, 6]
    ),
    ("complete", [4, 0x0E, 4, 1, 0x0C, 0x20, 0]),
    ("duty", [1, 0, 0, 0, 13, 0, 0x4B, 0, 0, 0x13, 0, 2, 0x40, 6, 0x14, 0, 2, 0xA0, 0]),
    ("mount", Array("0, 1, 0; -1, 0, 0; 0, 0, 1".utf8)),
  ]
}
