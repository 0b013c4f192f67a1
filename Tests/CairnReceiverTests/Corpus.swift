import CairnReceiver
import CairnTestSupport
import Foundation

/// A frame as somebody found it.
struct FoundFrame: Hashable, Sendable, CustomStringConvertible {
  let offset: Int
  let length: Int
  let wireProtocol: WireProtocol

  var description: String { "\(wireProtocol) at \(offset), \(length) bytes" }
}

/// A recording, and where an independent framer found frames in it.
struct Capture: Sendable, CustomStringConvertible {
  let name: String
  let bytes: [UInt8]
  let frames: [FoundFrame]

  var description: String { name }

  init(_ recording: Recording) async throws {
    name = recording.name
    bytes = try recording.bytes()
    frames = Self.frames(try await recording.lines())
  }

  /// Reads only the first members of each line, which come in this order: off, len, proto.
  private static func frames(_ lines: [Data]) -> [FoundFrame] {
    lines.compactMap { line in
      guard line.starts(with: Array(#"{"off":"#.utf8)) else { return nil }
      let head = String(decoding: line.prefix(64), as: UTF8.self)
      let members = head.split(separator: ",", maxSplits: 3)
      guard members.count >= 3, let offset = Int(members[0].dropFirst(7)),
        let length = Int(members[1].dropFirst(6))
      else { return nil }
      let name = members[2].split(separator: "\"").dropFirst(2).first ?? ""
      let wireProtocol: WireProtocol =
        switch name {
        case "UBX": .ubx
        case "RTCM3": .rtcm3
        default: .nmea
        }
      return FoundFrame(offset: offset, length: length, wireProtocol: wireProtocol)
    }
  }
}

extension Corpus {
  /// Every recording of a receiver.
  static let captures = Task {
    var captures: [Capture] = []
    for recording in try recordings() { captures.append(try await Capture(recording)) }
    return captures
  }

  /// Recordings with every kind of damage; the frames are those whose own bytes are untouched.
  static let damaged = Task { try await Capture(synthetic("noise5")) }
}
