import CairnReceiver
import CairnSimulator
import CairnTypes

/// Streams of simulated receivers and of made-up frames.
enum MadeStreams {
  /// The first seconds of every receiver that can be simulated, with NMEA, with UBX and with
  /// both as output.
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

  /// Returns these streams, one for each made frame, and one or more for each message with its
  /// extremes, all preceded by `prefix`.
  static func all(
    behind prefix: [UInt8], maximumLength: Int = 4096
  ) -> [(name: String, bytes: [UInt8])] {
    MadeFrames.all.enumerated().map { ("frame\($0)", prefix + $1.bytes) }
      + sweeps(maximumLength - prefix.count).enumerated().map { ("sweep\($0)", prefix + $1) }
      + receivers.map { ($0.name, Array((prefix + $0.bytes).prefix(maximumLength))) }
  }

  /// Returns streams of whole frames of at most `maximumLength` bytes.
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
