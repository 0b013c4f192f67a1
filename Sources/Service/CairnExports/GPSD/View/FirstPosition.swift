internal import CairnNMEA
internal import CairnReceiver
internal import CairnTypes

/// A receiver's first position, shown as soon as a sentence contains it: the date may come later,
/// and so may the end of the epoch, which is not yet known.
struct FirstPosition {
  /// Whether there is nothing left to do.
  private(set) var isOver = false
  /// Time of the last sentence with a position, and of the last one that denied a position.
  private var positionTime: TimeOfDay?
  private var voidTime: TimeOfDay?
  /// Whether one sentence denied another's position; only the whole epoch then shows the truth.
  private var isContradicted = false

  /// Returns the events of this sentence alone, if it gives the first position before a date.
  mutating func events(of sentence: Span<UInt8>, _ info: FrameInfo) -> [ReceiverEvent] {
    do throws(NMEAError) {
      switch try NMEAReport.decode(sentence) {
      case .rmc(let rmc):
        isOver = rmc.status == .valid && rmc.date != nil
        voidTime = rmc.status == .valid ? nil : rmc.time
        noteContradiction()
      case .zda(let zda): isOver = zda.date != nil
      case .gga(let gga):
        // A simulated position is marked void, but gpsd shows it.
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

  /// Ends the search once a whole epoch, which is shown anyway, has a position.
  mutating func note(_ events: [ReceiverEvent]) {
    if events.contains(where: { $0.hasPosition }) { isOver = true }
  }
}

extension ReceiverEvent {
  fileprivate var hasPosition: Bool {
    if case .epoch(let epoch) = self { epoch.hasPosition } else { false }
  }
}
