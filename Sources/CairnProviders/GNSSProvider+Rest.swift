internal import CairnLinux
internal import CairnTypes

extension GNSSProvider {
  /// Tells the receiver to sleep, where it can, and waits until that has left the line: half a second at
  /// most, and for what it has learnt, where that is kept, a quarter of a minute. Whether it went is seen
  /// the next time.
  func letReceiverRest() async {
    guard let session, session.setDemand(nil) else { return }
    let start = loop.now()
    var limit = start + .milliseconds(500)
    while session === self.session, !session.isQuiet || session.isSaving, loop.now() < limit {
      if session.isSaving { limit = min(loop.now() + .milliseconds(500), start + .seconds(15)) }
      await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
        _ = loop.schedule(at: loop.now() + .milliseconds(5)) { continuation.resume() }
      }
    }
  }
}
