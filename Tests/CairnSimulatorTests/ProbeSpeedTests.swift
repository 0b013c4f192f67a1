import CairnReceiver
import CairnTypes
import Testing

@testable import CairnSimulator

@Suite("Search for a speed, bit by bit")
struct ProbeSpeedTests {
  private static let rates = ReceiverProbe.commonRates.sorted()

  /// The model that changes its speed, against the one that the simulated port has.
  @Test(arguments: rates, rates)
  func `both models of a UART read the same`(sent: UInt32, read: UInt32) {
    var generator = SeededGenerator(seed: 7)
    for readsText in [true, false] {
      let bytes =
        readsText ? ProbeTrial.sentence(&generator) : ProbeTrial.message(&generator)
      var line = SampledLine(sentRate: Double(sent))
      line.send(bytes, at: 0)
      #expect(
        line.read(at: Double(read), until: 60)
          == LineMismatch.read(bytes, sentAt: sent, readAt: read))
    }
  }

  /// Times of many searches, in seconds.
  private struct Times {
    var all: [Double] = []
    var failures = 0

    mutating func add(_ trial: ProbeTrial, _ generator: inout SeededGenerator) {
      let result = trial.run(&generator)
      #expect(result.bytesWritten == 0)
      if case .found(trial.rate?, _) = result.outcome {
        all.append(result.seconds)
      } else {
        failures += 1
      }
    }

    func share(_ part: Double) -> Double {
      let sorted = all.sorted()
      return sorted.isEmpty ? .infinity : sorted[Int(Double(sorted.count - 1) * part)]
    }
  }

  /// Reports once a second, of 300 to 1500 bytes; one byte in a hundred is wrong.
  @Test(arguments: [true, false], ProbeTrial.Speech.allCases)
  func `the speed is found in a second, and in five at worst`(
    readsBrokenAsZero: Bool, speech: ProbeTrial.Speech
  ) {
    var generator = SeededGenerator(seed: 1)
    var times = Times()
    for first: UInt32 in [38_400, 9600, 115_200] {
      for rate in Self.rates {
        for _ in 0..<2 {
          var trial = ProbeTrial(
            rate: rate, firstRate: first, speech: speech,
            burst: Int.random(in: 300...1500, using: &generator))
          trial.readsBrokenAsZero = readsBrokenAsZero
          times.add(trial, &generator)
        }
      }
    }
    #expect(times.failures <= 1)
    #expect(times.share(0.5) < 1)
    #expect(times.share(0.9) < 3)
    #expect(times.share(1) < 7)
  }
}
