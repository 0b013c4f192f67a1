public import CairnTypes

/// The conversation with wpa_supplicant about one Wi-Fi interface: detects when scans end, reads
/// their results, and starts scans.
///
/// A pure value: datagrams and time go in, actions come out. Used if the kernel itself cannot be
/// asked; the reports are the same. One command is under way at a time. Any failure ends the
/// dialogue, and the owner begins another on a new socket.
///
/// Source: wpa_supplicant, wpa_supplicant/ctrl_iface.c.
public struct SupplicantDialogue: Sendable {
  /// Action that the owner of the socket must perform, in order.
  public enum Action: Hashable, Sendable {
    /// Send one datagram.
    case send([UInt8])
    /// Pass a report to the client.
    case report(WiFiReport)
    /// Close the socket: the program ends, or does not behave as wpa_supplicant does.
    case close
  }

  /// How long an answer may take.
  public static let patience = Duration.seconds(5)
  /// Maximum number of parts in which a list is read.
  static let maximumParts = 128
  /// Octets from which an answer may have been cut.
  private static let room = 4000

  private enum Command: Hashable {
    case attach
    /// Checks whether wpa_supplicant is there, for a client that detects scans elsewhere.
    case ping
    /// Requests the part of the list that begins with this number.
    case list(UInt32)
    /// Requests the list from programs that support no parts.
    case results
    case scan(WiFiScanRequest)
  }

  private let interface: WiFiInterface
  private let startsOnly: Bool
  private var actions: [Action] = []
  private var current: (command: Command, deadline: MonotonicTime)?
  private var waiting: [Command] = []
  private var sightings: [BSSID: AccessPointSighting] = [:]
  private var parts = 0
  /// When the last scan has ended; `nil` before the first.
  private var scanEnded: MonotonicTime?
  /// When the scan that clients wait for should have ended.
  private var scanDeadline: MonotonicTime?
  /// Whether that scan has ended.
  private var isScanned = false
  /// Whether the results of that scan are being read.
  private var isReadingScan = false
  /// When to read the list after events, of which there may be any number.
  private var pace = EventPace()
  private var openRequests = 0
  private var isOver = false

  /// Creates a dialogue that has not started.
  ///
  /// - Parameters:
  ///   - interface: the interface of the socket; its index is in the reports.
  ///   - startsOnly: whether the end of a scan is detected elsewhere: a request ends with
  ///     `.finished` as soon as its scan is accepted, and no scan is reported.
  public init(_ interface: WiFiInterface, startsOnly: Bool = false) {
    self.interface = interface
    self.startsOnly = startsOnly
  }

  /// When `wake(at:)` must be called, unless something else happens before.
  public var deadline: MonotonicTime? {
    [current?.deadline, scanDeadline, pace.due].compactMap { $0 }.min()
  }

  /// Begins, once, on a new socket.
  public mutating func start(at now: MonotonicTime) -> [Action] {
    waiting = [startsOnly ? .ping : .attach]
    return flush(now)
  }

  /// Takes one datagram.
  public mutating func receive(_ datagram: Span<UInt8>, at now: MonotonicTime) -> [Action] {
    guard !isOver else { return [] }
    if !datagram.isEmpty, datagram[0] == UInt8(ascii: "<") {
      event(datagram, now)
    } else if let command = current?.command {
      current = nil
      answer(command, datagram, now)
    }
    return flush(now)
  }

  /// Asks for a scan; its end is reported exactly once. A request during another one shares that
  /// one's scan and end.
  public mutating func request(_ request: WiFiScanRequest, at now: MonotonicTime) -> [Action] {
    guard !isOver else { return [.report(.requestEnded(.noInterface))] }
    openRequests += 1
    if openRequests == 1 { waiting.append(.scan(request)) }
    return flush(now)
  }

  /// Acts on deadlines that have passed.
  public mutating func wake(at now: MonotonicTime) -> [Action] {
    if let current, current.deadline <= now { end() }
    if let scanDeadline, scanDeadline <= now { endRequests(.timedOut) }
    if !isOver, pace.take(at: now) { read() }
    return flush(now)
  }

  /// Notes that nothing can be sent or received any more.
  public mutating func disconnected() -> [Action] {
    end()
    defer { actions = [] }
    return actions
  }

  // MARK: - Commands

  private mutating func flush(_ now: MonotonicTime) -> [Action] {
    if current == nil, !isOver, !waiting.isEmpty {
      let command = waiting.removeFirst()
      actions.append(.send(Array(Self.text(command).utf8)))
      current = (command, now + Self.patience)
    }
    defer { actions = [] }
    return actions
  }

  private static func text(_ command: Command) -> String {
    switch command {
    case .attach: return "ATTACH"
    case .ping: return "PING"
    case .list(let number): return "BSS RANGE=\(number)- MASK=\(SupplicantTable.mask)"
    case .results: return "SCAN_RESULTS"
    case .scan(let request):
      // Without the type, wpa_supplicant connects to another network if it finds one.
      var text = "SCAN TYPE=ONLY"
      if !request.frequencies.isEmpty {
        let channels = request.frequencies.prefix(NL80211.maximumFrequencies)
        text += " freq=" + channels.map(String.init).joined(separator: ",")
      }
      return request.isActive ? text : text + " passive=1"
    }
  }

  private mutating func answer(_ command: Command, _ text: Span<UInt8>, _ now: MonotonicTime) {
    switch command {
    case .attach:
      guard Self.begins(text, "OK") else { return end() }
      actions.append(.report(.availability(.present([interface]))))
      read()
    case .ping:
      guard Self.begins(text, "PONG") else { return end() }
      actions.append(.report(.availability(.present([interface]))))
    case .list(let number):
      guard !Self.begins(text, "FAIL"), !Self.begins(text, "UNKNOWN") else {
        if number > 0 { return finishRead(isPartial: false, now) }
        // Without ages, only the results of a scan that has just ended are of use.
        if scanEnded != nil { waiting.insert(.results, at: 0) }
        return
      }
      let part = SupplicantTable(blocks: text, at: now)
      keep(part)
      parts += 1
      if let last = part.last, last >= number, last < .max, !part.isEnd, parts < Self.maximumParts {
        waiting.insert(.list(last &+ 1), at: 0)
      } else {
        finishRead(isPartial: !part.isEnd, now)
      }
    case .results:
      keep(SupplicantTable(lines: text, heard: scanEnded ?? now))
      finishRead(isPartial: text.count >= Self.room, now)
    case .scan:
      guard Self.begins(text, "OK") || Self.begins(text, "FAIL-BUSY") else {
        return endRequests(.failed(errno: Self.inputOutput))
      }
      if startsOnly { return endRequests(.finished) }
      scanDeadline = now + NL80211Dialogue.scanPatience
    }
  }

  /// EIO, for a program that gives no reason.
  private static let inputOutput: Int32 = 5

  private static func begins(_ text: Span<UInt8>, _ word: String) -> Bool {
    let word = Array(word.utf8)
    return text.count >= word.count && word.indices.allSatisfy { text[$0] == word[$0] }
  }

  // MARK: - Scans

  private mutating func event(_ text: Span<UInt8>, _ now: MonotonicTime) {
    guard !startsOnly else { return }
    // A level in angle brackets comes first.
    guard let start = text.indices.prefix(8).first(where: { text[$0] == UInt8(ascii: ">") }) else {
      return
    }
    let name = text.extracting((start + 1)..<text.count)
    if Self.begins(name, "CTRL-EVENT-SCAN-RESULTS") {
      scanEnded = now
      if scanDeadline != nil { isScanned = true }
      pace.note(at: now)
      if pace.take(at: now) { read() }
    } else if Self.begins(name, "CTRL-EVENT-SCAN-FAILED") {
      if scanDeadline != nil { endRequests(.failed(errno: Self.inputOutput)) }
    } else if Self.begins(name, "CTRL-EVENT-TERMINATING") {
      end()
    }
  }

  /// Reads the list, from the beginning if it is being read already.
  private mutating func read() {
    waiting.removeAll { if case .list = $0 { true } else { $0 == .results } }
    sightings = [:]
    parts = 0
    isReadingScan = isScanned
    waiting.append(.list(0))
  }

  private mutating func keep(_ part: SupplicantTable) {
    for sighting in part.sightings
    where sightings.count < NL80211Dialogue.maximumSightings || sightings[sighting.bssid] != nil {
      sightings[sighting.bssid] = sighting
    }
  }

  private mutating func finishRead(isPartial: Bool, _ now: MonotonicTime) {
    // If a scan has ended meanwhile, the list is read anew.
    guard !waiting.contains(.list(0)) else { return }
    let heard = Array(sightings.values).inOrderOfAddress
    sightings = [:]
    actions.append(
      .report(
        .scan(
          WiFiScan(sightings: heard, time: now, isPartial: isPartial), interface: interface.index)))
    if isReadingScan { endRequests(.finished) }
  }

  private mutating func endRequests(_ outcome: WiFiScanOutcome) {
    for _ in 0..<openRequests { actions.append(.report(.requestEnded(outcome))) }
    openRequests = 0
    scanDeadline = nil
    isScanned = false
    isReadingScan = false
    waiting.removeAll { if case .scan = $0 { true } else { false } }
  }

  private mutating func end() {
    guard !isOver else { return }
    isOver = true
    current = nil
    waiting = []
    pace = EventPace()
    endRequests(.noInterface)
    actions.append(.close)
  }
}
