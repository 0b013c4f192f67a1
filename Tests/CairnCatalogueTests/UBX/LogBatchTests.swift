import CairnTypes
import CairnCatalogue
import CairnUBX
import Testing

@Suite("UBX-LOG-BATCH")
struct LogBatchTests {
  /// Made by pyubx2 1.4.0: the odometer is there, the extra values are not.
  private let frame = octets(
    "b562211164000002ffff07000000e80701010000000305000000fbffffff0301000040ff100520c7291c00000000"
      + "000000000000000000000000ffffffff000000000000000000000000000000000000000000000000000000000c"
      + "0000002200000001000000000000003dfd")

  private func batch(content: UInt8 = 2) throws -> LogBatch {
    var payload = [UInt8](frame[6..<(frame.count - 2)])
    payload[1] = content
    return try LogBatch.decode(payload.span)
  }

  @Test func `a negative nanosecond leads into the second before`() throws {
    let batch = try batch()
    #expect(batch.nanosecond == -5)
    let newYear = try #require(
      CalendarDate(year: 2024, month: 1, day: 1).flatMap { date in
        TimeOfDay(hour: 0, minute: 0, second: 0).flatMap { Timestamp(date, $0) }
      })
    let utc = try #require(batch.utc)
    #expect(newYear.nanosecondsSince1970 - utc.nanosecondsSince1970 == 5)
  }

  @Test func `what was not batched is absent, whatever the octets say`() throws {
    let batch = try batch()
    #expect(batch.timeOfWeek == nil && batch.timeAccuracy == nil && batch.velocityNorth == nil)
    #expect(batch.altitude == nil && batch.positionDOP == nil && batch.satellitesUsed == nil)
    #expect(batch.distance == 12 && batch.totalDistance == 34 && batch.distanceDeviation == 1)
    #expect(batch.latitude == 47.25 && batch.longitude == 8.5 && batch.fixType == .threeD)
    #expect(batch.sequence == 65_535)
  }

  @Test func `what was batched is there`() throws {
    let batch = try batch(content: 1)
    #expect(batch.timeOfWeek == 7 && batch.velocityNorth == -0.001)
    #expect(batch.distance == nil && batch.totalDistance == nil && batch.distanceDeviation == nil)
  }

  @Test func `a time that is not valid is no time`() throws {
    var batch = try batch()
    batch.validity.time = false
    #expect(batch.utc == nil)
  }

  @Test(arguments: 0..<100)
  func `refuses a payload cut short`(length: Int) {
    #expect(throws: UBXError.payloadLength(LogBatch.id, found: length)) {
      try LogBatch.decode(octets: [UInt8](repeating: 0, count: length))
    }
  }
}
