internal import Cairn
internal import CairnExports
internal import CairnLinux
internal import CairnPeers
internal import CairnTypes

/// One connection of a client of gpsd.
///
/// Isolation: the event loop. `close()` ends it.
final class GPSDClient {
  var session = GPSDSession()
  /// When the client connected or last sent anything.
  var requestTime: MonotonicTime
  /// Lines that the client was too slow for.
  var dropped: Int { link.dropped }
  /// Where the client has connected.
  let listenAddress: ListenAddress
  /// By what the policy knows it.
  let identity: ClientIdentity
  /// Its program; `nil` where the kernel does not tell.
  let program: PeerProgram?

  private let link: PeerLink<GPSDLine>

  /// Greets the client and begins to read. `onBytes` gets what it sends, and `onEnd` is called once,
  /// never inside this call, with what was wrong, if anything.
  init(
    _ source: AcceptedSource, loop: EventLoop, onBytes: @escaping ByteReader.BytesHandler,
    onEnd: @escaping (_ complaint: String?) -> Void
  ) throws(DeviceError) {
    requestTime = loop.now()
    listenAddress = source.listenAddress
    let program = source.peer
    self.program = program
    identity = program.map { ClientIdentity($0) } ?? ClientIdentity(unnamedAt: .gpsd)
    link = try PeerLink(source, loop: loop, onBytes: onBytes, onEnd: onEnd)
    send(GPSDLine(replies: GPSDSession.greeting))
  }

  /// What the policy allows it.
  private(set) var rights = ExportRights.undecided

  /// Takes what the policy allows from now on; a client that is refused what it has asked for is told.
  func authorize(_ rights: ExportRights) {
    self.rights = rights
    let wasRefused = session.refusal != nil
    session.allowed = rights.kinds
    session.refusal = rights.refusal
    if !wasRefused, let notice = session.notice() { send(notice) }
  }

  /// Sends a line, or replaces an older one that waits; a client that takes no replies is disconnected.
  func send(_ line: GPSDLine) { link.send(line) }

  /// Disconnects the client; nothing is called after this. Idempotent.
  func close() { link.close() }

  /// Ends the connection from within: the owner hears of it.
  func end(_ complaint: String?) { link.end(complaint) }
}
