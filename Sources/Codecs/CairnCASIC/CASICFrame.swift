public import CairnTypes

/// A CASIC message's envelope: `BA CE`, length, class, number, payload of whole words, word sum.
///
/// Source: CASIC multimode satellite navigation receiver protocol specification V4.2.0.3, "CASIC
/// protocol framework". The sum begins with number, class and length as one word, as receivers send
/// it; the specification's formula swaps number and class.
public enum CASICFrame {
  /// Bytes before the payload.
  public static var headerLength: Int { 6 }
  /// Bytes of the sum after the payload.
  public static var checkLength: Int { 4 }
  /// Limit of the payload in bytes; messages are shorter.
  public static var maximumPayload: Int { 2048 }

  /// Checks bytes that begin at 0xBA.
  ///
  /// - Parameter bytes: bytes received so far, in order; may be longer than the frame.
  /// - Returns: `.incomplete` with the number of bytes needed, while a frame is still possible.
  public static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    let shortest = headerLength &+ checkLength
    guard bytes.count > 0 else { return .incomplete(length: shortest) }
    guard bytes[0] == 0xBA else { return .notAFrame }
    guard bytes.count > 1 else { return .incomplete(length: shortest) }
    guard bytes[1] == 0xCE else { return .notAFrame }
    guard bytes.count >= headerLength else { return .incomplete(length: shortest) }
    guard let length = length(of: bytes) else { return .notAFrame }
    guard bytes.count >= length else { return .incomplete(length: length) }
    // Length, class and number form the first word.
    var sum: UInt32 = 0
    var at = 2
    while at < length &- checkLength {
      sum &+= word(bytes, at)
      at &+= 4
    }
    return sum == word(bytes, at) ? .frame(length: length, isChecked: true) : .checksumFailure
  }

  /// Returns the frame length in bytes that a header states; `nil` if no message can have it, or
  /// without all six header bytes.
  public static func length(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= headerLength, bytes[0] == 0xBA, bytes[1] == 0xCE else { return nil }
    let payload = Int(bytes[2]) | Int(bytes[3]) &<< 8
    // No message has class 0: zeros after the mark, common at a wrong speed, would make a frame.
    guard payload <= maximumPayload, payload % 4 == 0, bytes[4] != 0 else { return nil }
    return headerLength &+ payload &+ checkLength
  }

  /// Returns class and number; `nil` unless there is a whole frame. Ignores the sum.
  public static func messageID(of frame: Span<UInt8>) -> CASICMessageID? {
    guard let length = length(of: frame), frame.count >= length else { return nil }
    return CASICMessageID(frame[4], frame[5])
  }

  /// Returns the payload; empty unless there is a whole frame. Ignores the sum.
  @_lifetime(copy frame)
  public static func payload(of frame: Span<UInt8>) -> Span<UInt8> {
    guard let length = length(of: frame), frame.count >= length else {
      return frame.extracting(first: 0)
    }
    return frame.extracting(headerLength..<(length &- checkLength))
  }

  /// Builds a frame around `payload`, for simulated receivers. Zeros complete its last word, and
  /// bytes beyond `maximumPayload` are left out.
  public static func encode(_ id: CASICMessageID, _ payload: Span<UInt8>) -> [UInt8] {
    let count = (min(payload.count, maximumPayload) &+ 3) / 4 &* 4
    var bytes: [UInt8] = [
      0xBA, 0xCE, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count &>> 8),
      id.messageClass, id.number,
    ]
    for index in 0..<count { bytes.append(index < payload.count ? payload[index] : 0) }
    var sum: UInt32 = 0
    var at = 2
    while at < bytes.count {
      sum &+= word(bytes.span, at)
      at &+= 4
    }
    for shift in [0, 8, 16, 24] as [UInt32] {
      bytes.append(UInt8(truncatingIfNeeded: sum &>> shift))
    }
    return bytes
  }

  private static func word(_ bytes: Span<UInt8>, _ at: Int) -> UInt32 {
    UInt32(bytes[at]) | UInt32(bytes[at &+ 1]) &<< 8 | UInt32(bytes[at &+ 2]) &<< 16
      | UInt32(bytes[at &+ 3]) &<< 24
  }
}

/// Identity of a CASIC message: its class and its number within the class.
public struct CASICMessageID: Hashable, Sendable, BitwiseCopyable {
  /// Class, for example 1 for navigation.
  public let messageClass: UInt8
  /// Number within the class.
  public let number: UInt8

  /// - Parameters:
  ///   - messageClass: class of the message.
  ///   - number: number within the class.
  public init(_ messageClass: UInt8, _ number: UInt8) {
    self.messageClass = messageClass
    self.number = number
  }
}

extension CASICMessageID: CustomStringConvertible {
  /// Class and number in hexadecimal digits, such as `01-03`.
  public var description: String {
    func digits(_ octet: UInt8) -> String {
      (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
    }
    return digits(messageClass) + "-" + digits(number)
  }
}
