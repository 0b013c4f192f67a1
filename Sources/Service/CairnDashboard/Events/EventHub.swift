internal import CairnJSON
internal import CairnLinux
package import CairnTypes

/// Tells every page that is open what happens, and a new one what is known already.
///
/// Each object is encoded once for all pages, and none while no page is open.
///
/// Isolation: the event loop. `close()` ends it.
final class EventHub {
  /// Pages that may be open: browsers have six connections a host, and a person has two eyes.
  static let capacity = 16
  /// How often a sign of life is sent, by which a connection that is dead ends.
  static let pulse = Duration.seconds(15)

  private let loop: EventLoop
  private let introduction: DashboardIntroduction
  /// The time that events carry.
  private let utc: () -> Timestamp
  private var last: [DashboardEvent?]
  private var history = FixHistory()
  private var streams: [ObjectIdentifier: HTTPConnection] = [:]
  private var timer: TimerID?
  private var json = JSONText()
  /// Objects that were encoded.
  private(set) var encoded = 0

  init(
    _ introduction: DashboardIntroduction, loop: EventLoop, utc: @escaping () -> Timestamp
  ) {
    self.introduction = introduction
    self.loop = loop
    self.utc = utc
    last = [DashboardEvent?](repeating: nil, count: DashboardEvent.Kind.allCases.count)
  }

  var isFull: Bool { streams.count >= Self.capacity }

  /// Takes something to show.
  func publish(_ event: DashboardEvent) {
    last[event.kind.rawValue] = event
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
        history.write(to: &$0, at: loop.now())
      }
    }
    for event in last { if let event { all += bytes { event.write(to: &$0) } } }
    return all
  }

  /// Tells a page of everything from now on.
  func add(_ stream: HTTPConnection) {
    streams[ObjectIdentifier(stream)] = stream
    if timer == nil { beat() }
  }

  func remove(_ stream: HTTPConnection) {
    streams[ObjectIdentifier(stream)] = nil
    if streams.isEmpty { close() }
  }

  /// Ends the signs of life. Idempotent.
  func close() {
    streams = [:]
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

  /// Encodes an object as an event.
  private func bytes(_ body: (inout JSONText) -> Void) -> [UInt8] {
    encoded += 1
    json.clear()
    body(&json)
    let head = "id: \(utc().nanosecondsSince1970 / 1_000_000)\ndata: "
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
