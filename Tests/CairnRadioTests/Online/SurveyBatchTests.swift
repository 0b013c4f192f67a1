import CairnJSON
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnRadio

@Suite("Batches of a survey")
struct SurveyBatchTests {
  private let map = AccessPoints.learned(250)
  private let tomorrow = AccessPoints.learnedDay + 1

  private func batches(
    _ map: LearnedMap, besides ledger: SubmissionLedger = SubmissionLedger(), today: UInt16,
    seed: UInt64 = 1
  ) -> [SurveyBatch] {
    var random = SplitMix(seed: seed)
    return SurveyBatch.batches(of: map, besides: ledger, today: today, using: &random)
  }

  private func items(_ batch: SurveyBatch) throws -> [JSONValue] {
    guard case .array(let items) = try JSONReader.value(of: batch.json[...])["items"] else {
      return []
    }
    return items
  }

  private func addresses(_ batches: [SurveyBatch]) throws -> [String] {
    try batches.flatMap(items).compactMap {
      guard case .array(let heard) = $0["wifiAccessPoints"] else { return nil }
      return heard.first?["macAddress"]?.asText
    }
  }

  @Test func `hold each access point once, with its place and its day and nothing else`() throws {
    let batches = batches(map, today: tomorrow)
    let usable = map.accessPoints.filter { $0.value.known(on: tomorrow) != nil }
    #expect(batches.map(\.count).reduce(0, +) == usable.count)
    #expect(batches.allSatisfy { (1...SurveyBatch.capacity).contains($0.count) })
    #expect(batches.count == (usable.count + 99) / 100)
    #expect(Set(try addresses(batches)) == Set(usable.keys.map(\.description)))
    for item in try batches.flatMap(items) {
      guard case .object(let members) = item, case .object(let position)? = item["position"],
        case .array(let heard)? = item["wifiAccessPoints"], case .object(let point)? = heard.first
      else {
        Issue.record("an item of another form")
        return
      }
      #expect(Set(members.map(\.name)) == ["timestamp", "position", "wifiAccessPoints"])
      #expect(Set(position.map(\.name)) == ["latitude", "longitude", "accuracy", "source"])
      #expect(heard.count == 1)
      #expect(point.map(\.name) == ["macAddress"])
      #expect(item["timestamp"]?.asNumber == Double(AccessPoints.learnedDay) * 86_400_000)
    }
  }

  @Test func `are in an order that chance decides`() throws {
    let orders = try (1...3).map { try addresses(batches(map, today: tomorrow, seed: $0)) }
    #expect(Set(orders).count == 3)
    #expect(Set(orders.map { $0.sorted() }).count == 1)
    #expect(orders[0] != orders[0].sorted())
  }

  @Test func `leave out what was heard today, is not yet usable, or was submitted`() throws {
    #expect(batches(map, today: AccessPoints.learnedDay).isEmpty)
    #expect(batches(LearnedMap(), today: tomorrow).isEmpty)
    let all = batches(map, today: tomorrow)
    var ledger = SubmissionLedger()
    ledger.enter(all[0])
    let rest = batches(map, besides: ledger, today: tomorrow)
    #expect(
      Set(try addresses(rest)).isDisjoint(with: try addresses([all[0]])))
    ledger.takeOut(all[0])
    #expect(batches(map, besides: ledger, today: tomorrow).count == all.count)
  }

  @Test func `never hold a local address, even one that a map should not have`() throws {
    var map = map
    let record = try #require(
      map.accessPoints.values.first { $0.known(on: tomorrow) != nil })
    let phone = try #require(BSSID("06:00:00:00:00:01"))
    map.accessPoints[phone] = record
    #expect(!(try addresses(batches(map, today: tomorrow))).contains(phone.description))
  }

  @Test func `hold an access point again once it has moved`() throws {
    let (bssid, record) = try #require(
      map.accessPoints.first { $0.value.moves == 0 && $0.value.known(on: tomorrow) != nil })
    var ledger = SubmissionLedger()
    let one = LearnedMap(accessPoints: [bssid: record])
    ledger.enter(batches(one, today: tomorrow)[0])
    #expect(batches(one, besides: ledger, today: tomorrow).isEmpty)
    let moved = try #require(
      map.accessPoints.values.first { $0.moves == 1 && $0.known(on: tomorrow) != nil })
    let other = LearnedMap(accessPoints: [bssid: moved])
    #expect(batches(other, besides: ledger, today: tomorrow).count == 1)
  }

  @Test func `are in a ledger that is read whole or not at all`() {
    var ledger = SubmissionLedger()
    batches(map, today: tomorrow).forEach { ledger.enter($0) }
    let bytes = ledger.encoded
    #expect(SubmissionLedger(decoding: bytes) == ledger)
    let size = 5 + 7 * ledger.count
    #expect(bytes.count == size)
    for count in 0..<bytes.count {
      #expect(SubmissionLedger(decoding: Array(bytes.prefix(count))) == nil)
    }
    #expect(SubmissionLedger(decoding: bytes + [0]) == nil)
    for index in bytes.indices.prefix(40) {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        guard let read = SubmissionLedger(decoding: damaged) else { continue }
        #expect(read.encoded == damaged)
      }
    }
    ledger.forget(allBut: LearnedMap())
    #expect(ledger.count == 0)
  }
}
