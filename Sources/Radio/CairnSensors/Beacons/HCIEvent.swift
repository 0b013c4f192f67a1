/// Event of a Bluetooth controller about a command or advertisements.
///
/// Source: Bluetooth Core Specification 5.4, volume 4, part A (packet types) and part E, sections
/// 7.7.14, 7.7.15, 7.7.65.2 and 7.7.65.13.
public enum HCIEvent: Hashable, Sendable {
  /// A command is complete; `status` is 0 for success, `nil` if the command returns none.
  case commandComplete(HCICommand.Code, status: UInt8?)
  /// A command was accepted, or refused with a `status` other than 0.
  case commandStatus(HCICommand.Code, status: UInt8)
  /// The number of advertisements in the packet, all of which have been passed to the reader.
  case advertisements(Int)
  /// Any other event, by its code.
  case other(UInt8)

  private static let packetType: UInt8 = 0x04
  private static let complete: UInt8 = 0x0E
  private static let status: UInt8 = 0x0F
  private static let lowEnergy: UInt8 = 0x3E
  private static let legacyReport: UInt8 = 0x02
  private static let extendedReport: UInt8 = 0x0D

  /// Reads one packet.
  ///
  /// - Parameters:
  ///   - packet: the type of the packet, the code of the event, the length of the rest, the rest.
  ///   - onReport: receives each advertisement with its data, before the function returns or throws.
  /// - Throws: the defect of the packet; advertisements before it have been passed on.
  public init(
    _ packet: Span<UInt8>, onReport: (AdvertisingReport, Span<UInt8>) -> Void
  ) throws(HCIError) {
    guard packet.count >= 3 else { throw .cutShort(offset: packet.count) }
    guard packet[0] == Self.packetType else { throw .notAnEvent(packet[0]) }
    guard Int(packet[2]) == packet.count - 3 else { throw .length(packet.count) }
    var fields = HCIFields(packet: packet, offset: 3)
    switch packet[1] {
    case Self.complete:
      try fields.skip(1)
      let code = HCICommand.Code(rawValue: try fields.number16())
      self = .commandComplete(code, status: fields.isAtEnd ? nil : try fields.byte())
    case Self.status:
      let status = try fields.byte()
      try fields.skip(1)
      self = .commandStatus(HCICommand.Code(rawValue: try fields.number16()), status: status)
    case Self.lowEnergy:
      let kind = try fields.byte()
      guard kind == Self.legacyReport || kind == Self.extendedReport else {
        self = .other(packet[1])
        return
      }
      let count = Int(try fields.byte())
      for _ in 0..<count {
        let report =
          kind == Self.legacyReport ? try fields.legacyReport() : try fields.extendedReport()
        onReport(report.0, packet.extracting(report.1))
      }
      guard fields.isAtEnd else { throw .length(packet.count) }
      self = .advertisements(count)
    default: self = .other(packet[1])
    }
  }
}

/// One advertisement, without its data.
public struct AdvertisingReport: Hashable, Sendable {
  /// The address that sent it, 48 bits.
  public var address: UInt64
  /// dBm; `nil` if the controller does not report it.
  public var rssi: Int8?
}

/// Defect of a packet from a Bluetooth controller.
public enum HCIError: Error, Hashable, Sendable {
  /// The packet is of another type.
  case notAnEvent(UInt8)
  /// A field reaches beyond the end; `offset` is the field's.
  case cutShort(offset: Int)
  /// The packet has another length than its fields.
  case length(Int)
}

/// Reads the fields of an event, one after the other.
private struct HCIFields: ~Escapable {
  private let packet: Span<UInt8>
  private var offset: Int

  @_lifetime(copy packet)
  init(packet: Span<UInt8>, offset: Int) {
    self.packet = packet
    self.offset = offset
  }

  var isAtEnd: Bool { offset == packet.count }

  mutating func skip(_ count: Int) throws(HCIError) {
    guard count <= packet.count - offset else { throw .cutShort(offset: offset) }
    offset += count
  }

  mutating func byte() throws(HCIError) -> UInt8 {
    try skip(1)
    return packet[offset - 1]
  }

  mutating func number16() throws(HCIError) -> UInt16 {
    try skip(2)
    return UInt16(packet[offset - 2]) | UInt16(packet[offset - 1]) << 8
  }

  private mutating func address() throws(HCIError) -> UInt64 {
    try skip(6)
    var value: UInt64 = 0
    for place in 1...6 { value = value << 8 | UInt64(packet[offset - place]) }
    return value
  }

  private mutating func strength() throws(HCIError) -> Int8? {
    let value = Int8(bitPattern: try byte())
    return value == 127 ? nil : value
  }

  private mutating func data() throws(HCIError) -> Range<Int> {
    let length = Int(try byte())
    try skip(length)
    return (offset - length)..<offset
  }

  mutating func legacyReport() throws(HCIError) -> (AdvertisingReport, Range<Int>) {
    // Kinds of advertisement and of address.
    try skip(2)
    let address = try address()
    let data = try data()
    return (AdvertisingReport(address: address, rssi: try strength()), data)
  }

  mutating func extendedReport() throws(HCIError) -> (AdvertisingReport, Range<Int>) {
    // Kinds of advertisement and of address.
    try skip(3)
    let address = try address()
    // Two channels, the set, the transmitter's power.
    try skip(4)
    let strength = try strength()
    // Interval, and the kind and address of the target.
    try skip(9)
    return (AdvertisingReport(address: address, rssi: strength), try data())
  }
}
