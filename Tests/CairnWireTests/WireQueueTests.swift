import CairnTypes
import Testing

@testable import CairnWire

@Suite("what waits for a slow client of the native socket")
struct WireQueueTests {
  private func positions(_ count: Int, at seconds: Int64 = 0) -> WireReport {
    var fix = Examples.bare
    fix.time = MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    return .locations(WireLocations(Array(repeating: fix, count: count)))
  }

  private func taken(_ queue: inout WireQueue) throws -> [(service: UInt32, report: WireReport)] {
    var all: [(UInt32, WireReport)] = []
    while let message = queue.first {
      all.append(try WireReport.read(message))
      queue.removeFirst()
    }
    return all
  }

  @Test func `a newer position replaces one that waits, and is counted`() throws {
    var queue = WireQueue()
    queue.put(positions(1, at: 1), of: 1)
    queue.put(positions(1, at: 1), of: 2)
    queue.put(positions(1, at: 2), of: 1)
    let left = try taken(&queue)
    #expect(left.map(\.service) == [2, 1])
    guard case .locations(let call)? = left.last?.report else { return #expect(Bool(false)) }
    #expect(call.locations.first?.time == MonotonicTime(nanoseconds: 2_000_000_000))
    #expect(call.dropped == 1 && queue.dropped == 1)
  }

  @Test func `the order of what is left is kept`() throws {
    var queue = WireQueue()
    queue.put(positions(1), of: 1)
    queue.put(.pause(isPaused: true), of: 1)
    queue.put(positions(1), of: 1)
    #expect(try taken(&queue).map(\.report.kind) == [.pause, .locations])
  }

  @Test func `of heights and ranged beacons the newest stays, and of regions all do`() throws {
    var queue = WireQueue()
    for metres in 0..<10 {
      queue.put(.altitude(WireAltitude(relativeAltitude: Double(metres), pressure: 1)), of: 1)
      queue.put(.ranged([]), of: 2)
      queue.put(.region(WireRegionEvent("home")), of: 3)
    }
    #expect(try taken(&queue).count { $0.report.kind == .region } == 10)
    #expect(queue.isEmpty && !queue.isOverfull)
  }

  @Test func `an error is told once, and others stay`() throws {
    var queue = WireQueue()
    for _ in 0..<1000 {
      queue.put(.failure(LocationError(.locationUnknown)), of: 1)
      queue.put(.failure(LocationError(.noProvider)), of: 1)
    }
    #expect(try taken(&queue).count == 2)
    #expect(!queue.isOverfull)
  }

  @Test func `of positions that were held back together the oldest go`() throws {
    var queue = WireQueue()
    for second in 0..<40 { queue.put(positions(WireLimits.locations, at: Int64(second)), of: 1) }
    let left = try taken(&queue)
    #expect(left.count == WireQueue.positions / WireLimits.locations)
    guard case .locations(let call)? = left.first?.report else { return #expect(Bool(false)) }
    #expect(call.locations.first?.time == MonotonicTime(nanoseconds: 24_000_000_000))
    #expect(call.dropped == UInt32(24 * WireLimits.locations))
  }

  @Test func `who asks on without reading exceeds the queue`() {
    var queue = WireQueue()
    for service in 0..<UInt32(WireQueue.capacity) {
      queue.put(.failure(LocationError(.denied)), of: service)
    }
    #expect(!queue.isOverfull)
    queue.put(.failure(LocationError(.denied)), of: 100_000)
    #expect(queue.isOverfull)
  }

  @Test func `positions of a service that has ended are forgotten`() throws {
    var queue = WireQueue()
    queue.put(positions(1), of: 1)
    queue.put(positions(1), of: 2)
    queue.put(.failure(LocationError(.denied)), of: 1)
    queue.forget(1)
    #expect(try taken(&queue).map(\.service) == [2, 1])
  }

  @Test func `the answer of a request waits, whatever else does, and after the request has ended`()
    throws
  {
    var queue = WireQueue()
    queue.put(positions(1), of: 1, isAnswer: true)
    queue.forget(1)
    for second in 0..<40 { queue.put(positions(WireLimits.locations, at: Int64(second)), of: 2) }
    let left = try taken(&queue)
    #expect(left.first?.service == 1 && left.first?.report.kind == .locations)
    #expect(left.count == 1 + WireQueue.positions / WireLimits.locations)
  }
}
