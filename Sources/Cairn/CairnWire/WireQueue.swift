internal import CairnTypes

/// What waits to be sent to a client that reads too slowly: it loses old positions, and costs nobody
/// else anything.
///
/// A newer position of a service replaces one that waits, and so does anything else that is of use only
/// while it is new. The order of what is left is kept.
package struct WireQueue: Sendable {
  /// Reports that may wait. A client that does not read all the while exceeds it only by asking on.
  package static let capacity = 256
  /// Positions that may wait in all.
  package static let positions = 512

  private struct Entry {
    var service: UInt32
    var report: WireReport
    /// Positions that may be left out.
    var count: Int
  }

  /// Whether reports no longer fit: the client is to be disconnected.
  package private(set) var isOverfull = false
  /// Positions that were left out, of all services.
  package private(set) var dropped = 0

  private var entries: [Entry] = []
  private var positionCount = 0
  /// Positions that were left out, by service.
  private var droppedOf: [UInt32: UInt32] = [:]

  /// Creates an empty queue.
  package init() {}

  package var isEmpty: Bool { entries.isEmpty }

  /// Appends a report, and removes what it makes superfluous.
  ///
  /// - Parameters:
  ///   - report: what the client is to hear.
  ///   - service: whose report it is.
  ///   - isAnswer: whether it is all that a request waits for: it stays, also once the request has ended.
  package mutating func put(_ report: WireReport, of service: UInt32, isAnswer: Bool = false) {
    while let index = entries.firstIndex(where: {
      $0.service == service && $0.report.isReplaced(by: report)
    }) {
      remove(at: index)
    }
    let count = isAnswer ? 0 : report.positionCount
    while positionCount + count > Self.positions, let index = oldestPositions { remove(at: index) }
    if entries.count >= Self.capacity, let index = oldestPositions { remove(at: index) }
    guard entries.count < Self.capacity else {
      isOverfull = true
      return
    }
    entries.append(Entry(service: service, report: report, count: count))
    positionCount += count
  }

  /// Returns the message to send next; `nil` if nothing waits.
  package var first: [UInt8]? { entries.first.map { message($0.report, of: $0.service) } }

  /// Notes that the first message was sent.
  package mutating func removeFirst() {
    guard !entries.isEmpty else { return }
    positionCount -= entries.removeFirst().count
  }

  /// Forgets a service that has ended, with the positions that wait of it.
  package mutating func forget(_ service: UInt32) {
    entries.removeAll { $0.service == service && $0.count > 0 }
    positionCount = entries.reduce(0) { $0 + $1.count }
    droppedOf[service] = nil
  }

  /// Returns the message of a report, with the count of positions left out.
  package func message(_ report: WireReport, of service: UInt32) -> [UInt8] {
    guard case .locations(var locations) = report else { return report.encoded(for: service) }
    locations.dropped = droppedOf[service] ?? 0
    return WireReport.locations(locations).encoded(for: service)
  }

  private var oldestPositions: Int? { entries.firstIndex { $0.count > 0 } }

  private mutating func remove(at index: Int) {
    let entry = entries.remove(at: index)
    positionCount -= entry.count
    dropped += entry.count
    guard entry.count > 0 else { return }
    let sum = (droppedOf[entry.service] ?? 0).addingReportingOverflow(UInt32(clamping: entry.count))
    droppedOf[entry.service] = sum.overflow ? .max : sum.partialValue
  }
}

extension WireReport {
  /// Positions of the report that a slow client can do without.
  var positionCount: Int { if case .locations(let call) = self { call.locations.count } else { 0 } }

  /// Whether a client that reads `newer` can do without this report.
  func isReplaced(by newer: WireReport) -> Bool {
    switch (self, newer) {
    case (.locations(let old), .locations(let new)):
      old.locations.count == 1 && new.locations.count == 1
    case (.status, .status), (.pause, .pause), (.plan, .plan), (.heading, .heading),
      (.calibrationQuestion, .calibrationQuestion), (.altitude, .altitude), (.ranged, .ranged),
      (.otherPlan, .otherPlan):
      true
    case (.failure(let old), .failure(let new)):
      old.code == new.code && old.severity == new.severity && old.provider == new.provider
    default: false
    }
  }
}
