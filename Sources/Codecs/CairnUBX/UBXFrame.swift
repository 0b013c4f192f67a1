public import CairnTypes

/// The envelope of a UBX message: `B5 62`, class, number, length, payload, checksum.
///
/// Source: u-blox UBX-21035062 R02, "UBX frame structure".
public enum UBXFrame {
  /// Bytes around a payload: six before, two after.
  @inlinable public static var overhead: Int { 8 }
  /// The longest payload the length field can express.
  @inlinable public static var maximumPayload: Int { 65_535 }

  /// Checks bytes that begin at 0xB5.
  ///
  /// - Parameter bytes: bytes received so far, in order; may be longer than the frame.
  /// - Returns: `.incomplete` with the number of bytes needed, while a frame is still possible.
  public static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    let count = bytes.count
    guard count > 0 else { return .incomplete(length: overhead) }
    guard bytes[0] == 0xB5 else { return .notAFrame }
    guard count > 1 else { return .incomplete(length: overhead) }
    guard bytes[1] == 0x62 else { return .notAFrame }
    guard count >= 6 else { return .incomplete(length: overhead) }
    let length = overhead &+ payloadCount(bytes)
    guard count >= length else { return .incomplete(length: length) }
    var sum = Fletcher()
    sum.add(bytes.extracting(2..<(length &- 2)))
    guard bytes[length &- 2] == sum.first, bytes[length &- 1] == sum.second else {
      return .checksumFailure
    }
    return .frame(length: length, isChecked: true)
  }

  /// Returns class and number; `nil` unless there is a whole frame. Ignores the checksum.
  @inlinable
  public static func messageID(of frame: Span<UInt8>) -> MessageID? {
    guard payloadRange(of: frame) != nil else { return nil }
    return MessageID(MessageClass(rawValue: frame[2]), frame[3])
  }

  /// Returns the payload's indices; `nil` unless there is a whole frame. Ignores the checksum.
  @inlinable
  public static func payloadRange(of frame: Span<UInt8>) -> Range<Int>? {
    let count = frame.count
    guard count >= overhead, frame[0] == 0xB5, frame[1] == 0x62 else { return nil }
    let end = 6 &+ payloadCount(frame)
    guard count >= end &+ 2 else { return nil }
    return 6..<end
  }

  /// Returns the payload; empty unless there is a whole frame. Ignores the checksum.
  @inlinable
  @_lifetime(copy frame)
  public static func payload(of frame: Span<UInt8>) -> Span<UInt8> {
    guard let range = payloadRange(of: frame) else { return frame.extracting(first: 0) }
    return frame.extracting(range)
  }

  /// Returns the frame that polls a message: the same class and number without a payload.
  public static func poll(_ id: MessageID) -> [UInt8] {
    var bytes: [UInt8] = []
    appendHeader(id, to: &bytes)
    finish(&bytes, from: 0)
    return bytes
  }

  /// Returns a whole frame around `payload`, of which it takes at most 65,535 bytes.
  public static func encode(_ id: MessageID, _ payload: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    append(id, payload, to: &bytes)
    return bytes
  }

  /// Appends a whole frame around `payload`, of which it takes at most 65,535 bytes.
  public static func append(
    _ id: MessageID, _ payload: Span<UInt8>, to bytes: inout [UInt8]
  ) {
    let count = min(payload.count, maximumPayload)
    let start = bytes.count
    bytes.reserveCapacity(start &+ count &+ overhead)
    appendHeader(id, to: &bytes)
    for index in 0..<count { bytes.append(payload[index]) }
    finish(&bytes, from: start)
  }

  /// Appends six header bytes; `finish` fills in the length.
  static func appendHeader(_ id: MessageID, to bytes: inout [UInt8]) {
    bytes.append(0xB5)
    bytes.append(0x62)
    bytes.append(id.messageClass.rawValue)
    bytes.append(id.number)
    bytes.append(0)
    bytes.append(0)
  }

  /// Completes the frame that begins at `start`: cuts a long payload, sets length and checksum.
  static func finish(_ bytes: inout [UInt8], from start: Int) {
    let limit = start &+ 6 &+ maximumPayload
    if bytes.count > limit { bytes.removeLast(bytes.count &- limit) }
    let count = bytes.count &- start &- 6
    bytes[start &+ 4] = UInt8(truncatingIfNeeded: count)
    bytes[start &+ 5] = UInt8(truncatingIfNeeded: count &>> 8)
    var sum = Fletcher()
    sum.add(bytes.span.extracting((start &+ 2)..<bytes.count))
    bytes.append(sum.first)
    bytes.append(sum.second)
  }

  /// Returns the frame length in bytes that a header states; `nil` without all six header bytes.
  public static func length(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= 6, bytes[0] == 0xB5, bytes[1] == 0x62 else { return nil }
    return overhead &+ payloadCount(bytes)
  }

  /// Returns the length field; callers have checked that there are six bytes.
  @inlinable
  static func payloadCount(_ bytes: Span<UInt8>) -> Int {
    Int(bytes[4]) | Int(bytes[5]) << 8
  }
}
