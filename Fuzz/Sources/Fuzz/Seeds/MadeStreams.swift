import CairnReceiver
import CairnSimulator
import CairnTypes

/// Streams of receivers that are not there.
enum MadeStreams {
  /// The first seconds of every receiver that can be simulated, as it comes from its factory and with UBX, with
  /// all its messages.
  static let receivers: [(name: String, bytes: [UInt8])] = {
    var streams: [(name: String, bytes: [UInt8])] = []
    for personality in SimulatedReceiver.Personality.allCases {
      for output in SimulatedReceiver.Output.allCases {
        var configuration = SimulatedReceiver.Configuration(personality)
        configuration.output = output
        configuration.timeToFirstFix = .seconds(1)
        var receiver = SimulatedReceiver(configuration)
        let bytes = (0..<4).flatMap { _ in receiver.takeEpoch() }
        streams.append(("\(personality)-\(output)", bytes))
      }
    }
    return streams
  }()

  /// Those, one for each made frame and one or more for each message with its extremes, all behind bytes that
  /// are no part of them.
  static func all(
    behind prefix: [UInt8], maximumLength: Int = 4096
  ) -> [(name: String, bytes: [UInt8])] {
    MadeFrames.all.enumerated().map { ("frame\($0)", prefix + $1.bytes) }
      + sweeps(maximumLength - prefix.count).enumerated().map { ("sweep\($0)", prefix + $1) }
      + receivers.map { ($0.name, Array((prefix + $0.bytes).prefix(maximumLength))) }
  }

  /// Streams of whole frames that are not longer than that.
  private static func sweeps(_ maximumLength: Int) -> [[UInt8]] {
    var streams: [[UInt8]] = []
    for frames in MadeFrames.sweeps {
      var stream: [UInt8] = []
      for frame in frames where frame.bytes.count <= maximumLength {
        if stream.count + frame.bytes.count > maximumLength {
          streams.append(stream)
          stream = []
        }
        stream += frame.bytes
      }
      if !stream.isEmpty { streams.append(stream) }
    }
    return streams
  }
}
