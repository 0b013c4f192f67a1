public import CairnTypes
internal import CairnUBX

/// Iterates over the messages of assistance data: an AssistNow file or a saved database.
///
/// Returns only messages of class MGA that a receiver accepts as data. A predicted orbit (MGA-ANO)
/// is for one day, and those of other days slow a receiver down, so only today's are returned. A
/// time in the data is that of the download, so the time in a file would mislead the receiver.
public struct AssistanceData: Sendable {
  private let bytes: [UInt8]
  private let today: CalendarDate?
  private let trustsTime: Bool
  private var offset = 0
  /// Number of messages left out: of another day, a time, of another class.
  public private(set) var skipped = 0
  /// Number of bytes between messages that belong to none.
  public private(set) var foreignBytes = 0

  /// - Parameters:
  ///   - bytes: UBX frames, one after the other.
  ///   - today: the date in UTC; without it no predicted orbits are returned.
  ///   - trustsTime: whether a time in the data is right because it was just received.
  public init(_ bytes: [UInt8], today: CalendarDate?, trustsTime: Bool = false) {
    self.bytes = bytes
    self.today = today
    self.trustsTime = trustsTime
  }

  /// Returns whether the data contains any assistance message, of any day.
  public static func isAny(in bytes: [UInt8]) -> Bool {
    var offset = 0
    while offset < bytes.count {
      let rest = bytes.span.extracting(offset...)
      if case .frame = UBXFrame.check(rest), UBXFrame.messageID(of: rest)?.messageClass == .mga {
        return true
      }
      offset &+= 1
    }
    return false
  }

  /// Returns the next message as a whole frame; `nil` at the end.
  public mutating func next() -> [UInt8]? {
    while offset < bytes.count {
      guard case .frame(let length, _) = UBXFrame.check(bytes.span.extracting(offset...)) else {
        offset &+= 1
        foreignBytes &+= 1
        continue
      }
      let range = offset..<(offset &+ length)
      offset &+= length
      if isWanted(bytes.span.extracting(range)) { return [UInt8](bytes[range]) }
      skipped &+= 1
    }
    return nil
  }

  private func isWanted(_ frame: Span<UInt8>) -> Bool {
    guard let id = UBXFrame.messageID(of: frame), id.messageClass == .mga else { return false }
    let payload = UBXFrame.payload(of: frame)
    switch id.number {
    case Number.ano: return isOfToday(payload)
    case Number.ini:
      let isTime = payload.count > 0 && (payload[0] == 0x10 || payload[0] == 0x11)
      return !isTime || trustsTime
    // A file for the receiver's flash has its own way of transfer; acknowledgements are answers.
    case Number.flash, Number.ack: return false
    default: return payload.count > 0
    }
  }

  /// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ANO: year - 2000, month and day at 4, 5 and 6.
  private func isOfToday(_ payload: Span<UInt8>) -> Bool {
    guard let today, payload.count >= 7 else { return false }
    return Int(payload[4]) + 2000 == today.year && Int(payload[5]) == today.month
      && Int(payload[6]) == today.day
  }

  /// Message numbers in class MGA.
  enum Number {
    static let ano: UInt8 = 0x20
    static let flash: UInt8 = 0x21
    static let ini: UInt8 = 0x40
    static let ack: UInt8 = 0x60
    static let database: UInt8 = 0x80
  }
}
