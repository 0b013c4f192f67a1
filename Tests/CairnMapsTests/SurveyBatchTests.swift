import CairnJSON
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnMaps
@testable import CairnRadio

@Suite("Batches of a survey")
struct SurveyBatchTests {
  private let map = AccessPoints.learned(250)
  private let tomorrow = AccessPoints.learnedDay + 1

  private func batches(
    _ map: LearnedMap, besides ledger: SubmissionLedger = SubmissionLedger(), today: UInt16,
    seed: UInt64 = 1
  ) -> [SurveyBatch] {
    var random: any RandomNumberGenerator = SplitMix(seed: seed)
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

  /// Cells of all technologies, heard at so many places a kilometre apart.
  private func cells(places: Int, day: UInt16? = nil) throws -> LearnedCells {
    var cells = LearnedCells()
    let start = Coordinate(latitude: 46.951234567, longitude: 7.441234567)
    for technology in CellTechnology.allCases {
      let cell = try #require(
        CellIdentity(technology, countryCode: 228, networkCode: 1, area: 801, cell: 7003))
      for place in 0..<places {
        let east = Coordinate(
          latitude: start.latitude, longitude: start.longitude + 0.01 * Double(place))
        cells.add(cell, at: east, day: day ?? AccessPoints.learnedDay)
      }
    }
    return cells
  }

  private func batches(
    _ cells: LearnedCells, besides ledger: SubmissionLedger = SubmissionLedger(), today: UInt16
  ) -> [SurveyBatch] {
    var random: any RandomNumberGenerator = SplitMix(seed: 1)
    return SurveyBatch.batches(
      of: LearnedMap(), cells: cells, besides: ledger, today: today, using: &random)
  }

  @Test func `hold each cell once, at a hundred metres, with its day and its range`() throws {
    #expect(batches(try cells(places: 2), today: tomorrow).isEmpty)
    #expect(batches(try cells(places: 3), today: AccessPoints.learnedDay).isEmpty)
    let found = batches(try cells(places: 3), today: tomorrow)
    #expect(found.map(\.count) == [CellTechnology.allCases.count])
    let texts = try items(found[0]).map { item -> String in
      #expect(item["timestamp"]?.asNumber == Double(AccessPoints.learnedDay) * 86_400_000)
      let position = item["position"]
      #expect(position?["latitude"]?.asNumber == 46.951)
      #expect(position?["longitude"]?.asNumber == 7.451)
      // Half of 1.52 km, and two thirds more for three places.
      #expect(abs((position?["accuracy"]?.asNumber ?? 0) - 1265) < 10)
      guard case .array(let towers)? = item["cellTowers"], towers.count == 1 else { return "" }
      let area = towers[0]["locationAreaCode"]?.asNumber
      return "\(towers[0]["radioType"]?.asText ?? "") \(area.map { Int($0) } ?? 0)"
    }
    // The area is known where the number needs it, as that of UMTS does here.
    #expect(texts.sorted() == ["gsm 801", "lte 0", "lte 0", "nr 0", "wcdma 801"])
  }

  @Test func `hold a cell again once it is known from more places, or has moved`() throws {
    var ledger = SubmissionLedger()
    batches(try cells(places: 3), today: tomorrow).forEach { ledger.enter($0) }
    #expect(ledger.count == CellTechnology.allCases.count)
    #expect(batches(try cells(places: 11), besides: ledger, today: tomorrow).isEmpty)
    let later = batches(try cells(places: 12), besides: ledger, today: tomorrow)
    #expect(later.count == 1)
    later.forEach { ledger.enter($0) }
    // Fewer places than before: those of another place.
    #expect(batches(try cells(places: 4), besides: ledger, today: tomorrow).count == 1)
    ledger.takeOut(later[0])
    #expect(ledger.count == 0)
  }

  @Test func `with cells are in a ledger that is read whole or not at all`() throws {
    var ledger = SubmissionLedger()
    batches(map, today: tomorrow).prefix(1).forEach { ledger.enter($0) }
    let before = ledger.encoded
    batches(try cells(places: 5), today: tomorrow).forEach { ledger.enter($0) }
    let bytes = ledger.encoded
    let size = before.count + 4 + 9 * CellTechnology.allCases.count
    #expect(bytes.count == size)
    #expect(SubmissionLedger(decoding: bytes) == ledger)
    for count in 0..<bytes.count {
      #expect(SubmissionLedger(decoding: Array(bytes.prefix(count))) == nil)
    }
    for index in bytes.indices.suffix(4 + 9 * CellTechnology.allCases.count) {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        guard let read = SubmissionLedger(decoding: damaged) else { continue }
        #expect(read.encoded == damaged)
      }
    }
    ledger.forget(allBut: map)
    #expect(ledger.encoded == before)
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
