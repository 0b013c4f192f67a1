import CairnCASIC
import CairnCatalogue
import CairnNMEA
import CairnRTCM
import CairnReceiver
import CairnTypes
import CairnUBX

extension Target {
  /// A UBX message as class, number and payload.
  static let ubx = Target(
    "UBX",
    seeds: {
      (MadeFrames.ubx + MadeFrames.sweeps.compactMap { $0.first }).enumerated()
        .map { ("frame\($0)", $1.content) }
    }
  ) { bytes in
    guard bytes.count > 1 else { return }
    judgeSums(bytes)
    let id = MessageID(MessageClass(rawValue: bytes[0]), bytes[1])
    let frame = UBXFrame.encode(id, bytes.span.extracting(droppingFirst: 2))
    precondition(UBXFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
    precondition(UBXFrame.messageID(of: frame.span) == id)
    let payload = UBXFrame.payload(of: frame.span)
    again(NavPVT.self, payload)
    again(NavSat.self, payload)
    again(NavSVInfo.self, payload)
    again(MonVer.self, payload)
    again(NavDOP.self, payload)
    again(HnrPVT.self, payload)
  }

  /// The bytes of an RTCM frame, and the same bytes as a payload.
  static let rtcm = Target(
    "RTCM",
    seeds: {
      MadeFrames.rtcm.enumerated().flatMap { number, frame in
        [("frame\(number)", frame.bytes), ("payload\(number)", frame.content)]
      }
    }
  ) { bytes in
    guard !bytes.isEmpty else { return }
    if case .frame(let length, _) = RTCMFrame.check(bytes.span) {
      precondition(length <= bytes.count && remainder(bytes[..<length]) == 0)
      precondition((try? RTCMFrame(bytes.span))?.length == length)
    }
    guard bytes.count <= RTCMFrame.maximumPayload else { return }
    guard var frame = try? RTCMFrame.encode(bytes.span) else { fatalError("refuses a payload") }
    precondition(remainder(frame[...]) == 0)
    precondition(RTCMFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
    frame[frame.count - 1 - Int(bytes[0]) % (bytes.count + 3)] ^= 1 << (bytes[0] & 7)
    precondition(RTCMFrame.check(frame.span) == .checksumFailure)
  }

  /// CASIC messages of class 1, each as number, count of words and payload: framed and decoded.
  static let casic = Target(
    "CASIC",
    seeds: {
      MadeFrames.casic.enumerated().map { number, frame in
        let payload = frame.content.dropFirst(2)
        return ("frame\(number)", [frame.content[1], UInt8(payload.count / 4)] + payload)
      }
    }
  ) { bytes in
    if case .frame(let length, _) = CASICFrame.check(bytes.span) {
      precondition(length <= bytes.count)
    }
    var stream = ReceiverStream(dates: DateResolver(reference: nil))
    var at = 0
    var frames = 0
    while at + 2 <= bytes.count {
      let end = min(bytes.count, at + 2 + 4 * Int(bytes[at + 1]))
      let id = CASICMessageID(1, bytes[at])
      let frame = CASICFrame.encode(id, bytes.span.extracting((at + 2)..<end))
      precondition(CASICFrame.check(frame.span) == .frame(length: frame.count, isChecked: true))
      precondition(CASICFrame.messageID(of: frame.span) == id)
      stream.receive(frame.span, at: MonotonicTime(nanoseconds: 0))
      frames += 1
      at = end
    }
    stream.finish()
    // Something like a frame inside another one may be taken for one while the outer is incomplete.
    let mayNest = bytes.contains { [0x21, 0x24, 0xB5, 0xBA, 0xD3].contains($0) }
    precondition(mayNest || stream.counts(of: .casic).frames == frames)
    for event in stream.takeEvents() {
      judge(event)
      guard case .epoch(let epoch) = event, let place = epoch.coordinate else { continue }
      precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
    }
  }
}

/// Verifies the UBX check by sums over the bytes, whatever header they begin with.
private func judgeSums(_ bytes: [UInt8]) {
  let stream = [0xB5, 0x62] + bytes
  guard case let check = UBXFrame.check(stream.span), stream.count >= 6 else { return }
  let length = 8 + Int(stream[4]) + Int(stream[5]) * 256
  guard length <= stream.count else { return precondition(check == .incomplete(length: length)) }
  var (a, b): (UInt8, UInt8) = (0, 0)
  for byte in stream[2..<(length - 2)] {
    a &+= byte
    b &+= a
  }
  let isRight = stream[length - 2] == a && stream[length - 1] == b
  precondition(check == (isRight ? .frame(length: length, isChecked: true) : .checksumFailure))
}

private func again<M: UBXMessage>(_ message: M.Type, _ payload: Span<UInt8>) {
  guard let value = try? M.decode(payload) else { return }
  let encoded = value.encodePayload()
  guard let second = try? M.decode(encoded.span) else { fatalError("refuses what it encodes") }
  precondition(second.encodePayload() == encoded)
}

/// Returns the CRC bit by bit, from the definition of the polynomial.
private func remainder(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var remainder: UInt32 = 0
  for byte in bytes {
    remainder ^= UInt32(byte) << 16
    for _ in 0..<8 {
      remainder <<= 1
      if remainder & 0x100_0000 != 0 { remainder ^= 0x186_4CFB }
    }
  }
  return remainder
}
