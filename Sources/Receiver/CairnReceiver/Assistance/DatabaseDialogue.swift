public import CairnTypes
internal import CairnUBX

/// Reads a u-blox receiver's navigation database, for `AssistanceDialogue` to restore.
///
/// So the receiver's knowledge survives without a backup supply. A receiver that acknowledges
/// assistance ends the list by MGA-ACK; otherwise silence ends it.
public struct DatabaseDialogue: Dialogue {
  /// The result of reading.
  public enum Outcome: Equatable, Sendable {
    /// The frames, unchanged; they fit only this receiver and firmware.
    ///
    /// `isConfirmed` tells whether the receiver ended the list with a count that matches.
    case saved([UInt8], isConfirmed: Bool)
    /// The receiver has no database, or does not answer.
    case nothing
  }

  private static let silence = Duration.seconds(2)
  private static let attempts = 2
  /// Some receivers hold 16 KiB; more than this cannot be a database.
  private static let limit = 1 << 20

  private var deadline: MonotonicTime?
  private var bytes: [UInt8] = []
  private var count: UInt32 = 0
  private var attempt = 0
  public private(set) var outcome: Outcome?

  /// Creates a dialogue that has not begun.
  public init() {}

  public var nextDeadline: MonotonicTime? { deadline }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard attempt == 0 else { return }
    ask(at: now, &port)
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard deadline != nil, let id = UBXFrame.messageID(of: frame), id.messageClass == .mga else {
      return
    }
    if id.number == AssistanceData.Number.database {
      guard bytes.count + frame.count <= Self.limit else { return }
      for index in 0..<frame.count { bytes.append(frame[index]) }
      count &+= 1
      deadline = now + Self.silence
    } else if id == MgaAckData0.id,
      let answer = try? MgaAckData0.decode(UBXFrame.payload(of: frame)).answer,
      answer.messageNumber == AssistanceData.Number.database
    {
      // If it gives the number of messages, some may have been lost on the line.
      let isWhole = answer.payloadStart == 0 || answer.payloadStart == count
      guard isWhole || attempt == Self.attempts else { return ask(at: now, &port) }
      end(isConfirmed: isWhole)
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard let deadline, deadline <= now else { return }
    if bytes.isEmpty, attempt < Self.attempts { return ask(at: now, &port) }
    end(isConfirmed: false)
  }

  private mutating func ask(at now: MonotonicTime, _ port: inout PortActions) {
    attempt += 1
    bytes = []
    count = 0
    port.send(UBXFrame.poll(MessageID(.mga, AssistanceData.Number.database)))
    deadline = now + Self.silence
  }

  private mutating func end(isConfirmed: Bool) {
    outcome = bytes.isEmpty ? .nothing : .saved(bytes, isConfirmed: isConfirmed)
    deadline = nil
  }
}
