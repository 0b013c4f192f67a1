import CairnTypes
import CairnUpdates
import Testing

@Suite("Delivery buffer")
struct DeliveryBufferTests {
  /// One word for each call: the fixes' seconds, or the notice.
  private func drain(_ buffer: inout DeliveryBuffer<String>) -> [String] {
    var calls: [String] = []
    while let delivery = buffer.take() {
      switch delivery {
      case .locations(let fixes):
        #expect(!fixes.isEmpty)
        calls.append(
          fixes.map { "\(Int((($0.time - at(0)).inSeconds).rounded()))" }
            .joined(separator: " "))
      case .notice(let notice): calls.append(notice)
      }
    }
    return calls
  }

  @Test("B17: there is no call without fixes")
  func empty() {
    var buffer = DeliveryBuffer<String>()
    #expect(buffer.isEmpty && buffer.take() == nil)
    buffer.put(fix(1))
    buffer.clearFixes()
    #expect(buffer.isEmpty && buffer.take() == nil)
    buffer.put("error")
    buffer.put("denied")
    #expect(drain(&buffer) == ["error", "denied"])
  }

  @Test("B18: fixes of one call come oldest first, the newest last")
  func order() {
    var buffer = DeliveryBuffer<String>()
    for second in 1...5 { buffer.put(fix(Double(second))) }
    #expect(drain(&buffer) == ["1 2 3 4 5"])
    buffer.put(fix(6))
    #expect(drain(&buffer) == ["6"])
  }

  @Test("B27: of 1000 fixes for a blocked client the newest 16 wait and 984 are counted")
  func bounded() {
    var buffer = DeliveryBuffer<String>()
    for second in 0..<1000 { buffer.put(fix(Double(second))) }
    #expect(buffer.dropped == 984 && buffer.waitingFixes == 16)
    #expect(drain(&buffer) == [(984..<1000).map { "\($0)" }.joined(separator: " ")])
    #expect(buffer.dropped == 984)
  }

  @Test("B28: notices behind a full queue are all delivered, in their place")
  func notices() {
    var buffer = DeliveryBuffer<String>(capacity: 3)
    buffer.put("first")
    for second in 1...2 { buffer.put(fix(Double(second))) }
    buffer.put("error")
    for second in 3...4 { buffer.put(fix(Double(second))) }
    buffer.put("authorization")
    #expect(buffer.dropped == 1)
    #expect(drain(&buffer) == ["first", "2", "error", "3 4", "authorization"])
  }

  @Test("B28: a notice whose fixes were all dropped still comes before younger ones")
  func allBefore() {
    var buffer = DeliveryBuffer<String>(capacity: 2)
    buffer.put(fix(1))
    buffer.put("error")
    for second in 2...20 { buffer.put(fix(Double(second))) }
    for i in 0..<100 { buffer.put("notice \(i)") }
    #expect(drain(&buffer) == ["error", "19 20"] + (0..<100).map { "notice \($0)" })
  }

  @Test("B28: random puts and takes never lose a notice, reorder or exceed the bound")
  func random() {
    var buffer = DeliveryBuffer<Int>(capacity: 4)
    var state: UInt64 = 99
    var put: [Int] = []
    var taken: [Int] = []
    var counter = 0
    var noticesPut = 0
    var noticesTaken = 0
    for _ in 0..<20_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      counter += 1
      switch (state >> 33) % 5 {
      case 0, 1, 2:
        buffer.put(fix(Double(counter)))
        put.append(counter)
      case 3:
        buffer.put(counter)
        noticesPut += 1
      default:
        switch buffer.take() {
        case .locations(let fixes)?:
          taken += fixes.map { Int(($0.time - at(0)).inSeconds.rounded()) }
        case .notice(let notice)?:
          taken.append(notice)
          noticesTaken += 1
        case nil: break
        }
      }
      #expect(buffer.waitingFixes <= 4)
    }
    while let delivery = buffer.take() {
      switch delivery {
      case .locations(let fixes):
        taken += fixes.map { Int(($0.time - at(0)).inSeconds.rounded()) }
      case .notice(let notice):
        taken.append(notice)
        noticesTaken += 1
      }
    }
    #expect(noticesTaken == noticesPut)
    #expect(zip(taken, taken.dropFirst()).allSatisfy { $0 < $1 })
    #expect(taken.count - noticesTaken + buffer.dropped == put.count)
  }

  @Test("B29: a client at half the producer's rate stays two periods behind at most")
  func slowClient() {
    var buffer = DeliveryBuffer<String>()
    for second in 0..<600 {
      buffer.put(fix(Double(second)))
      guard second % 2 == 1, case .locations(let fixes)? = buffer.take() else { continue }
      #expect(fixes.last.map { ($0.age(at: at(Double(second)))) <= .seconds(2) } == true)
    }
    #expect(buffer.dropped == 0)
  }

  @Test("B29: one that returns every 100 periods gets 16 fixes, the newest among them")
  func verySlowClient() {
    var buffer = DeliveryBuffer<String>()
    for second in 1...600 {
      buffer.put(fix(Double(second)))
      guard second % 100 == 0, case .locations(let fixes)? = buffer.take() else { continue }
      #expect(fixes.count == 16 && fixes.last?.time == at(Double(second)))
    }
    #expect(buffer.dropped == 6 * 84)
  }

  @Test("A9: stopping discards the waiting fixes, uncounted, and keeps the notices in order")
  func clear() {
    var buffer = DeliveryBuffer<String>()
    buffer.put(fix(1))
    buffer.put("error")
    buffer.put(fix(2))
    buffer.put("stopped")
    buffer.clearFixes()
    buffer.put(fix(3))
    #expect(drain(&buffer) == ["error", "stopped", "3"])
    #expect(buffer.dropped == 0)
  }

  @Test("a capacity below one is one")
  func smallest() {
    var buffer = DeliveryBuffer<String>(capacity: 0)
    buffer.put(fix(1))
    buffer.put(fix(2))
    #expect(drain(&buffer) == ["2"])
  }
}
