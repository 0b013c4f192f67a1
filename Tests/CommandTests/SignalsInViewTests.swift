import Testing

@Suite("The signals that cairn decode shows to clients of gpsd")
struct SignalsInViewTests {
  /// Galileo 5 on E1, on E5b, which is not used, and on E5a, which is not locked.
  private let satellites = Sample.ubx(
    0x01, 0x35, [0x10, 0x27, 0, 0, 1, 1, 0, 0, 2, 5, 42, 31, 0x37, 0x01, 0, 0, 0x0F, 0, 0, 0])

  private func signals(timeOfWeek: UInt8 = 0x10) -> [UInt8] {
    let first: [UInt8] = [2, 5, 0, 0, 0, 0, 42, 7, 0, 0, 0x29, 0, 0, 0, 0, 0]
    let second: [UInt8] = [2, 5, 6, 0, 0, 0, 28, 4, 0, 0, 0x01, 0, 0, 0, 0, 0]
    let third: [UInt8] = [2, 5, 3, 0, 0, 0, 15, 3, 0, 0, 0x01, 0, 0, 0, 0, 0]
    let unknown: [UInt8] = [6, 255, 0, 7, 0, 0, 20, 4, 0, 0, 0, 0, 0, 0, 0, 0]
    return Sample.ubx(
      0x01, 0x43, [timeOfWeek, 0x27, 0, 0, 0, 4, 0, 0] + first + second + third + unknown)
  }

  private func skies(_ stream: [UInt8]) async throws -> [[String: Any]] {
    try await Cairn.run("decode", "-", "--format", "gpsd", input: stream).objects
      .filter { $0["satellites"] != nil }
  }

  @Test
  func `each signal is a row, in the direction of its satellite`() async throws {
    let sky = try #require(try await skies(satellites + signals()).last)
    #expect(sky["nSat"] as? Int == 3)
    let rows = try #require(sky["satellites"] as? [[String: Any]])
    #expect(rows.map { $0["PRN"] as? Int } == [305, 305, 305])
    #expect(rows.map { $0["sigid"] as? Int } == [nil, 6, 3])
    #expect(rows.map { $0["ss"] as? Double } == [42, 28, 15])
    #expect(rows.map { $0["az"] as? Double } == [311, 311, 311])
    #expect(rows.map { $0["el"] as? Double } == [31, 31, 31])
  }

  @Test
  func `a signal counts as used when its code is locked`() async throws {
    let sky = try #require(try await skies(satellites + signals()).last)
    #expect(sky["uSat"] as? Int == 2)
    let rows = try #require(sky["satellites"] as? [[String: Any]])
    #expect(rows.map { $0["used"] as? Bool } == [true, true, false])
  }

  @Test
  func `the directions of another instant are not used`() async throws {
    let sky = try #require(try await skies(satellites + signals(timeOfWeek: 0x11)).last)
    let rows = try #require(sky["satellites"] as? [[String: Any]])
    #expect(rows.map { $0["ss"] as? Double } == [42, 28, 15])
    #expect(rows.allSatisfy { $0["az"] == nil && $0["el"] == nil })
  }

  @Test
  func `a receiver that lists no signals has its satellites alone`() async throws {
    let views = try await skies(satellites + Sample.endOfEpoch)
    let rows = try #require(views.first?["satellites"] as? [[String: Any]])
    #expect(views.count == 1)
    #expect(rows.count == 1)
    #expect(rows.first?["sigid"] == nil)
  }
}
