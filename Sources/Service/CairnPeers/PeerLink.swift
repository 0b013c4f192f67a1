package import CairnExports
package import CairnLinux
package import CairnTypes

/// One connection of a client, with what waits for it: a slow client costs only itself.
///
/// Isolation: the event loop. `close()` ends it.
package final class PeerLink<Line: PeerLine> {
  /// Lines that the client was too slow for.
  package var dropped: Int { queue.dropped }
  package let source: PeerSource
  /// Called when everything has been handed to the kernel after some of it had to wait. Released by `close()`.
  package var onDrained: (() -> Void)?

  private let loop: EventLoop
  /// How long the client may take nothing of what waits for it; `nil` for ever.
  private let patience: Duration?
  private var queue = PeerQueue<Line>()
  private var reader: ByteReader?
  private var stall: TimerID?
  private var progressTime: MonotonicTime
  /// Released by `close()`.
  private var onEnd: ((_ complaint: String?) -> Void)?

  /// Begins to read. `onBytes` gets what the client sends, and `onEnd` is called once, never inside this
  /// call, with what was wrong, if anything.
  package init(
    _ source: PeerSource, patience: Duration? = .seconds(60), loop: EventLoop,
    onBytes: @escaping ByteReader.BytesHandler, onEnd: @escaping (_ complaint: String?) -> Void
  ) throws(DeviceError) {
    self.source = source
    self.patience = patience
    self.loop = loop
    self.onEnd = onEnd
    progressTime = loop.now()
    reader = try ByteReader(
      source: source, loop: loop, onBytes: onBytes,
      onEnd: { [self] _ in end(nil) })
    source.onProgress = { [weak self] in
      guard let self else { return }
      progressTime = loop.now()
      push()
      if isDrained { onDrained?() }
    }
  }

  /// Whether nothing waits to be handed to the kernel.
  package var isDrained: Bool { queue.isEmpty && source.pendingOutput == 0 }

  /// Sends a line, or replaces an older one that waits; a client that takes no replies is disconnected.
  package func send(_ line: Line) {
    // Replies may be long, and are counted.
    if !line.isReply, isDrained {
      write(line.content)
    } else {
      queue.put(line)
    }
    push()
    if queue.isOverfull { end("asks on without reading the answers") }
  }

  /// Disconnects the client; nothing is called after this. Idempotent.
  package func close() {
    onEnd = nil
    onDrained = nil
    if let stall { loop.cancel(stall) }
    stall = nil
    reader?.stop()
    reader = nil
    source.onProgress = nil
    source.close()
  }

  /// Ends the connection from within: the owner hears of it.
  package func end(_ complaint: String?) {
    let handler = onEnd
    close()
    handler?(complaint)
  }

  /// Hands over what waits, one whole object a time, until the kernel takes no more.
  private func push() {
    while source.pendingOutput == 0, let content = queue.take() { write(content) }
    if source.pendingOutput > 0, stall == nil { watch() }
  }

  private func write(_ content: [UInt8]) {
    // The reader meets the same error, and ends.
    _ = try? source.write(content.span)
  }

  private func watch() {
    guard let patience else { return }
    progressTime = max(progressTime, loop.now() - patience)
    // `close` cancels it.
    stall = loop.schedule(at: progressTime + patience) { [self] in
      stall = nil
      guard source.pendingOutput > 0 else { return }
      if loop.now() - progressTime >= patience { return end("took nothing for 60 s") }
      watch()
    }
  }
}
