public import CairnTypes

/// Reason why bytes are not, or cannot become, an RTCM 3 frame or message.
public enum RTCMError: Error, Hashable, Sendable {
  /// The bytes are not a whole frame with a matching check.
  case notAFrame
  /// The payload does not fit: a frame holds 0...1023 bytes.
  case payloadLength(Int)
  /// There is no decoder for the message, or it is not the requested one.
  case unknownMessage(MessageNumber)
  /// The payload ends within a field (a data field or name of the standard) that begins `bit` bits
  /// into it; the number is `nil` if the payload is too short even for that.
  case truncated(MessageNumber?, field: String, bit: Int)
  /// A field that ends `bit` bits into the payload has a value that no message can have.
  case invalidField(MessageNumber?, field: String, bit: Int)
}

/// One RTCM 3 frame: preamble 0xD3, six zero bits, a ten-bit length, the payload and a CRC-24Q.
///
/// Source: RTCM 10403.3, section 4.
public struct RTCMFrame: Hashable, Sendable, BitwiseCopyable {
  /// Bytes before the payload.
  public static var headerLength: Int { 3 }
  /// Bytes of the check after the payload.
  public static var checkLength: Int { 3 }
  /// Maximum bytes of a payload.
  public static var maximumPayload: Int { 1023 }

  /// The first twelve bits of the payload; `nil` when it is shorter, as in an empty filler frame.
  public let messageNumber: MessageNumber?
  /// Bytes of the payload, 0...1023.
  public let payloadLength: Int

  /// Bytes of the frame, including header and check.
  public var length: Int { Self.headerLength + payloadLength + Self.checkLength }
  /// Indices of the payload in the frame.
  public var payload: Range<Int> { Self.headerLength..<(Self.headerLength + payloadLength) }

  /// Reads one frame, including its check.
  ///
  /// - Parameter bytes: start with the frame; more bytes may follow.
  /// - Throws: `RTCMError.notAFrame`, when there is no whole, intact frame.
  public init(_ bytes: Span<UInt8>) throws(RTCMError) {
    guard case .frame(let length, _) = Self.check(bytes) else { throw .notAFrame }
    payloadLength = length - Self.headerLength - Self.checkLength
    messageNumber =
      payloadLength >= 2
      ? MessageNumber(rawValue: UInt16(bytes[3]) << 4 | UInt16(bytes[4]) >> 4) : nil
  }

  /// Checks bytes that begin at a possible start of a frame.
  ///
  /// - Parameter bytes: everything received from the possible start on.
  /// - Returns: `notAFrame` unless the preamble and the six bits after it are right.
  public static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    guard bytes.count > 0 else { return .incomplete(length: 1) }
    guard bytes[0] == 0xD3 else { return .notAFrame }
    guard bytes.count > 1 else { return .incomplete(length: headerLength + checkLength) }
    guard bytes[1] & 0xFC == 0 else { return .notAFrame }
    guard bytes.count > 2 else { return .incomplete(length: headerLength + checkLength) }
    let length = headerLength + (Int(bytes[1]) << 8 | Int(bytes[2])) + checkLength
    guard bytes.count >= length else { return .incomplete(length: length) }
    return CRC24Q.remainder(of: bytes.extracting(0..<length)) == 0
      ? .frame(length: length, isChecked: true) : .checksumFailure
  }

  /// Returns the frame length in bytes that a header states; `nil` without all three header bytes.
  public static func length(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= headerLength, bytes[0] == 0xD3, bytes[1] & 0xFC == 0 else { return nil }
    return headerLength &+ (Int(bytes[1]) << 8 | Int(bytes[2])) &+ checkLength
  }

  /// Builds a frame around a payload.
  ///
  /// - Parameter payload: 0...1023 bytes, starting with the message number in twelve bits.
  /// - Returns: header, payload and check.
  /// - Throws: `RTCMError.payloadLength`, when the payload is longer.
  public static func encode(_ payload: Span<UInt8>) throws(RTCMError) -> [UInt8] {
    let count = payload.count
    guard count <= maximumPayload else { throw .payloadLength(count) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(headerLength + count + checkLength)
    bytes.append(0xD3)
    bytes.append(UInt8(truncatingIfNeeded: count >> 8))
    bytes.append(UInt8(truncatingIfNeeded: count))
    for index in 0..<count { bytes.append(payload[index]) }
    let check = CRC24Q.remainder(of: bytes.span)
    bytes.append(UInt8(truncatingIfNeeded: check >> 16))
    bytes.append(UInt8(truncatingIfNeeded: check >> 8))
    bytes.append(UInt8(truncatingIfNeeded: check))
    return bytes
  }
}

/// Number of a message: 1005, 1077, 4072 …
public struct MessageNumber: RawRepresentable, Hashable, Comparable, Sendable, BitwiseCopyable {
  /// Number, 0...4095.
  public let rawValue: UInt16

  /// - Parameter rawValue: 0...4095.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

extension MessageNumber: CustomStringConvertible {
  public var description: String { String(rawValue) }
}
