import CairnReceiver

/// What a bad line does to a frame.
enum Damage: Int, CaseIterable, Sendable {
  case flippedBit, lostByte, extraByte, cutShort
  /// In front of a whole frame: a header that claims 65,535 bytes.
  case falseUBXHeader
  /// In front of a whole frame: a header that claims 1,023 bytes.
  case falseRTCMHeader
}

/// A capture whose frames have been damaged at random.
struct NoisyStream {
  var bytes: [UInt8] = []
  /// The frames whose own bytes are as they were sent.
  var untouched: [FoundFrame] = []

  /// Damages some percent of the frames in `capture`, each in one of `kinds`.
  init(
    _ capture: [UInt8], _ kinds: [Damage], percent: Int, _ generator: inout SeededGenerator
  ) {
    var position = 0
    for frame in IdealFramer.frames(capture) {
      bytes += capture[position..<frame.offset]
      position = frame.offset + frame.length
      let sent = Array(capture[frame.offset..<position])
      var header: [UInt8] = []
      var received = sent
      if Int.random(in: 0..<100, using: &generator) < percent,
        let kind = kinds.randomElement(using: &generator)
      {
        (header, received) = Self.damaged(sent, kind, &generator)
      }
      bytes += header
      if received == sent {
        untouched.append(
          FoundFrame(
            offset: bytes.count, length: sent.count, wireProtocol: frame.wireProtocol))
      }
      bytes += received
    }
    bytes += capture[position...]
  }

  private static func damaged(
    _ sent: [UInt8], _ kind: Damage, _ generator: inout SeededGenerator
  ) -> (header: [UInt8], frame: [UInt8]) {
    var frame = sent
    let place = Int.random(in: 0..<sent.count, using: &generator)
    switch kind {
    case .flippedBit: frame[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case .lostByte: frame.remove(at: place)
    case .extraByte: frame.insert(UInt8.random(in: 0...255, using: &generator), at: place)
    case .cutShort: frame.removeLast(sent.count - max(1, place))
    case .falseUBXHeader: return ([0xB5, 0x62, 0x01, 0x07, 0xFF, 0xFF], sent)
    case .falseRTCMHeader: return ([0xD3, 0x03, 0xFF], sent)
    }
    return ([], frame)
  }
}
