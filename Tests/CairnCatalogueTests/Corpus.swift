import CairnTestSupport
import Foundation

extension Corpus {
  /// One frame of a capture and the independent decoder's fields.
  struct Frame: Sendable {
    let place: String
    let id: String
    let bytes: [UInt8]
    let fields: [String: Value]
  }

  enum Value: Sendable {
    case number(Double)
    case text(String)
  }

  /// Every frame a receiver sent by one protocol, with the other side's fields.
  static func frames(of wireProtocol: String = "UBX") async throws -> [Frame] {
    var frames: [Frame] = []
    for recording in try recordings() {
      let records = try await recording.records(of: wireProtocol)
      guard !records.isEmpty else { continue }
      let capture = try recording.bytes()
      for record in records where record["mode"] == nil {
        if let frame = frame(record, in: capture, recording.name) { frames.append(frame) }
      }
    }
    return frames
  }

  /// Made-up frames of either direction, of every definition of the other side that begins so.
  static func syntheticFrames(of prefixes: [String]) async throws -> [Frame] {
    let recording = try synthetic("ubx")
    let bytes = try recording.bytes()
    return try await recording.lines().compactMap { line in
      let line = quotingHuge(String(decoding: line, as: UTF8.self))
      let record = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return record.flatMap { frame($0, in: bytes, "synthetic") }
    }.filter { frame in prefixes.contains { frame.id.hasPrefix($0) } }
  }

  private static func frame(
    _ record: [String: Any], in bytes: [UInt8], _ name: String
  ) -> Frame? {
    guard let id = record["id"] as? String, let fields = record["f"] as? [String: Any],
      let offset = record["off"] as? Int, let length = record["len"] as? Int
    else { return nil }
    return Frame(
      place: "\(name) @\(offset)", id: id, bytes: [UInt8](bytes[offset..<offset + length]),
      fields: fields.compactMapValues(value))
  }

  /// Numbers of hundreds of digits are beyond JSONSerialization: they become texts.
  private static func quotingHuge(_ line: String) -> String {
    line.replacing(/:(\d{200,})/) { ":\"\($0.1)\"" }
  }

  private static func value(_ json: Any) -> Value? {
    if let text = json as? String { return .text(text) }
    return (json as? NSNumber).map { .number($0.doubleValue) }
  }
}
