import CairnTypes
import CairnUBX
import Testing

@testable import CairnReceiver

@Suite("What is kept of receivers")
struct ReceiverRecordsTests {
  private func identity(_ number: UInt8, firmware: ForeignText = "SPG 4.04") -> ReceiverIdentity {
    var identity = ReceiverIdentity(dialect: .uBloxKeys)
    identity.model = "NEO-M9N"
    identity.firmware = firmware
    identity.ubxProtocolVersion = 3201
    identity.uniqueID = [1, 2, 3, 4, number]
    return identity
  }

  private func value(_ key: ConfigurationKey, _ number: Int) throws -> ConfigurationValue {
    try #require(ConfigurationValue(key, number))
  }

  /// A report that refuses MON-RF, does not take a dynamic model, and has no flash.
  private func report() throws -> ConfigurationReport {
    var report = ConfigurationReport()
    report.baudRate = 38_400
    report.refused = [
      RefusedWish(try value(.monRF.on(port: .uart1), 5), .unsupported),
      RefusedWish(try value(.dynamicModel, 9), .refused),
      RefusedWish(try value(.navPVT.on(port: .uart1), 1), .unsupported),
      RefusedWish(try value(.navDOP.on(port: .uart1), 1), .noAnswer),
    ]
    report.layerWarnings = [LayerWarning(.flash, .refused)]
    return report
  }

  private func records() throws -> ReceiverRecords {
    var records = ReceiverRecords()
    for number: UInt8 in 1...3 {
      _ = records.note(try report(), of: [], identity(number))
      records.note(database: [UInt8](repeating: number, count: 100), of: identity(number))
    }
    records.place = .init(
      Coordinate(latitude: 47.2852, longitude: 8.5653), ellipsoidalAltitude: 460,
      at: Timestamp(nanosecondsSince1970: 1_795_000_000_000_000_000))
    return records
  }

  @Test func `bytes give back what was kept`() throws {
    var records = try records()
    #expect(ReceiverRecords(decoding: records.encoded) == records)
    records.place?.ellipsoidalAltitude = nil
    #expect(ReceiverRecords(decoding: records.encoded) == records)
    #expect(ReceiverRecords(decoding: ReceiverRecords().encoded) == ReceiverRecords())
    #expect(records.receivers.map(\.identity.uniqueID.last) == [3, 2, 1])
  }

  @Test func `a cut, a flipped bit or another version gives nothing`() throws {
    let bytes = try records().encoded
    for length in 0..<bytes.count {
      #expect(ReceiverRecords(decoding: Array(bytes[..<length])) == ReceiverRecords())
    }
    for index in bytes.indices {
      var broken = bytes
      broken[index] ^= 1 << UInt8(index % 8)
      #expect(ReceiverRecords(decoding: broken) == ReceiverRecords(), "octet \(index)")
    }
    #expect(ReceiverRecords(decoding: bytes + [0]) == ReceiverRecords())
  }

  /// The sum does not protect against who computes it.
  @Test func `any bytes behind a right sum are read without a trap, and within bounds`() throws {
    let whole = try records().encoded
    var random = UInt64(1)
    func next() -> UInt64 {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return random >> 33
    }
    var read = 0
    for _ in 0..<20_000 {
      var body = Array(whole[8...])
      for _ in 0..<(1 + Int(next() % 6)) {
        body[Int(next() % UInt64(body.count))] = UInt8(truncatingIfNeeded: next())
      }
      if next() % 4 == 0 { body.removeLast(Int(next() % UInt64(body.count))) }
      var sum: UInt32 = 0x811C_9DC5
      for byte in body { sum = (sum ^ UInt32(byte)) &* 0x0100_0193 }
      let head = (0..<4).map { UInt8(truncatingIfNeeded: sum >> (8 * UInt32($0))) }
      let records = ReceiverRecords(decoding: Array(whole[..<4]) + head + body)
      #expect(records.receivers.count <= 8)
      #expect(records.receivers.allSatisfy { $0.database.count <= 32 * 1024 })
      if records != ReceiverRecords() {
        read += 1
        #expect(ReceiverRecords(decoding: records.encoded) == records)
      }
    }
    #expect(read > 1000)
  }

  @Test func `only the newest eight are kept, and no database that is too long`() throws {
    var records = ReceiverRecords()
    for number: UInt8 in 1...20 {
      #expect(records.note(try report(), of: [], identity(number)))
    }
    #expect(records.receivers.map(\.identity.uniqueID.last) == (13...20).reversed())
    records.note(database: [UInt8](repeating: 0, count: 40_000), of: identity(20))
    #expect(records.receivers.first?.database == [])
  }

  @Test func `another chip, another firmware or one without a number is another receiver`() throws {
    var records = ReceiverRecords()
    _ = records.note(try report(), of: [], identity(1))
    #expect(records.record(of: identity(1)) != nil)
    #expect(records.record(of: identity(2)) == nil)
    #expect(records.record(of: identity(1, firmware: "SPG 4.05")) == nil)
    var nameless = identity(1)
    nameless.uniqueID = []
    #expect(!records.note(try report(), of: [], nameless))
    #expect(records.record(of: nameless) == nil)
    #expect(records.receivers.count == 1)
  }

  @Test func `what reports need is asked every time, everything else every sixteenth`() throws {
    var records = ReceiverRecords()
    let wishes = try report().refused.map(\.value)
    var asked: [Int] = []
    for start in 0..<40 {
      let record = records.record(of: identity(1))
      if record?.refusal(of: wishes[0]) == nil { asked.append(start) }
      #expect(record?.refusal(of: wishes[2]) == nil)
      #expect(record?.refusal(of: wishes[3]) == nil)
      // Another model may be taken.
      #expect(record?.refusal(of: try value(.dynamicModel, 4)) == nil)
      // Another port has the message no more than this one.
      _ = records.note(try report(), of: wishes, identity(1))
    }
    #expect(asked == [0, 17, 34])
    // Nothing new: nothing to write.
    #expect(!records.note(try report(), of: wishes, identity(1)))
  }

  @Test func `an old place is a vague one, and never vaguer than 300 km`() throws {
    let place = try #require(try records().place)
    let now = MonotonicTime(nanoseconds: 5)
    for (hours, accuracy) in [(0, 1000.0), (1, 145_000), (24, 300_000)] {
      var assistance = Assistance()
      assistance.time = .init(
        place.time + .seconds(3600 * hours), at: now, accuracy: .seconds(1))
      assistance.note(place, at: now)
      #expect((assistance.positionAccuracy - accuracy).magnitude < 1e-6)
      #expect(assistance.position == place.coordinate)
    }
    // Nobody knows how old it is.
    var assistance = Assistance()
    assistance.note(place, at: now)
    #expect(assistance.positionAccuracy == 300_000)
  }
}
