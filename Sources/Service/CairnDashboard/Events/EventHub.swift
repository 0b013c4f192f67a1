internal import CairnJSON
internal import CairnLinux
package import CairnTypes
internal import CairnUpdates

/// Tells every page that is open what happens, and a new one what is known already.
///
/// Each object is encoded once for all pages, and none while no page is open.
///
/// Isolation: the event loop. `close()` ends it.
final class EventHub {
  /// Pages that may be open. A browser has six connections a host, which is why hidden pages let go of theirs.
  static let capacity = 16
  /// How often a sign of life is sent, by which a connection that is dead ends.
  static let pulse = Duration.seconds(15)
  /// Regions of which a new page is told.
  static let regionLimit = 1000

  private let loop: EventLoop
  var introduction: DashboardIntroduction
  /// Called with the number of pages that are open, when it has changed.
  var onCount: (Int) -> Void = { _ in }
  private let tellsPlans: () -> Bool
  /// The time that events carry.
  private let utc: () -> Timestamp
  /// The last of each kind, with the time at which it happened.
  private var last: [(event: DashboardEvent, utc: Timestamp)?]
  /// The last of each region, by its identifier.
  private var regions: [String: (event: DashboardEvent, utc: Timestamp)] = [:]
  private var history = FixHistory()
  private var streams: [ObjectIdentifier: HTTPConnection] = [:]
  private var timer: TimerID?
  private var json = JSONText()
  /// Objects that were encoded.
  private(set) var encoded = 0

  init(
    _ introduction: DashboardIntroduction, tellsPlans: @escaping () -> Bool, loop: EventLoop,
    utc: @escaping () -> Timestamp
  ) {
    self.introduction = introduction
    self.tellsPlans = tellsPlans
    self.loop = loop
    self.utc = utc
    last = Array(repeating: nil, count: DashboardEvent.Kind.allCases.count)
  }

  var isFull: Bool { streams.count >= Self.capacity }

  /// Takes something to show.
  func publish(_ event: DashboardEvent) {
    keep(event)
    if event.isMeasured { last[DashboardEvent.Kind.error.rawValue] = nil }
    if case .update(let fixes) = event { for fix in fixes { history.note(fix, at: utc()) } }
    guard !streams.isEmpty else { return }
    let line = EventLine(.event(event.kind), bytes { event.write(to: &$0) })
    // A stream that is too slow ends inside this, and is removed.
    for stream in Array(streams.values) { stream.send(line) }
  }

  /// Returns what a new page is told first.
  func greeting() -> [UInt8] {
    var all = Array("retry: 1000\n\n".utf8)
    all += bytes { json in
      json.object {
        introduction.write(to: &$0)
        $0.member("plans", tellsPlans())
        history.write(to: &$0, at: loop.now())
      }
    }
    for kind in DashboardEvent.Kind.allCases {
      let known =
        kind == .region
        ? regions.sorted { $0.key < $1.key }.map(\.value)
        : [last[kind.rawValue]].compactMap { $0 }
      for (event, utc) in known { all += bytes(at: utc) { event.write(to: &$0) } }
    }
    return all
  }

  private func keep(_ event: DashboardEvent) {
    guard case .region(_, let region) = event else {
      return last[event.kind.rawValue] = (event, utc())
    }
    if regions.count < Self.regionLimit || regions[region.identifier] != nil {
      regions[region.identifier] = (event, utc())
    }
  }

  /// Tells a page of everything from now on.
  func add(_ stream: HTTPConnection) {
    streams[ObjectIdentifier(stream)] = stream
    if timer == nil { beat() }
  }

  /// Tells how many pages are open; what happens for the first must not come before its header.
  func tellCount() { onCount(streams.count) }

  func remove(_ stream: HTTPConnection) {
    guard streams.removeValue(forKey: ObjectIdentifier(stream)) != nil else { return }
    if streams.isEmpty { stopBeating() }
    tellCount()
  }

  /// Forgets all pages; nothing is called after this. Idempotent.
  func close() {
    onCount = { _ in }
    streams = [:]
    stopBeating()
  }

  private func stopBeating() {
    if let timer { loop.cancel(timer) }
    timer = nil
  }

  private func beat() {
    // `close` cancels it.
    timer = loop.schedule(at: loop.now() + Self.pulse) { [self] in
      timer = nil
      let line = EventLine(.comment, Array(":\n\n".utf8))
      for stream in Array(streams.values) { stream.send(line) }
      if !streams.isEmpty { beat() }
    }
  }

  /// Encodes an object as an event that happens now, or has happened before.
  private func bytes(at time: Timestamp? = nil, _ body: (inout JSONText) -> Void) -> [UInt8] {
    encoded += 1
    json.clear()
    body(&json)
    let head = "id: \((time ?? utc()).nanosecondsSince1970 / 1_000_000)\ndata: "
    return Array(head.utf8) + json.bytes + [10, 10]
  }
}

/// What a page is told of the program that serves it.
package struct DashboardIntroduction: Sendable {
  /// Where the positions come from, in one line.
  package var title: String
  /// Of the program.
  package var version: String
  /// The accuracy that is asked for.
  package var accuracy: DesiredAccuracy
  /// What it can show besides.
  package var sources = DashboardSources()

  package init(title: String, version: String, accuracy: DesiredAccuracy) {
    self.title = title
    self.version = version
    self.accuracy = accuracy
  }

  fileprivate func write(to json: inout JSONText) {
    json.member("event", "hello")
    json.member("title", title)
    json.member("version", version)
    json.member("accuracy", accuracy.metres)
    sources.introduce(to: &json)
  }
}
