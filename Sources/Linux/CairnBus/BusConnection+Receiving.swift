internal import CairnDBus
internal import CairnLinux

extension BusConnection {
  /// Passes a message on to whom it concerns.
  func dispatch(_ message: DBusMessage) {
    counters.messages &+= 1
    switch message.kind {
    case .methodReturn: finish(message, .success(message.body))
    case .error:
      guard let name = message.errorName else { return }
      let text = message.body.first?.string ?? ""
      finish(message, .failure(.reply(name: name, message: text)))
    case .signal: deliver(message)
    case .methodCall: answer(message)
    default: break
    }
  }

  private func finish(_ message: DBusMessage, _ result: Result<[DBusValue], BusError>) {
    guard let serial = message.replySerial, let call = calls[serial], isReply(message, to: call)
    else {
      counters.unmatchedReplies &+= 1
      return
    }
    calls[serial] = nil
    loop.cancel(call.timer)
    call.reply(result)
  }

  /// Whether the reply comes from the connection that was called, or from the bus in its place.
  ///
  /// The owner of a well-known name may have changed meanwhile; there the bus's word counts, which
  /// passes on only replies to calls that were made.
  private func isReply(_ message: DBusMessage, to call: PendingCall) -> Bool {
    guard let sender = message.sender, sender != .bus, let destination = call.destination else {
      return true
    }
    return destination.isUnique ? sender == destination : destination != .bus
  }

  /// Answers a call of another connection: to `Peer`, or to an object that is served.
  private func answer(_ call: DBusMessage) {
    if call.interface != .peer {
      switch served(call) {
      case .now(let answer): return respond(answer, to: call)
      case .later: return
      case .unknown: break
      }
    }
    guard !call.flags.contains(.noReplyExpected) else { return }
    switch (call.interface, call.member?.text) {
    case (.peer?, "Ping"): post(call.reply())
    case (.peer?, "GetMachineId"):
      machine.read(on: loop) { [weak self, link] identity in
        // The caller's serial means nothing on a later connection.
        guard let self, self.link === link else { return }
        guard let identity else {
          return post(call.error(.failed, "this machine has no identity"))
        }
        post(call.reply([.string(identity)]))
      }
    default:
      let member = call.member?.text ?? ""
      post(call.error(.unknownMethod, "this connection has no method '\(member)'"))
    }
  }

  private func respond(_ answer: DBusMessage, to call: DBusMessage) {
    if !call.flags.contains(.noReplyExpected) { post(answer) }
  }
}
