import CairnReceiver
import CairnTypes
import Testing

/// Streams of which one kind of sentence has another clock, across midnight.
@Suite("Clocks of sentences")
struct SentenceClocksTests {
  /// Milliseconds since 2026-06-14T00:00:00Z of the first epoch.
  private static let start = 86_400_000 - 10_000
  private static let position = "4730.0179,N,00842.5432,E"

  /// Pauses between sentences and after an epoch's last one; none for a recording.
  enum Pauses: CaseIterable { case none, betweenEpochs, betweenSentences }

  private struct Stream {
    /// Letters of the sentences: RMC, GGA, GLL, ZDA, `S` GST.
    var order = "RGL"
    /// The letter of the kind with the other clock, and how far that is ahead.
    var other: Character = "L"
    var minutes = 120
    var latency = 20
    /// Milliseconds between epochs.
    var step = 1000
    var count = 20
    var pauses = Pauses.none
    /// Indices of epochs of which only the other clock's sentence comes.
    var lost: Set<Int> = []

    func sentence(_ letter: Character, _ index: Int) -> [UInt8] {
      let utc = start + index * step
      let time = letter == other ? utc + minutes * 60_000 + latency : utc
      let (clock, day) = (SentenceClocksTests.clock(time), 14 + time / 86_400_000)
      let body =
        switch letter {
        case "R": "GPRMC,\(clock),A,\(position),6.7,84.8,\(day)0626,,,A"
        case "G": "GPGGA,\(clock),\(position),1,10,0.8,400.0,M,47.0,M,,"
        case "Z": "GPZDA,\(clock),\(day),06,2026,00,00"
        case "S": "GPGST,\(clock),1.8,,,,1.7,1.3,2.2"
        default: "GPGLL,\(position),\(clock),A,A"
        }
      return CairnReceiverTests.sentence(body)
    }

    func epochs() -> [Epoch] {
      var stream = ReceiverStream(dates: DateResolver(reference: nil), arrivals: nil)
      for index in 0..<count {
        let letters = order.filter { !lost.contains(index) || $0 == other }
        for (place, letter) in letters.enumerated() {
          let spread = pauses == .betweenSentences ? step / order.count : 5
          let now = pauses == .none ? 0 : index * step + place * spread
          let time = MonotonicTime(nanoseconds: Int64(now) * 1_000_000)
          if let deadline = stream.silenceDeadline, pauses != .none, deadline <= time {
            stream.silence()
          }
          stream.receive(sentence(letter, index).span, at: time)
        }
      }
      stream.finish()
      var epochs: [Epoch] = []
      for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
      return epochs
    }

    var instants: [Timestamp] { (0..<count).compactMap { instant($0) } }

    func instant(_ index: Int) -> Timestamp? {
      CalendarDate(year: 2026, month: 6, day: 14).map {
        Timestamp(
          nanosecondsSince1970: (Int64($0.daysSince1970) * 86_400_000 + Int64(start + index * step))
            * 1_000_000)
      }
    }
  }

  /// `hhmmss.sss` of milliseconds since midnight of any day.
  private static func clock(_ milliseconds: Int) -> String {
    let rest = ((milliseconds % 86_400_000) + 86_400_000) % 86_400_000
    func digits(_ value: Int, _ width: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: width - text.count) + text
    }
    let seconds = rest / 1000
    return digits(seconds / 3600, 2) + digits(seconds / 60 % 60, 2) + digits(seconds % 60, 2)
      + "." + digits(rest % 1000, 3)
  }

  private static let zones = [120, -420, 345, 840, -720, 15, -15, 720, 825]

  @Test(arguments: zones, [0, 20, -20, 400, -400])
  func `GLL in local time is no epoch of its own, wherever it comes`(minutes: Int, latency: Int) {
    for order in ["RGL", "LRG", "GLR", "RLG", "LGR", "GRL", "RL", "LR", "RGSL", "LSGR"] {
      for pauses in [Pauses.none, .betweenEpochs] {
        var stream = Stream(order: order, minutes: minutes, latency: latency)
        stream.pauses = pauses
        let epochs = stream.epochs()
        #expect(epochs.map { $0.timestamp } == stream.instants, "\(order), \(pauses)")
        #expect(epochs.allSatisfy { $0.hasPosition && $0.speed != nil })
        guard order.contains("G") else { continue }
        #expect(epochs.allSatisfy { $0.altitude == 400 }, "\(order), \(pauses)")
      }
    }
  }

  @Test(arguments: zones)
  func `nor is it where the sentences of an epoch are spread over a second`(minutes: Int) {
    for order in ["RGL", "LRG", "GLR", "RLG", "LGR", "GRL"] {
      var stream = Stream(order: order, minutes: minutes)
      stream.pauses = .betweenSentences
      let epochs = stream.epochs()
      let known = epochs.compactMap { $0.timestamp }
      #expect(Set(known).count == known.count && known == known.sorted(), "\(order)")
      #expect(Set(known).isSubset(of: stream.instants), "\(order)")
      // Until a date comes, the first ones are of unknown time.
      #expect(epochs.count <= stream.count + 1, "\(order)")
      // By then, it is known how long to wait for the rest.
      #expect(known.suffix(10) == stream.instants.suffix(10), "\(order)")
      #expect(epochs.suffix(10).allSatisfy { $0.altitude == 400 && $0.speed != nil }, "\(order)")
    }
  }

  @Test(arguments: zones, ["ZGL", "LGZ", "GZL", "GL", "LG"])
  func `where there is no RMC, ZDA decides, or else GGA`(minutes: Int, order: String) {
    for pauses in [Pauses.none, .betweenEpochs] {
      var stream = Stream(order: order, minutes: minutes)
      stream.pauses = pauses
      let epochs = stream.epochs()
      #expect(epochs.count == stream.count, "\(pauses)")
      #expect(epochs.allSatisfy { $0.altitude == 400 && $0.hasPosition })
      // Of GGA alone, no day is known.
      let known = order.contains("Z") ? stream.instants : []
      #expect(epochs.compactMap { $0.timestamp } == known, "\(pauses)")
    }
  }

  @Test(arguments: zones)
  func `GGA in local time completes the epoch of RMC`(minutes: Int) {
    for order in ["RG", "GR", "RGL", "LGR"] {
      for pauses in [Pauses.none, .betweenEpochs] {
        var stream = Stream(order: order, other: "G", minutes: minutes)
        stream.pauses = pauses
        let epochs = stream.epochs()
        #expect(epochs.map { $0.timestamp } == stream.instants, "\(order), \(pauses)")
        // It takes some epochs until its clock and its place in an epoch are known.
        #expect(epochs.dropFirst(4).allSatisfy { $0.altitude == 400 }, "\(order), \(pauses)")
      }
    }
  }

  @Test(arguments: ["S", "Z"] as [Character])
  func `errors and dates in local time are none of other epochs`(other: Character) {
    for order in ["RG\(other)", "\(other)RG", "R\(other)G"] {
      let stream = Stream(order: order, other: other)
      let epochs = stream.epochs()
      #expect(epochs.map { $0.timestamp } == stream.instants, "\(order)")
    }
  }

  @Test(arguments: [100, 200, 250, 500, 2000, 10_000, 60_000])
  func `the rate of the epochs does not matter`(step: Int) {
    for order in ["RGL", "LRG", "GLR"] {
      let stream = Stream(order: order, step: step)
      #expect(stream.epochs().map { $0.timestamp } == stream.instants, "\(order)")
    }
  }

  @Test func `an epoch of which only GLL came has the right time, to fractions of a second`() {
    for order in ["RGL", "LRG"] {
      for pauses in [Pauses.none, .betweenEpochs] {
        var stream = Stream(order: order)
        stream.pauses = pauses
        stream.lost = [8, 9, 12]
        var expected = stream.instants
        for index in stream.lost { expected[index] = expected[index] + .milliseconds(20) }
        #expect(stream.epochs().map { $0.timestamp } == expected, "\(order), \(pauses)")
      }
    }
  }

  @Test(arguments: [15 * 60, 30 * 60, 3600, 86_400 - 900])
  func `a log that is written every quarter of an hour has one clock`(seconds: Int) {
    for order in ["RGL", "GRL", "LGR"] {
      var stream = Stream(order: order, minutes: 0, latency: 0, step: seconds * 1000)
      stream.count = 10
      let epochs = stream.epochs()
      #expect(epochs.map { $0.timestamp } == stream.instants, "\(order)")
      // The second one could be of another clock.
      #expect(epochs.dropFirst(2).allSatisfy { $0.altitude == 400 }, "\(order)")
    }
  }

  @Test func `a gap of an hour costs one sentence at most`() {
    for order in ["RG", "GR"] {
      var stream = ReceiverStream(dates: DateResolver(reference: nil), arrivals: nil)
      let made = Stream(order: order, minutes: 0, latency: 0)
      let indices = [0, 1, 2, 3, 3603, 3604, 3605, 7206, 7207]
      for index in indices {
        for letter in order {
          stream.receive(made.sentence(letter, index).span, at: MonotonicTime(nanoseconds: 0))
        }
      }
      stream.finish()
      var epochs: [Epoch] = []
      for case .epoch(let epoch) in stream.takeEvents() { epochs.append(epoch) }
      #expect(epochs.map { $0.timestamp } == indices.map { made.instant($0) })
      #expect(epochs.count { $0.altitude == nil } <= 2)
    }
  }

  @Test func `a plotter whose zone changes is followed`() {
    var stream = ReceiverStream(dates: DateResolver(reference: nil), arrivals: nil)
    var instants: [Timestamp?] = []
    for (part, minutes) in [120, 60, 0, 345].enumerated() {
      let made = Stream(order: "RGL", minutes: minutes, latency: 0)
      for index in part * 5..<part * 5 + 5 {
        for letter in made.order {
          stream.receive(made.sentence(letter, index).span, at: MonotonicTime(nanoseconds: 0))
        }
        instants.append(made.instant(index))
      }
    }
    stream.finish()
    var times: [Timestamp?] = []
    for case .epoch(let epoch) in stream.takeEvents() { times.append(epoch.timestamp) }
    #expect(times == instants)
  }
}
