/// Complete epochs and satellite views of a receiver, in the order of their completion.
///
/// The owner of a stream keeps one and swaps it with the stream's after each read. Its memory is
/// used again, each epoch is read in place, and the stream can be queried meanwhile.
public struct ReceiverEvents: Sendable {
  var epochs: [Epoch] = []
  /// Satellite views, each with the number of epochs before it.
  var views: [(epochs: Int, view: SatelliteView)] = []

  /// Creates an empty collection.
  public init() {}

  /// Whether there is no event.
  public var isEmpty: Bool { epochs.isEmpty && views.isEmpty }

  /// Calls one of the closures with each event, oldest first.
  public func forEach(
    epoch: (borrowing Epoch) -> Void, satellites: (SatelliteView) -> Void
  ) {
    guard !isEmpty else { return }
    var next = 0
    for index in epochs.indices {
      while next < views.count, views[next].epochs <= index {
        satellites(views[next].view)
        next += 1
      }
      epoch(epochs[index])
    }
    for view in views[next...] { satellites(view.view) }
  }

  /// Removes all events, and keeps the memory for others.
  mutating func removeAll() {
    if !epochs.isEmpty { epochs.removeAll(keepingCapacity: true) }
    if !views.isEmpty { views.removeAll(keepingCapacity: true) }
  }
}
