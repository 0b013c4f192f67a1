public import CairnTypes

/// Reads the data of Bluetooth advertisements.
///
/// Source: Bluetooth Core Specification Supplement 11, part A; Core Specification 5.4, volume 3,
/// part C, section 11.
public enum Advertisement {
  /// Maximum number of bytes in an extended advertisement.
  public static let maximumLength = 1_650

  /// The type of a structure that a company defines.
  public static let manufacturerData: UInt8 = 0xFF
  /// The type of a structure that a service of 16 bits defines.
  public static let serviceData: UInt8 = 0x16

  /// Finds the first beacon's frame.
  ///
  /// - Parameter data: length-prefixed structures; unknown ones are skipped.
  /// - Returns: the frame; `nil` if none of the structures is a beacon's.
  /// - Throws: the defect of the data or of the frame.
  public static func beacon(in data: Span<UInt8>) throws(AdvertisementError) -> BeaconFrame? {
    guard data.count <= maximumLength else { throw .tooLong(data.count) }
    var offset = 0
    while offset < data.count {
      let length = Int(data[offset])
      // A length of zero is followed by padding.
      guard length > 0 else { return nil }
      guard length < data.count - offset else { throw .cutShort(offset: offset) }
      let content = data.extracting((offset + 2)..<(offset + 1 + length))
      if let frame = try beacon(data[offset + 1], content, offset: offset) { return frame }
      offset += 1 + length
    }
    return nil
  }

  /// Reads one structure that the caller has taken from an advertisement.
  ///
  /// - Parameters:
  ///   - type: its type, such as `manufacturerData`.
  ///   - content: the bytes after the type; the first two are the company or the service.
  /// - Returns: the frame; `nil` if it is not a beacon's.
  /// - Throws: the defect of the frame.
  public static func beacon(
    _ type: UInt8, _ content: Span<UInt8>
  ) throws(AdvertisementError) -> BeaconFrame? {
    guard content.count < maximumLength else { throw .tooLong(content.count) }
    return try beacon(type, content, offset: 0)
  }

  private static func beacon(
    _ type: UInt8, _ content: Span<UInt8>, offset: Int
  ) throws(AdvertisementError) -> BeaconFrame? {
    let fields = FrameFields(data: content, offset: offset)
    switch type {
    case manufacturerData: return try fields.proximity()
    case serviceData: return try fields.eddystone()
    default: return nil
    }
  }
}

/// The content of one structure, without its type.
private struct FrameFields: ~Escapable {
  let data: Span<UInt8>
  /// The structure's offset, for errors.
  let offset: Int

  @_lifetime(copy data)
  init(data: Span<UInt8>, offset: Int) {
    self.data = data
    self.offset = offset
  }

  /// Reads an iBeacon or AltBeacon.
  func proximity() throws(AdvertisementError) -> BeaconFrame? {
    guard data.count >= 4 else { return nil }
    let company = UInt16(truncatingIfNeeded: number(0, 2)).byteSwapped
    let layout: ProximityFrame.Layout
    if company == 0x004C, data[2] == 0x02, data[3] == 0x15 {
      layout = .iBeacon
    } else if data[2] == 0xBE, data[3] == 0xAC {
      layout = .altBeacon
    } else {
      return nil
    }
    // AltBeacons have one byte more, for their company.
    try require(layout == .iBeacon ? 25 : 26)
    return .proximity(
      ProximityFrame(
        layout: layout, company: company,
        uuid: UUID128(high: number(4, 8), low: number(12, 8)),
        major: UInt16(truncatingIfNeeded: number(20, 2)),
        minor: UInt16(truncatingIfNeeded: number(22, 2)), power: Int8(bitPattern: data[24])))
  }

  /// Reads the frames of Eddystone; unknown ones are `nil`.
  func eddystone() throws(AdvertisementError) -> BeaconFrame? {
    guard data.count >= 4, data[0] == 0xAA, data[1] == 0xFE else { return nil }
    switch data[2] {
    case 0x00:
      // Some beacons omit the two reserved bytes at the end.
      if data.count != 20 { try require(22) }
      return .eddystoneUID(
        EddystoneUID(
          namespaceHigh: UInt16(truncatingIfNeeded: number(4, 2)), namespaceLow: number(6, 8),
          instance: number(14, 6), power: powerAtOneMetre))
    case 0x10:
      return .eddystoneURL(EddystoneURL(url: try address(), power: powerAtOneMetre))
    case 0x20 where data[3] == 0x00:
      try require(16)
      let battery = UInt16(truncatingIfNeeded: number(4, 2))
      let temperature = Int16(truncatingIfNeeded: number(6, 2))
      return .eddystoneTLM(
        EddystoneTLM(
          battery: battery == 0 ? nil : battery,
          temperature: temperature == .min ? nil : Double(temperature) / 256,
          advertisements: UInt32(truncatingIfNeeded: number(8, 4)),
          age: Double(number(12, 4)) / 10))
    default: return nil
    }
  }

  /// dBm: the frame holds the power at 0 m, of which 41 dB are lost over the first metre.
  private var powerAtOneMetre: Int { Int(Int8(bitPattern: data[3])) - 41 }

  private func require(_ count: Int) throws(AdvertisementError) {
    guard data.count == count else { throw .frameLength(data.count, offset: offset) }
  }

  /// Returns a big-endian number of up to eight bytes.
  private func number(_ first: Int, _ count: Int) -> UInt64 {
    var value: UInt64 = 0
    for place in first..<(first + count) { value = value << 8 | UInt64(data[place]) }
    return value
  }

  private func address() throws(AdvertisementError) -> String {
    guard (6...23).contains(data.count) || data.count == 5 else {
      throw .frameLength(data.count, offset: offset)
    }
    guard Int(data[4]) < Self.schemes.count else { throw .notAnAddress(offset: offset) }
    var url = Self.schemes[Int(data[4])]
    for place in 5..<data.count {
      let byte = data[place]
      switch byte {
      case 0..<UInt8(truncatingIfNeeded: Self.endings.count): url += Self.endings[Int(byte)]
      case 0x21...0x7E: url.unicodeScalars.append(Unicode.Scalar(byte))
      default: throw .notAnAddress(offset: offset)
      }
    }
    return url
  }

  private static let schemes = ["http://www.", "https://www.", "http://", "https://"]
  private static let endings = [
    ".com/", ".org/", ".edu/", ".net/", ".info/", ".biz/", ".gov/", ".com", ".org", ".edu", ".net",
    ".info", ".biz", ".gov",
  ]
}
