internal import CairnLinux
internal import CairnTypes

extension GNSSProvider {
  /// Lets the receiver sleep if it can, and waits until the command has left the line: half a
  /// second at most, or 15 s while its orbit data are being saved. The next start shows whether it
  /// slept.
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
