public import CairnTypes
internal import CairnUBX

/// Saves a u-blox receiver's state to its flash before the supply is cut, and clears it after a
/// start.
///
/// For boards without a backup supply. Saving stops GNSS first; if it fails, GNSS starts again, and
/// the caller leaves the supply on or accepts a cold start. The saved state is cleared once
/// restored: an old state would mislead a later start.
///
/// Source: u-blox UBX-13003221 R28 (M8), "Save-on-shutdown".
public struct SavedStateDialogue: Dialogue {
  /// Direction of the dialogue.
  public enum Purpose: UInt8, Sendable {
    /// Save the state before the supply is cut.
    case save
    /// Clear the saved state after a start.
    case restore
  }

  /// The result.
  public enum Outcome: Equatable, Sendable {
    /// The state is saved; the supply may be cut.
    case saved
    /// The state could not be saved; GNSS runs again.
    case notSaved
    /// The receiver has restored its saved state, which is now cleared.
    case restored
    /// A saved state was of no use; it is cleared.
    case notRestored
    /// No state was saved.
    case nothingSaved
    /// The receiver does not know the message or does not answer.
    case unanswered
  }

  private enum Phase { case idle, stopping, saving, polling, clearing, ended }

  private static let attempts = 2

  private let purpose: Purpose
  private var phase = Phase.idle
  private var deadline: MonotonicTime?
  private var attempt = 0
  private var found = Outcome.nothingSaved
  public private(set) var outcome: Outcome?

  /// - Parameter purpose: what to do.
  public init(_ purpose: Purpose) { self.purpose = purpose }

  public var nextDeadline: MonotonicTime? { deadline }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    guard phase == .idle else { return }
    switch purpose {
    case .save:
      port.send(reset(.stopGNSS))
      phase = .stopping
      // The message after a reset may be lost.
      deadline = now + .milliseconds(500)
    case .restore: poll(at: now, &port)
    }
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    guard let id = UBXFrame.messageID(of: frame) else { return }
    let payload = UBXFrame.payload(of: frame)
    switch phase {
    case .saving where id == UpdSosResult.id:
      guard let isSaved = (try? UpdSosResult.decode(payload))?.isSaved else { return }
      if !isSaved { port.send(reset(.startGNSS)) }
      end(isSaved ? .saved : .notSaved)
    case .polling where id == UpdSosResult.id:
      guard let restoration = (try? UpdSosResult.decode(payload))?.restoration else { return }
      switch restoration {
      case .restored: found = .restored
      case .nothingSaved: return end(.nothingSaved)
      default: found = .notRestored
      }
      attempt = 0
      clear(at: now, &port)
    case .saving where refuses(id, payload):
      port.send(reset(.startGNSS))
      end(.unanswered)
    case .polling where refuses(id, payload): end(.unanswered)
    case .clearing where refuses(id, payload): end(found)
    case .clearing where id == AckAck.id:
      if (try? AckAck.decode(payload))?.acknowledged == UpdSos.id { end(found) }
    default: break
    }
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    guard let deadline, deadline <= now else { return }
    switch phase {
    case .stopping: save(at: now, &port)
    case .saving where attempt < Self.attempts: save(at: now, &port)
    case .saving:
      port.send(reset(.startGNSS))
      end(.unanswered)
    case .polling where attempt < Self.attempts: poll(at: now, &port)
    case .polling: end(.unanswered)
    case .clearing where attempt < Self.attempts: clear(at: now, &port)
    case .clearing: end(found)
    case .idle, .ended: self.deadline = nil
    }
  }

  private func refuses(_ id: MessageID, _ payload: Span<UInt8>) -> Bool {
    id == AckNak.id && (try? AckNak.decode(payload))?.refused == UpdSos.id
  }

  private func reset(_ mode: CfgRst.ResetMode) -> [UInt8] {
    var message = CfgRst()
    message.mode = mode
    return message.encode()
  }

  private mutating func save(at now: MonotonicTime, _ port: inout PortActions) {
    attempt += 1
    phase = .saving
    port.send(UpdSos().encode())
    // Time to write flash.
    deadline = now + .seconds(5)
  }

  private mutating func poll(at now: MonotonicTime, _ port: inout PortActions) {
    attempt += 1
    phase = .polling
    port.send(UBXFrame.poll(UpdSos.id))
    deadline = now + .seconds(1)
  }

  private mutating func clear(at now: MonotonicTime, _ port: inout PortActions) {
    attempt += 1
    phase = .clearing
    var message = UpdSos()
    message.command = .clear
    port.send(message.encode())
    deadline = now + .seconds(2)
  }

  private mutating func end(_ outcome: Outcome) {
    self.outcome = outcome
    phase = .ended
    deadline = nil
  }
}
