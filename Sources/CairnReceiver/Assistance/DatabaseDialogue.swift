public import CairnTypes
internal import CairnUBX

/// Reads a u-blox receiver's navigation database, to be given back by `AssistanceDialogue`.
///
/// What it has learnt survives so without a backup supply. The receiver closes the list by MGA-ACK where
/// it answers to assistance; otherwise silence closes it.
public struct DatabaseDialogue: Dialogue {
  /// How it ended.
  public enum Outcome: Equatable, Sendable {
    /// The frames, unchanged. They fit this receiver and its firmware alone.
    ///
    /// `isConfirmed` tells whether the receiver closed the list and counted as many.
    case saved([UInt8], isConfirmed: Bool)
    /// The receiver has none, or does not answer.
    case nothing
  }

  private static let silence = Duration.seconds(2)
  private static let attempts = 2
  /// Some receivers hold 16 KiB; more than this is no database.
  private static let limit = 1 << 20

  private var deadline: MonotonicTime?
  private var bytes: [UInt8] = []
  private var count: UInt32 = 0
  private var attempt = 0
  public private(set) var outcome: Outcome?

  /// A dialogue that has not begun.
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
      // Where it says how many there were, some may have been lost on the line.
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
