internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// A receiver's first position, shown as soon as a sentence has it: its date may come later, and so may
/// the end of its epoch, which is not known yet.
struct FirstPosition {
  /// Whether there is nothing more to do.
  private(set) var isOver = false

  /// What the sentence says by itself, if it has the first position before there is a date.
  mutating func events(of sentence: Span<UInt8>, _ info: FrameInfo) -> [ReceiverEvent] {
    do throws(NMEAError) {
      switch try NMEAReport.decode(sentence) {
      case .rmc(let sentence): isOver = sentence.status == .valid && sentence.date != nil
      case .zda(let sentence): isOver = sentence.date != nil
      case .gga, .gns, .gll: return positions(in: sentence, info)
      default: break
      }
    } catch { return [] }
    return []
  }

  private func positions(in sentence: Span<UInt8>, _ info: FrameInfo) -> [ReceiverEvent] {
    var alone = ReceiverDecoder(dates: DateResolver(reference: nil))
    alone.receive(sentence, info)
    alone.finish()
    return alone.takeEvents().filter { $0.hasPosition }
  }

  /// Whole epochs are shown: once one has a position, sentences have the first no more.
  mutating func note(_ events: [ReceiverEvent]) {
    if events.contains(where: { $0.hasPosition }) { isOver = true }
  }
}

extension ReceiverEvent {
  fileprivate var hasPosition: Bool {
    if case .epoch(let epoch) = self { epoch.hasPosition } else { false }
  }
}
