extension [DashboardRecording] {
  /// Returns what answers `/recording/N` and `/recording/N?at=MS`: the recording, and the moment or `nil` for its
  /// tracks.
  ///
  /// - Throws: `.missing` for a recording that is not there, `.malformed` for anything else.
  package func question(
    _ path: String, _ query: String
  ) throws(RefusedQuestion) -> (recording: DashboardRecording, at: Int64?) {
    let number = path.utf8.dropFirst(Self.path.utf8.count)
    guard number.count == 1, let digit = number.first, (0x30...0x39).contains(digit),
      indices.contains(Int(digit - 0x30))
    else { throw RefusedQuestion(status: .missing) }
    let recording = self[Int(digit - 0x30)]
    if query.isEmpty { return (recording, nil) }
    guard let time = QueryFields(query, ["at"])?.whole(0, maySign: true) else {
      throw RefusedQuestion(status: .malformed)
    }
    return (recording, Int64(time))
  }

  package static var path: String { "/recording/" }
}
