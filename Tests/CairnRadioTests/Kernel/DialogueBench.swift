import CairnRadio
import CairnSimulator
import CairnTypes

/// A dialogue and a kernel, in virtual time.
struct DialogueBench {
  var kernel = FakeKernel()
  var now = MonotonicTime(nanoseconds: 100_000_000_000)
  private(set) var dialogue = NL80211Dialogue()
  private(set) var reports: [WiFiReport] = []
  private(set) var asked: [WiFiScanRequest] = []
  /// Whether another program starts scans for this one; `nil` until it answers.
  var isStartedByOthers: Bool? = false

  var scans: [WiFiScan] {
    reports.compactMap { if case .scan(let scan, _) = $0 { scan } else { nil } }
  }

  var outcomes: [WiFiScanOutcome] {
    reports.compactMap { if case .requestEnded(let outcome) = $0 { outcome } else { nil } }
  }

  var availabilities: [WiFiAvailability] {
    reports.compactMap { if case .availability(let value) = $0 { value } else { nil } }
  }

  mutating func start() { perform(dialogue.start(at: now)) }

  mutating func request(_ request: WiFiScanRequest = WiFiScanRequest()) {
    perform(dialogue.request(request, at: now))
  }

  mutating func receive(_ datagram: [UInt8]) {
    perform(dialogue.receive(datagram.span, at: now))
  }

  /// Has the program that was asked for a scan start it, or refuse.
  mutating func answer(_ isStarted: Bool) {
    perform(isStarted ? dialogue.accept(at: now) : dialogue.refuse(.notPermitted, at: now))
  }

  mutating func lose() { perform(dialogue.lostDatagrams(at: now)) }

  /// Lets time pass, deadline by deadline.
  mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let deadline = dialogue.deadline, deadline <= end {
      now = max(now, deadline)
      perform(dialogue.wake(at: now))
    }
    now = end
  }

  mutating func forget() { reports = [] }

  private mutating func perform(_ actions: [NL80211Dialogue.Action]) {
    for action in actions {
      switch action {
      case .send(let request):
        for datagram in kernel.answer(request) { receive(datagram) }
      case .join(let group): kernel.join(group)
      case .report(let report): reports.append(report)
      case .ask(let request):
        asked.append(request)
        if let isStartedByOthers { answer(isStartedByOthers) }
      }
    }
  }
}
