import CairnSensors

extension Target {
  /// An advertisement; structures that are not known may stand before it.
  static let beacons = Target("Beacons", maximumLength: 256, seeds: { BeaconSeeds.all }) { input in
    let frame = beacon(input)
    require(beacon([2, 0x01, 0x06] + input) == frame, "a structure before the frame changes it")
    if frame != nil {
      require(beacon(input + [0, 0xFF, 0xFF]) == frame, "padding changes the frame")
    }
    guard let mount = try? MountMatrix(String(decoding: input, as: UTF8.self)) else { return }
    let length = mount.applied(to: Vector3(1, 2, 3)).length
    require(abs(length - 14.0.squareRoot()) < 0.1, "a mount changes lengths")
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
    ("mount", Array("0, 1, 0; -1, 0, 0; 0, 0, 1".utf8)),
  ]
}
