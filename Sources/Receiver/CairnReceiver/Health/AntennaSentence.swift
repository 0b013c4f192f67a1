internal import CairnTypes

/// Sentences about the antenna: the beginning of each, and what may follow.
///
/// Read as text, because nothing else in these sentences matters to a receiver's user.
enum AntennaSentence {
  private struct Row {
    /// The address after the talker for standard sentences, the whole address for proprietary ones.
    let address: StaticString
    /// The text immediately before the state.
    let marker: StaticString
    let good: StaticString
    var open: StaticString?
    var short: StaticString?
  }

  /// Source: see `HealthMonitor.receive(sentence:at:)`.
  private static let rows = [
    Row(address: "TXT", marker: "ANTSTATUS=", good: "OK", open: "OPEN", short: "SHORT"),
    Row(address: "TXT", marker: "ANTENNA ", good: "OK", open: "OPEN", short: "SHORT"),
    Row(address: "PSTMANTENNASTATUS", marker: ",", good: "0", open: "1", short: "2"),
    Row(address: "PQTMANTENNASTATUS", marker: ",1,", good: "1", open: "2", short: "3"),
    // 3 is the antenna at the connector, 2 the one on the module.
    Row(address: "PGTOP", marker: ",11,", good: "3", short: "1"),
    Row(address: "PGTOP", marker: ",11,", good: "2"),
    Row(address: "PCD", marker: ",11,", good: "3", short: "1"),
    Row(address: "PCD", marker: ",11,", good: "2"),
  ]

  /// - Returns: what the sentence says about the antenna; `nil` for any other sentence.
  static func state(in sentence: Span<UInt8>) -> ReceiverHealth.Antenna? {
    // `$P` begins a proprietary address; others begin with a two-letter talker.
    guard sentence.count > 9, sentence[0] == UInt8(ascii: "$") else { return nil }
    let start = sentence[1] == UInt8(ascii: "P") ? 1 : 3
    for row in rows where sentence.holds(row.address, at: start) {
      guard let end = sentence.end(of: row.marker, from: start) else { continue }
      if sentence.ends(with: row.good, at: end) { return .good }
      if let open = row.open, sentence.ends(with: open, at: end) { return .open }
      if let short = row.short, sentence.ends(with: short, at: end) { return .short }
    }
    return nil
  }
}

extension Span where Element == UInt8 {
  /// Returns whether `text` is at `offset` and ends its field.
  fileprivate func ends(with text: StaticString, at offset: Int) -> Bool {
    let end = offset &+ text.utf8CodeUnitCount
    guard holds(text, at: offset), end < count else { return false }
    return self[end] == UInt8(ascii: ",") || self[end] == UInt8(ascii: "*")
  }
}
