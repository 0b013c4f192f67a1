import CairnTypes
import Testing

@testable import CairnWire

@Suite("messages of the native socket")
struct WireMessageTests {
  @Test(arguments: Examples.requests)
  func `a request comes back as it was`(request: WireRequest) throws {
    let message = request.encoded(for: 0xFEDC_BA98)
    let (service, read) = try WireRequest.read(message)
    #expect(service == 0xFEDC_BA98)
    #expect(read == request)
    #expect(message.count % 8 == 0 && message.count <= WireLimits.request)
  }

  @Test(arguments: Examples.reports)
  func `a report comes back as it was`(report: WireReport) throws {
    let message = report.encoded(for: 1)
    let (service, read) = try WireReport.read(message)
    #expect(service == 1)
    #expect(read == report)
    #expect(message.count % 8 == 0 && message.count <= WireLimits.report)
  }

  @Test func `there is an example of every kind`() {
    #expect(Set(Examples.requests.map(\.kind)) == Set(WireRequest.Kind.allCases))
    #expect(Set(Examples.reports.map(\.kind)) == Set(WireReport.Kind.allCases))
  }

  @Test(arguments: Examples.requests)
  func `a request cut anywhere is refused`(request: WireRequest) {
    let message = request.encoded(for: 1)
    for length in 0..<message.count {
      #expect(throws: WireError.self) { try WireRequest.read(message[..<length]) }
      guard length >= WireHeader.length else { continue }
      // Also if it states the size that it has.
      let cut = sized(Array(message[..<length]))
      #expect(throws: WireError.content(WireHeader(type: request.kind.rawValue, service: 1))) {
        try WireRequest.read(cut)
      }
    }
  }

  @Test(arguments: Examples.reports)
  func `a report cut anywhere is refused`(report: WireReport) {
    let message = report.encoded(for: 1)
    for length in 0..<message.count {
      #expect(throws: WireError.self) { try WireReport.read(message[..<length]) }
      guard length >= WireHeader.length else { continue }
      let cut = sized(Array(message[..<length]))
      #expect(throws: WireError.self) { try WireReport.read(cut) }
    }
  }

  @Test func `what a later version appends is ignored`() throws {
    for request in Examples.requests {
      let longer = sized(request.encoded(for: 2) + [1, 2, 3])
      #expect(try WireRequest.read(longer).1 == request)
    }
    for report in Examples.reports {
      let longer = sized(report.encoded(for: 2) + [1, 2, 3])
      #expect(try WireReport.read(longer).1 == report)
    }
  }

  @Test func `positions that a later version has made longer are read`() throws {
    var message = WireReport.locations(WireLocations([Examples.location])).encoded(for: 1)
    // Behind the position, before what is said of all.
    message.insert(contentsOf: [UInt8](repeating: 0xEE, count: 8), at: message.count - 8)
    message[14] += 8
    let (_, read) = try WireReport.read(sized(message))
    #expect(read == .locations(WireLocations([Examples.location])))
  }

  @Test func `a size that is not that of the datagram is refused`() {
    var message = WireRequest.stop.encoded(for: 1)
    message[2] += 1
    #expect(throws: WireError.size(stated: 9, found: 8)) { try WireRequest.read(message) }
    #expect(throws: WireError.size(stated: nil, found: 0)) {
      try WireRequest.read([UInt8]())
    }
  }

  @Test func `an unknown type is told with its service`() {
    for type in [0, 63, 127, 128, 0x0101, UInt16.max] {
      let header = WireHeader(type: type, service: 5)
      let message = header.message { _ in }
      #expect(throws: WireError.unknown(header)) { try WireRequest.read(message) }
      #expect(throws: WireError.unknown(header)) { try WireReport.read(message) }
    }
    // Nobody takes the messages of the other end.
    for kind in WireReport.Kind.allCases {
      let header = WireHeader(type: kind.rawValue, service: 5)
      #expect(throws: WireError.unknown(header)) { try WireRequest.read(header.message { _ in }) }
    }
    for kind in WireRequest.Kind.allCases {
      let header = WireHeader(type: kind.rawValue, service: 5)
      #expect(throws: WireError.unknown(header)) { try WireReport.read(header.message { _ in }) }
    }
  }

  @Test func `more positions than there are octets are refused`() {
    var message = WireReport.locations(WireLocations([Examples.location])).encoded(for: 1)
    message[12] = 2
    #expect(throws: WireError.self) { try WireReport.read(message) }
    message[12] = 1
    message[14] -= 1
    #expect(throws: WireError.self) { try WireReport.read(message) }
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `a position without an accuracy is refused`(accuracy: Double) {
    var fix = Examples.location
    fix.horizontalAccuracy = accuracy
    let message = WireReport.locations(WireLocations([fix])).encoded(for: 1)
    #expect(throws: WireError.self) { try WireReport.read(message) }
  }

  @Test(arguments: [(91.0, 0.0), (0, 181), (.nan, 0)])
  func `a position that is nowhere is refused`(latitude: Double, longitude: Double) {
    var fix = Examples.location
    fix.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    let message = WireReport.locations(WireLocations([fix])).encoded(for: 1)
    #expect(throws: WireError.self) { try WireReport.read(message) }
  }

  /// The message with the size that it has.
  private func sized(_ message: [UInt8]) -> [UInt8] {
    var message = message
    message[2] = UInt8(message.count & 255)
    message[3] = UInt8(message.count >> 8)
    return message
  }
}
