public import CairnTypes

/// The envelope of a CASIC message: `BA CE`, length, class, number, payload of whole words, sum of words.
///
/// Source: CASIC multimode satellite navigation receiver protocol specification V4.2.0.3, "CASIC protocol
/// framework". The sum begins with number, class and length as one word, as receivers send it; the
/// specification's formula exchanges number and class.
public enum CASICFrame {
  /// Bytes before the payload.
  public static var headerLength: Int { 6 }
  /// Bytes of the sum behind the payload.
  public static var checkLength: Int { 4 }
  /// Bytes; messages are shorter.
  public static var maximumPayload: Int { 2048 }

  /// Judges bytes that begin at 0xBA.
  ///
  /// - Parameter bytes: what has been received so far, first byte first; may be longer than the frame.
  /// - Returns: `.incomplete` with the number of bytes needed while a frame is still possible.
  public static func check(_ bytes: Span<UInt8>) -> FrameCheck {
    let shortest = headerLength &+ checkLength
    guard bytes.count > 0 else { return .incomplete(length: shortest) }
    guard bytes[0] == 0xBA else { return .notAFrame }
    guard bytes.count > 1 else { return .incomplete(length: shortest) }
    guard bytes[1] == 0xCE else { return .notAFrame }
    guard bytes.count >= headerLength else { return .incomplete(length: shortest) }
    guard let length = length(of: bytes) else { return .notAFrame }
    guard bytes.count >= length else { return .incomplete(length: length) }
    // Length, class and number are the first word.
    var sum: UInt32 = 0
    var at = 2
    while at < length &- checkLength {
      sum &+= word(bytes, at)
      at &+= 4
    }
    return sum == word(bytes, at) ? .frame(length: length, isChecked: true) : .checksumFailure
  }

  /// The length in bytes that a frame's header claims; `nil` for none that a message can have, and when its
  /// six bytes are not all there.
  public static func length(of bytes: Span<UInt8>) -> Int? {
    guard bytes.count >= headerLength, bytes[0] == 0xBA, bytes[1] == 0xCE else { return nil }
    let payload = Int(bytes[2]) | Int(bytes[3]) &<< 8
    // No message is of class 0: zeros behind the mark would be a frame, and a wrong speed reads many.
    guard payload <= maximumPayload, payload % 4 == 0, bytes[4] != 0 else { return nil }
    return headerLength &+ payload &+ checkLength
  }

  /// Class and number; `nil` unless the bytes hold a whole frame. The sum is not looked at.
  public static func messageID(of frame: Span<UInt8>) -> CASICMessageID? {
    guard let length = length(of: frame), frame.count >= length else { return nil }
    return CASICMessageID(frame[4], frame[5])
  }

  /// The payload; empty unless the bytes hold a whole frame. The sum is not looked at.
  @_lifetime(copy frame)
  public static func payload(of frame: Span<UInt8>) -> Span<UInt8> {
    guard let length = length(of: frame), frame.count >= length else {
      return frame.extracting(first: 0)
    }
    return frame.extracting(headerLength..<(length &- checkLength))
  }

  /// A whole frame around `payload`, for simulated receivers: zeros complete its last word, and what is beyond
  /// `maximumPayload` is left out.
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

/// What a CASIC message is: its class and its number in that class.
public struct CASICMessageID: Hashable, Sendable, BitwiseCopyable {
  /// For example 1, navigation.
  public let messageClass: UInt8
  /// In its class.
  public let number: UInt8

  /// - Parameters:
  ///   - messageClass: the first octet of the two.
  ///   - number: the second.
  public init(_ messageClass: UInt8, _ number: UInt8) {
    self.messageClass = messageClass
    self.number = number
  }
}

extension CASICMessageID: CustomStringConvertible {
  /// As `01-03`, in hexadecimal digits.
  public var description: String {
    func digits(_ octet: UInt8) -> String {
      (octet < 16 ? "0" : "") + String(octet, radix: 16, uppercase: true)
    }
    return digits(messageClass) + "-" + digits(number)
  }
}
