internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// A receiver's first position, shown as soon as a sentence has it: its date may come later, and so may
/// the end of its epoch, which is not known yet.
struct FirstPosition {
  /// Whether there is nothing more to do.
  private var isOver = false

  /// What the sentence says by itself, if it has the first position before there is a date.
  mutating func events(
    of frame: Span<UInt8>, _ info: FrameInfo, _ report: NMEAReport
  ) -> [ReceiverEvent] {
    guard !isOver else { return [] }
    switch report {
    case .rmc(let sentence):
      if sentence.status == .valid, sentence.date != nil { isOver = true }
      return []
    case .zda(let sentence):
      if sentence.date != nil { isOver = true }
      return []
    case .gga, .gns, .gll: break
    default: return []
    }
    var alone = ReceiverDecoder(dates: DateResolver(reference: nil))
    alone.receive(frame, info)
    alone.finish()
    return alone.takeEvents().filter {
      if case .epoch(let epoch) = $0 { epoch.hasPosition } else { false }
    }
  }

  /// A position is shown; one with a time is not the first any more.
  mutating func note(_ position: GPSDPosition) {
    if position.mode >= 2, position.timestamp != nil { isOver = true }
  }
}
