import CairnMaps
import CairnRadio
import CairnTestSupport
import CairnTypes
import CairnMapUpdates
import CairnWireless
import Synchronization
import Testing

@Suite("Submitting what was learned")
struct SurveySubmissionTests {
  private let map = AccessPoints.learned(250)
  private let tomorrow = AccessPoints.learnedDay + 1
  private let start = MonotonicTime(nanoseconds: 1_000_000_000)

  private func submission(
    _ map: LearnedMap, besides ledger: SubmissionLedger = SubmissionLedger()
  ) -> SurveySubmission {
    var random: any RandomNumberGenerator = SplitMix(seed: 3)
    return SurveySubmission(of: map, besides: ledger, today: tomorrow, using: &random)
  }

  /// Sends everything to a stub that answers as `answer` says to the n-th request, without waiting;
  /// returns the waits.
  private func run(
    _ submission: inout SurveySubmission, _ stub: HTTPStub, answer: (Int) -> String?
  ) throws -> [Duration] {
    let service = try #require(SubmissionService(stub.address))
    let connection = SubmissionConnection(service)
    var (waits, now, count): ([Duration], MonotonicTime, Int) = ([], start, 0)
    for _ in 0..<100 {
      switch submission.next(at: now) {
      case .send(let batch):
        #expect(submission.ledger.count >= batch.count)
        let response = answer(count)
        stub.answer(with: response)
        count += 1
        let limit: Duration = response == nil ? .milliseconds(300) : .seconds(60)
        submission.take(connection.submit(batch, within: limit), at: now)
      case .wait(let duration):
        waits.append(duration)
        now = now + duration
      case .end: return waits
      }
    }
    Issue.record("it does not end")
    return waits
  }

  private func addresses(_ stub: HTTPStub) -> [Substring] {
    stub.requests.withLock { requests in
      requests.flatMap { $0.matches(of: /04(:[0-9a-f]{2}){5}/).map(\.0) }
    }
  }

  @Test func `A service gets each access point once, and nothing a second time`() throws {
    let stub = try HTTPStub(nil)
    defer { stub.end() }
    var first = submission(map)
    let total = first.left
    #expect(total > 200)
    #expect(try run(&first, stub) { _ in HTTPStub.response("200 OK", "{}") } == [])
    #expect((first.taken, first.left, first.uncertain) == (total, 0, 0))
    #expect(first.failure == nil)
    #expect(addresses(stub).count == total)
    #expect(Set(addresses(stub)).count == total)
    let head = stub.requests.withLock { $0.first ?? "" }
    #expect(head.hasPrefix("POST /v2/geosubmit HTTP/1.1\r\n"))
    let kept = try #require(SubmissionLedger(decoding: first.ledger.encoded))
    var second = submission(map, besides: kept)
    #expect(second.left == 0)
    #expect(try run(&second, stub) { _ in nil } == [])
    #expect(addresses(stub).count == total)
  }

  @Test func `A service that is busy is asked again after half a minute, with the same batch`()
    throws
  {
    let stub = try HTTPStub(nil)
    defer { stub.end() }
    var submission = submission(map)
    let total = submission.left
    let waits = try run(&submission, stub) {
      $0 == 1 || $0 == 2
        ? HTTPStub.response("503 Service Unavailable", "") : HTTPStub.response("200 OK", "{}")
    }
    #expect(waits == [.seconds(30), .seconds(60)])
    #expect((submission.taken, submission.left) == (total, 0))
    let requests = stub.requests.withLock { $0 }
    #expect(requests[1] == requests[2] && requests[2] == requests[3])
    #expect(requests[0] != requests[1])
  }

  @Test func `A service that stays busy, or asks for hours, is left alone with what is left`()
    throws
  {
    let busy = HTTPStub.response("503 Service Unavailable", "")
    let hours = HTTPStub.response("429 Too Many Requests", "", head: "Retry-After: 7200\r\n")
    for (answer, requests) in [(busy, [SurveySubmission.maximumFailures]), (hours, [1, 3])] {
      let stub = try HTTPStub(nil)
      defer { stub.end() }
      var submission = submission(map)
      let total = submission.left
      _ = try run(&submission, stub) { _ in answer }
      #expect((submission.taken, submission.left, submission.ledger.count) == (0, total, 0))
      #expect(submission.failure?.contains("status") == true)
      // Libraries before 7.66 do not tell for how long a service wants to be left alone.
      #expect(requests.contains(stub.requests.withLock { $0.count }))
    }
  }

  @Test(arguments: ["400 Bad Request", "403 Forbidden", "404 Not Found", "302 Found"])
  func `A refusal ends it at once, and nothing counts as submitted`(status: String) throws {
    let stub = try HTTPStub(nil)
    defer { stub.end() }
    var submission = submission(map)
    _ = try run(&submission, stub) { _ in
      HTTPStub.response(status, "{}", head: "Location: http://127.0.0.1:1/\r\n")
    }
    #expect(stub.requests.withLock { $0.count } == 1)
    #expect((submission.taken, submission.ledger.count) == (0, 0))
    #expect(submission.failure != nil)
  }

  @Test func `A batch whose answer is lost is not sent again`() throws {
    let endless = "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "a", count: 100_000)
    for lost in ["", "nonsense\r\n\r\n", endless, nil] {
      let stub = try HTTPStub(nil)
      defer { stub.end() }
      var submission = submission(map)
      let total = submission.left
      let waits = try run(&submission, stub) { $0 == 0 ? lost : HTTPStub.response("200 OK", "{}") }
      #expect(waits.count == 1)
      #expect(submission.uncertain == SurveyBatch.capacity)
      #expect(submission.taken == total - SurveyBatch.capacity)
      #expect(submission.ledger.count == total)
      #expect(Set(addresses(stub)).count == total)
      #expect(addresses(stub).count == total)
    }
  }

  @Test func `A service that is not there gets nothing, and nothing counts as submitted`()
    async throws
  {
    let gone = try HTTPStub(nil)
    gone.end()
    _ = await Patience.wait { (try? HTTPStub.isRefused(gone.port)) ?? false }
    var submission = submission(map)
    let waits = try run(&submission, gone) { _ in "" }
    #expect(waits == [.seconds(30), .seconds(60)])
    #expect((submission.taken, submission.uncertain, submission.ledger.count) == (0, 0, 0))
    #expect(submission.failure != nil)
  }
}
