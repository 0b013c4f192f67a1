import CairnHAL
import CairnTestSupport
import CairnTypes
import Testing

@Suite("Energy ledger")
struct EnergyLedgerTests {
  private func total(_ accounts: [EnergyLedger.Account]) -> Energy {
    accounts.reduce(.zero) { $0 + ($1.energy ?? .zero) }
  }

  @Test func `clients share equally what a provider draws for them, to the nanojoule`() {
    var ledger = EnergyLedger()
    ledger.book(Energy(nanojoules: 100), of: "gnss", for: ["a", "b", "c"])
    #expect(ledger.clients.map(\.energy?.nanojoules) == [34, 33, 33])
    ledger.book(Energy(nanojoules: 10), of: "wifi", for: ["b"])
    ledger.book(Energy(nanojoules: 7), of: "gnss", for: [])
    #expect(ledger.unattributed?.nanojoules == 7)
    #expect(ledger.providers.map(\.name) == ["gnss", "wifi"])
    #expect(ledger.providers.map(\.energy?.nanojoules) == [107, 10])
    #expect(ledger.clients.map(\.energy?.nanojoules) == [34, 43, 33])
    #expect(ledger.total?.nanojoules == 117)
  }

  @Test func `two clients of one name pay two shares`() {
    var ledger = EnergyLedger()
    ledger.book(Energy(nanojoules: 90), of: "gnss", for: ["a", "a", "b"])
    #expect(ledger.clients.map(\.energy?.nanojoules) == [60, 30])
  }

  @Test("G123: under random schedules the clients' energy and what is nobody's is the providers'")
  func balance() {
    var random = SplitMix(seed: 5)
    for _ in 0..<300 {
      var ledger = EnergyLedger()
      var meters = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        EnergyMeter(0, at: MonotonicTime(nanoseconds: 0))
      }
      var booked = meters.map { _ in Energy.zero }
      var payers = meters.map { _ in [String]() }
      var now = MonotonicTime(nanoseconds: 0)
      for _ in 0..<200 {
        now = now + .nanoseconds(Int64.random(in: 0...600_000_000_000, using: &random))
        let index = Int.random(in: meters.indices, using: &random)
        // Whoever pays changes only after what was drawn until then is on the accounts.
        let drawn = meters[index].total(at: now)
        ledger.book(drawn - booked[index], of: "p\(index)", for: payers[index])
        booked[index] = drawn
        payers[index] = (0..<Int.random(in: 0...5, using: &random)).map { _ in
          "client \(Int.random(in: 0...60, using: &random))"
        }
        switch Int.random(in: 0...2, using: &random) {
        case 0: meters[index].change(to: .random(in: 0...300, using: &random), at: now)
        case 1: meters[index].add(Energy(millijoules: .random(in: 0...900, using: &random)))
        default: break
        }
      }
      for index in meters.indices {
        let drawn = meters[index].total(at: now)
        ledger.book(drawn - booked[index], of: "p\(index)", for: payers[index])
      }
      let all = meters.reduce(Energy.zero) { $0 + $1.total(at: now) }
      #expect(total(ledger.providers) == all)
      #expect(total(ledger.clients) + (ledger.unattributed ?? .zero) == all)
      #expect(ledger.total == all)
      #expect(ledger.clients.count <= EnergyLedger.capacity)
    }
  }

  @Test func `what a provider of unknown cost has a part in is unknown, until its cost is known`() {
    var ledger = EnergyLedger()
    ledger.book(Energy(nanojoules: 10), of: "wifi", for: ["a"])
    ledger.book(Energy(nanojoules: 80), of: "gnss", for: ["a", "b"], isAssumed: true)
    ledger.book(Energy(nanojoules: 6), of: "wifi", for: ["c"])
    #expect(ledger.providers.map(\.energy?.nanojoules) == [16, nil])
    #expect(ledger.clients.map(\.energy?.nanojoules) == [nil, nil, 6])
    #expect(ledger.unattributed == .zero && ledger.total == nil)
    ledger.book(Energy(nanojoules: 4), of: "gnss", for: [], isAssumed: true)
    #expect(ledger.unattributed == nil)
    // It has turned out to draw a quarter of what was assumed.
    ledger.settle("gnss", correction: Energy(nanojoules: -63))
    #expect(ledger.providers.map(\.energy?.nanojoules) == [16, 21])
    #expect(ledger.clients.map(\.energy?.nanojoules) == [20, 10, 6])
    #expect(ledger.unattributed?.nanojoules == 1 && ledger.total?.nanojoules == 37)
  }

  @Test(arguments: [-100, -99, -1, 0, 1, 7, 100_003])
  func `what a provider has drawn beyond the assumed is shared to the nanojoule`(more: Int64) {
    for payers in [["a", "b", "c"], []] {
      var ledger = EnergyLedger()
      ledger.book(Energy(nanojoules: 100), of: "gnss", for: payers, isAssumed: true)
      ledger.book(Energy(nanojoules: 5), of: "wifi", for: ["d"])
      ledger.settle("gnss", correction: Energy(nanojoules: more))
      #expect(ledger.total?.nanojoules == 105 + more)
      #expect(total(ledger.providers).nanojoules == 105 + more)
      #expect(ledger.clients.allSatisfy { ($0.energy?.nanojoules ?? -1) >= 0 }, "\(ledger)")
      #expect(ledger.clients.last?.energy?.nanojoules == 5)
    }
  }

  @Test func `costs of providers without end stay unknown, and fill no memory`() {
    var ledger = EnergyLedger()
    for index in 0..<1000 {
      ledger.book(Energy(nanojoules: 1), of: "p\(index)", for: ["a"], isAssumed: true)
    }
    for index in 0..<1000 { ledger.settle("p\(index)", correction: .zero) }
    #expect(ledger.clients.first?.energy == nil && ledger.total == nil)
    #expect(ledger.providers.first?.energy?.nanojoules == 1)
  }

  @Test func `a provider of unknown cost that has drawn nothing makes nothing unknown`() {
    var ledger = EnergyLedger()
    ledger.book(Energy(nanojoules: 10), of: "wifi", for: ["a"])
    ledger.book(.zero, of: "gnss", for: ["a"], isAssumed: true)
    #expect(ledger.total?.nanojoules == 10 && ledger.providers.count == 1)
  }

  @Test func `names without end fill no memory, and their energy is still counted`() {
    var ledger = EnergyLedger()
    for index in 0..<10_000 {
      ledger.book(Energy(nanojoules: 3), of: "provider \(index)", for: ["client \(index)"])
    }
    #expect(ledger.providers.count == EnergyLedger.capacity)
    #expect(ledger.clients.count == EnergyLedger.capacity)
    #expect(ledger.clients.last?.name == "")
    #expect(total(ledger.clients).nanojoules == 30_000)
    #expect(total(ledger.providers).nanojoules == 30_000)
  }
}
