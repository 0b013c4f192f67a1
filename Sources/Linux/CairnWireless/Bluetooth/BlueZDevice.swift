internal import CairnDBus
internal import CairnSensors
internal import CairnTypes

/// A device that BlueZ has heard, as far as it is a beacon.
struct BlueZDevice {
  /// 48 bits; 0 until known.
  private(set) var address: UInt64 = 0
  /// dBm; BlueZ tells a new one only when it differs by about 8 dB.
  private(set) var rssi: Int8?
  private(set) var frame: BeaconFrame?
  /// Whether BlueZ counts it as being there.
  var isFound = false
  /// When something of it was last heard.
  var heard: MonotonicTime

  init(heard: MonotonicTime) { self.heard = heard }

  /// Takes properties that are new or have changed.
  ///
  /// - Parameters:
  ///   - properties: as BlueZ sends them; of other types than theirs, they are ignored.
  ///   - intake: counts the advertisements.
  /// - Returns: the frames that an advertisement contained, and whether one was heard.
  mutating func take(
    _ properties: DBusValue, _ intake: inout BeaconIntake
  ) -> (frames: [BeaconFrame], isHeard: Bool) {
    if let text = properties["Address"]?.string { address = Self.number(text) ?? address }
    var isHeard = false
    if let strength = properties["RSSI"]?.int16 {
      // 127 stands for unknown.
      rssi = strength == 127 ? nil : Int8(exactly: strength)
      isHeard = true
    }
    var frames: [BeaconFrame] = []
    for entry in properties["ManufacturerData"]?.dictionary?.entries ?? [] {
      guard let company = entry.key.uint16, let bytes = entry.value.bytes else { continue }
      let content = [UInt8(truncatingIfNeeded: company), UInt8(company >> 8)] + bytes
      if let frame = intake.frame(Advertisement.manufacturerData, content.span) {
        frames.append(frame)
      }
      isHeard = true
    }
    if let bytes = properties["ServiceData"]?[BlueZ.eddystone]?.bytes {
      let content = [0xAA, 0xFE] + bytes
      if let frame = intake.frame(Advertisement.serviceData, content.span) { frames.append(frame) }
      isHeard = true
    }
    if let proximity = frames.first(where: { if case .proximity = $0 { true } else { false } }) {
      frame = proximity
    } else {
      frame = frames.last ?? frame
    }
    return (frames, isHeard)
  }

  /// Reads `AA:BB:CC:DD:EE:FF`; `nil` for anything else.
  static func number(_ text: String) -> UInt64? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 6 else { return nil }
    var value: UInt64 = 0
    for part in parts {
      // A number may have a sign.
      guard part.utf8.count == 2, part.first?.isHexDigit == true,
        let octet = UInt8(part, radix: 16)
      else { return nil }
      value = value << 8 | UInt64(octet)
    }
    return value
  }
}
