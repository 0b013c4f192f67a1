internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// A receiver's first position, shown as soon as a sentence has it: its date may come later, and so may
/// the end of its epoch, which is not known yet.
struct FirstPosition {
  /// Whether there is nothing more to do.
  private(set) var isOver = false
  /// When a sentence had a position last, and when one said that there is none.
  private var positionTime: TimeOfDay?
  private var voidTime: TimeOfDay?
  /// One sentence has denied another's position: then only the whole epoch knows what is true.
  private var isContradicted = false

  /// What the sentence says by itself, if it has the first position before there is a date.
  mutating func events(of sentence: Span<UInt8>, _ info: FrameInfo) -> [ReceiverEvent] {
    do throws(NMEAError) {
      switch try NMEAReport.decode(sentence) {
      case .rmc(let rmc):
        isOver = rmc.status == .valid && rmc.date != nil
        voidTime = rmc.status == .valid ? nil : rmc.time
        noteContradiction()
      case .zda(let zda): isOver = zda.date != nil
      case .gga(let gga):
        // A simulated position is void by rights: gpsd shows it.
        return positions(in: sentence, info, at: gga.quality == 8 ? nil : gga.time)
      case .gns(let gns): return positions(in: sentence, info, at: gns.time)
      case .gll(let gll): return positions(in: sentence, info, at: gll.time)
      default: break
      }
    } catch { return [] }
    return []
  }

  private mutating func positions(
    in sentence: Span<UInt8>, _ info: FrameInfo, at time: TimeOfDay?
  ) -> [ReceiverEvent] {
    var alone = ReceiverDecoder(dates: DateResolver(reference: nil))
    alone.receive(sentence, info)
    alone.finish()
    let events = alone.takeEvents().filter { $0.hasPosition }
    guard !events.isEmpty else { return [] }
    positionTime = time
    noteContradiction()
    return isContradicted ? [] : events
  }

  private mutating func noteContradiction() {
    if positionTime != nil, positionTime == voidTime { isContradicted = true }
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
