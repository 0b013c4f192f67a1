internal import CairnUBX

// Bytes that the interface description states as groups of one: printed one by one, and an array in
// the message.

extension UBXFieldVisitor {
  /// Visits the number of bytes that the message declares, or to the payload's end.
  mutating func dataOctets(_ count: Int, _ octets: inout [UInt8]) {
    var elements = octets.map { DataOctet($0) }
    groups(count, &elements)
    octets = elements.map { $0.value }
  }

  /// Visits the bytes to the payload's end.
  mutating func dataOctets(_ octets: inout [UInt8]) {
    var elements = octets.map { DataOctet($0) }
    groupsToEnd(&elements)
    octets = elements.map { $0.value }
  }

  /// Visits the satellites that a poll asks for, to the payload's end.
  mutating func satelliteNumbers(_ numbers: inout [UInt8]) {
    var elements = numbers.map { SatelliteNumber($0) }
    groupsToEnd(&elements)
    numbers = elements.map { $0.value }
  }
}

private struct DataOctet: UBXGroup {
  var value: UInt8 = 0

  init() {}

  init(_ value: UInt8) { self.value = value }

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("data", &value)
  }
}

private struct SatelliteNumber: UBXGroup {
  var value: UInt8 = 0

  init() {}

  init(_ value: UInt8) { self.value = value }

  mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("svid", &value)
  }
}
