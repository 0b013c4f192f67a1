public import CairnTypes
internal import CairnUBX

/// Walks through the messages of assistance data: a file of AssistNow, or a saved database.
///
/// Only messages of the class MGA that a receiver takes as data are handed out. Predicted orbits (MGA-ANO)
/// are for one day each, and a receiver is slowed down by those of another: only today's are handed out.
/// A time in the data is that of the download, so that of a file misleads the receiver.
public struct AssistanceData: Sendable {
  private let bytes: [UInt8]
  private let today: CalendarDate?
  private let trustsTime: Bool
  private var offset = 0
  /// Messages that were not handed out: another day's, a time, another class.
  public private(set) var skipped = 0
  /// Bytes between the messages that belong to none.
  public private(set) var foreignBytes = 0

  /// - Parameters:
  ///   - bytes: UBX frames, one behind the other.
  ///   - today: the date in UTC; without one no predicted orbit is handed out.
  ///   - trustsTime: whether a time in the data is right now, because they were just received.
  public init(_ bytes: [UInt8], today: CalendarDate?, trustsTime: Bool = false) {
    self.bytes = bytes
    self.today = today
    self.trustsTime = trustsTime
  }

  /// Whether there is any message of assistance in the data, of whatever day.
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

  /// The next message, as a whole frame.
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
    // A file for the receiver's flash goes there by a transfer of its own; the last are answers.
    case Number.flash, Number.ack: return false
    default: return payload.count > 0
    }
  }

  /// Source: u-blox UBX-13003221 R28 (M8), UBX-MGA-ANO: year less 2000, month and day at 4, 5 and 6.
  private func isOfToday(_ payload: Span<UInt8>) -> Bool {
    guard let today, payload.count >= 7 else { return false }
    return Int(payload[4]) + 2000 == today.year && Int(payload[5]) == today.month
      && Int(payload[6]) == today.day
  }

  /// Numbers of messages in the class MGA.
  enum Number {
    static let ano: UInt8 = 0x20
    static let flash: UInt8 = 0x21
    static let ini: UInt8 = 0x40
    static let ack: UInt8 = 0x60
    static let database: UInt8 = 0x80
  }
}
