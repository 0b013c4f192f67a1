import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite("The channels of the next scan")
struct ChannelChoiceTests {
  private let start = MonotonicTime(nanoseconds: 100_000_000_000)

  /// A scan that hears so many access points on each channel, of that age.
  private func scan(
    _ heard: [(UInt32?, Int)], at time: MonotonicTime, age: Duration = .seconds(1),
    ssid: String = "net"
  ) -> WiFiScan {
    var number: UInt64 = 0
    let sightings = heard.flatMap { frequency, count in
      (0..<count).map { _ in
        number += 1
        return AccessPointSighting(
          bssid: AccessPoints.bssid(number), ssid: SSID(ssid.utf8), signal: -60,
          frequency: frequency, time: time - age)
      }
    }
    return WiFiScan(sightings: sightings, time: time)
  }

  private func choice(_ heard: [(UInt32?, Int)]) -> ChannelChoice {
    var choice = ChannelChoice()
    choice.take(scan(heard, at: start))
    choice.noteFullScan(at: start)
    return choice
  }

  @Test func `are all at first, however much others have heard`() {
    var choice = ChannelChoice()
    #expect(choice.request(at: start) == WiFiScanRequest())
    choice.take(scan([(2412, 4)], at: start))
    #expect(choice.request(at: start) == WiFiScanRequest())
  }

  @Test func `are those on which something was heard, for ten minutes`() {
    let choice = choice([(2437, 3), (5180, 1), (nil, 5)])
    let soon = choice.request(at: start + .seconds(599))
    #expect(soon.frequencies == [2437, 5180])
    #expect(soon.isActive)
    let share = 2.0 / 38
    #expect(abs(soon.share - share) < 1e-12)
    let later = choice.request(at: start + .seconds(600))
    #expect(later == WiFiScanRequest())
    #expect(later.share == 1)
  }

  @Test func `are the six on which most was heard`() {
    let channels: [UInt32] = [5180, 5200, 5220, 5240, 5260, 5280, 5300, 5320]
    var heard: [(UInt32?, Int)] = [(2412, 1)]
    for (index, channel) in channels.enumerated() { heard.append((channel, 9 - index)) }
    let chosen = choice(heard).request(at: start).frequencies
    #expect(chosen == Array(channels.prefix(6)))
  }

  @Test func `are not chosen for what is old, hidden or has opted out`() {
    for (age, ssid) in [(11.0, "net"), (1, ""), (1, "home_nomap")] {
      var choice = ChannelChoice()
      choice.take(scan([(2412, 4)], at: start, age: .seconds(age), ssid: ssid))
      choice.noteFullScan(at: start)
      #expect(choice.request(at: start) == WiFiScanRequest())
    }
  }

  @Test func `are all again after a failure`() {
    var choice = choice([(2412, 2)])
    choice.noteFailure()
    #expect(choice.request(at: start + .seconds(1)) == WiFiScanRequest())
    choice.noteFullScan(at: start + .seconds(5))
    #expect(choice.request(at: start + .seconds(6)).frequencies == [2412])
  }

  @Test func `follow what was heard last, and forget what was not heard for ten minutes`() {
    var choice = choice([(2412, 9), (5180, 1)])
    for minute in 1...11 {
      choice.take(scan([(5180, 2)], at: start + .seconds(60 * minute)))
    }
    choice.noteFullScan(at: start + .seconds(660))
    #expect(choice.request(at: start + .seconds(661)).frequencies == [5180])
  }
}
