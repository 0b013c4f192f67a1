import CairnTestSupport
import CairnNMEA
import CairnSimulator
import CairnTypes
import CairnUBX
import Foundation
import Testing

@Suite("Epoch splitter")
struct EpochSplitterTests {
  private func recording(
    _ personality: SimulatedReceiver.Personality, _ output: SimulatedReceiver.Output,
    rate: Double = 1, start: Timestamp = SimulatedClock.noonInSeoul.start
  ) -> (bytes: [UInt8], lengths: [Int]) {
    var configuration = SimulatedReceiver.Configuration(personality)
    configuration.output = output
    configuration.timeToFirstFix = .zero
    configuration.rate = rate
    configuration.clock = SimulatedClock(start: start)
    var receiver = SimulatedReceiver(configuration)
    let epochs = (0..<20).map { _ in receiver.takeEpoch() }
    return (epochs.flatMap { $0 }, epochs.map(\.count))
  }

  /// Whether the epochs cover all bytes, in order, none empty.
  private func isComplete(_ epochs: [RecordedEpoch], _ count: Int) -> Bool {
    var end = 0
    for epoch in epochs {
      guard epoch.range.lowerBound == end, !epoch.range.isEmpty else { return false }
      end = epoch.range.upperBound
    }
    return end == count
  }

  @Test(
    arguments: SimulatedReceiver.Personality.allCases, SimulatedReceiver.Output.allCases)
  func `epochs are those the receiver sent`(
    personality: SimulatedReceiver.Personality, output: SimulatedReceiver.Output
  ) {
    for (rate, pause) in [(1.0, Duration.seconds(1)), (5, .milliseconds(200))] {
      let (bytes, lengths) = recording(personality, output, rate: rate)
      let epochs = EpochSplitter.split(bytes.span)
      #expect(epochs.map(\.range.count) == lengths)
      #expect(epochs.first?.pause == .zero)
      #expect(epochs.dropFirst().allSatisfy { $0.pause == pause })
    }
  }

  @Test(arguments: SimulatedReceiver.Output.allCases)
  func `midnight and the week's end are no gaps`(output: SimulatedReceiver.Output) {
    // A Saturday, 23:59:33 and 23:59:50 UTC: the GPS week ends 18 s before midnight.
    let sunday: Int64 = 1_780_185_600 * 1_000_000_000
    for before in [27, 10] {
      let start = Timestamp(nanosecondsSince1970: sunday) + .seconds(-before)
      let (bytes, lengths) = recording(.uBloxM9, output, start: start)
      let epochs = EpochSplitter.split(bytes.span)
      #expect(epochs.map(\.range.count) == lengths)
      #expect(epochs.dropFirst().allSatisfy { $0.pause == .seconds(1) })
    }
  }

  @Test func `a hole counts as the longest pause and a step back as none`() {
    var receiver = SimulatedReceiver(.init(.uBloxM8))
    _ = receiver.advance(to: .seconds(10))
    let first = receiver.takeEpoch()
    _ = receiver.advance(to: .seconds(1000))
    let second = receiver.takeEpoch()
    let bytes = first + second + first
    let epochs = EpochSplitter.split(bytes.span, longestPause: .seconds(7))
    #expect(epochs.map(\.pause) == [.zero, .seconds(7), .zero])
  }

  @Test func `noise belongs to the epoch before it`() {
    let (bytes, lengths) = recording(.uBloxM9, .both)
    let noise: [UInt8] = [0xB5, 0x62, 0x01, 0x07, 0x24, 0x47, 0xD3, 0x00]
    let end = lengths[0]
    let noisy = Array(bytes[..<end] + noise + bytes[end...])
    let epochs = EpochSplitter.split(noisy.span)
    #expect(epochs.map(\.range.count) == [end + noise.count] + lengths.dropFirst())
  }

  @Test func `a recording without times is one epoch and an empty one none`() {
    let text = Array("no receiver at all\r\n$PUBX,40*00\r\n".utf8)
    let whole = EpochSplitter.split(text.span)
    #expect(whole == [RecordedEpoch(range: 0..<text.count, pause: .zero)])
    let nothing: [UInt8] = []
    let none = EpochSplitter.split(nothing.span)
    #expect(none.isEmpty)
  }

  @Test(.enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
  func `every capture of the corpus is covered without a gap`() throws {
    let folder = try Corpus.file("corpus/receivers/gpsd")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".log") }
    #expect(files.count > 50)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: folder.appending(path: file)))
      let epochs = EpochSplitter.split(bytes.span)
      #expect(isComplete(epochs, bytes.count), "\(file)")
      #expect(epochs.allSatisfy { $0.pause <= .seconds(5) }, "\(file)")
    }
  }
}
