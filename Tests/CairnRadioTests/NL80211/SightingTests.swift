import CairnRadio
import CairnSimulator
import CairnTypes
import Testing

@Suite("Entries of the kernel's list")
struct SightingTests {
  private typealias Fields = (inout NetlinkWriter) -> Void

  private let address: [UInt8] = [4, 0, 0, 0, 0, 1]
  private let now = MonotonicTime(nanoseconds: 100_000_000_000)

  /// What a dialogue makes of one entry; `nil` if it drops it.
  private func read(_ fields: Fields) -> AccessPointSighting? {
    var dialogue = NL80211Dialogue()
    var kernel = FakeKernel()
    var found: [AccessPointSighting] = []
    var waiting = dialogue.start(at: now)
    while !waiting.isEmpty {
      switch waiting.removeFirst() {
      case .send(let request):
        // The list of access points, of one entry, is written here.
        var answers = kernel.answer(request)
        if let end = answers.last, kernel.dumps == 1, answers.count == 1 {
          var sequence: UInt32 = 0
          NetlinkMessages.forEach(in: end.span) { header, _ in sequence = header.sequence }
          let entry = FakeKernel.message(FakeKernel.family, 34, .multipart, sequence) {
            $0.attribute(3, UInt32(3))
            $0.nested(47, fields)
          }
          answers.insert(entry, at: 0)
        }
        for answer in answers { waiting += dialogue.receive(answer.span, at: now) }
      case .report(.scan(let scan, _)): found += scan.sightings
      case .report, .join, .ask: break
      }
    }
    #expect(found.count <= 1)
    return found.first
  }

  @Test func `a strength in percent becomes dBm`() {
    for (percent, signal) in [(0, -100.0), (50, -75), (100, -50), (255, -50)] as [(UInt8, Double)] {
      let sighting = read {
        $0.attribute(1, address)
        $0.attribute(8, [percent])
        $0.attribute(10, UInt32(500))
      }
      #expect(sighting?.signal == signal)
      #expect(sighting?.time == now - .milliseconds(500))
      #expect(sighting?.frequency == nil && sighting?.ssid.isHidden == true)
    }
  }

  @Test func `the boot clock's time is preferred, and none is in the future`() {
    for (seen, expected) in [
      (99_000_000_000, now - .seconds(1)), (200_000_000_000, now), (.max, now),
      // Unknown to the driver.
      (0, now - .milliseconds(40)),
    ] as [(UInt64, MonotonicTime)] {
      let sighting = read {
        $0.attribute(1, address)
        $0.attribute(7, UInt32(bitPattern: -6000))
        $0.attribute(15, seen)
        $0.attribute(10, UInt32(40))
      }
      #expect(sighting?.time == expected)
      #expect(sighting?.signal == -60)
    }
  }

  @Test func `the name comes from beacons where no answer was heard`() {
    let sighting = read {
      $0.attribute(1, address)
      $0.attribute(7, UInt32(bitPattern: -6000))
      $0.attribute(10, UInt32(40))
      $0.attribute(11, [0, 1, 65])
    }
    #expect(sighting?.ssid.octets == [65])
  }

  @Test(arguments: [1, 7, 10] as [UInt16])
  func `an entry without address, strength or time is dropped`(missing: UInt16) {
    let sighting = read { entry in
      if missing != 1 { entry.attribute(1, address) }
      if missing != 7 { entry.attribute(7, UInt32(bitPattern: -6000)) }
      if missing != 10 { entry.attribute(10, UInt32(40)) }
    }
    #expect(sighting == nil)
  }

  @Test func `values that are too short are none`() {
    let sighting = read {
      $0.attribute(1, [4, 0, 0])
      $0.attribute(7, [1, 2])
      $0.attribute(8, [UInt8]())
      $0.attribute(10, [1])
      $0.attribute(15, [1, 2, 3, 4])
    }
    #expect(sighting == nil)
  }
}
