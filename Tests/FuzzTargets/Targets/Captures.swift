import CairnReceiver
import CairnSimulator
import CairnTypes
import CairnUBX

extension Target {
  /// A recording, cut into epochs that must cover it exactly.
  static let playback = Target(
    "Playback", .frames(prefix: 0), seeds: { MadeStreams.all(behind: []) }
  ) { bytes in
    let longest = Duration.seconds(5)
    var end = 0
    for epoch in EpochSplitter.split(bytes.span, longestPause: longest) {
      require(epoch.range.lowerBound == end && !epoch.range.isEmpty, "a gap, or an empty epoch")
      require(epoch.pause >= .zero && epoch.pause <= longest, "a pause of \(epoch.pause)")
      end = epoch.range.upperBound
    }
    require(end == bytes.count, "\(bytes.count - end) bytes are left out")
    // The bytes as a file of some other kind.
    var recognizer = ContentRecognizer()
    recognizer.receive(bytes.span)
    if let content = recognizer.content { require("\(content)" != "", "nameless content") }
  }

  /// Assistance data; the first three bytes are the date.
  static let assistance = Target(
    "Assistance", .frames(prefix: 3),
    seeds: {
      MadeFrames.ubx.enumerated().filter { $1.bytes[2] == 0x13 }.map { number, frame in
        ("frame\(number)", [26, 11, 24] + frame.bytes)
      }
    }
  ) { input in
    guard input.count >= 3 else { return }
    let today = CalendarDate(year: 2000 + Int(input[0]), month: Int(input[1]), day: Int(input[2]))
    let bytes = Array(input.dropFirst(3))
    var data = AssistanceData(bytes, today: today, trustsTime: input[0] & 1 == 0)
    var handed = 0
    while let frame = data.next() {
      precondition(UBXFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
      handed += frame.count
    }
    require(handed + data.foreignBytes <= bytes.count, "hands out more than there is")
    require(handed == 0 || AssistanceData.isAny(in: bytes), "says that there is nothing")
  }
}
