public import CairnDBus
internal import CairnLinux
internal import CairnTypes

extension BusConnection {
  /// Receives the signals that match a rule, on this connection and those that follow it.
  ///
  /// A well-known `sender` stands for its owner, which is tracked. To miss no change, subscribe
  /// first and read the state afterwards.
  ///
  /// - Parameters:
  ///   - rule: equal rules of several subscriptions are sent to the bus once.
  ///   - established: called once on the loop, unless the subscription has ended before: with
  ///     `nil` when the bus has confirmed the rule, or with the error if it did not. Such a rule is
  ///     tried again with the next connection.
  ///   - handler: receives each signal on the loop.
  /// - Returns: for `unsubscribe`.
  public func subscribe(
    _ rule: DBusMatchRule, established: @escaping (BusError?) -> Void = { _ in },
    _ handler: @escaping (DBusMessage) -> Void
  ) -> BusSubscription {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    let watch = SignalWatch(number: nextNumber(), rule: rule, handler: handler)
    // The owner is asked for first, so that it is known when the first signal comes.
    if let name = watch.trackedSender { track(name) }
    signalWatches.append(watch)
    add(rule, established)
    return BusSubscription(number: watch.number)
  }

  /// Ends a subscription of signals or of a name's owner, or the service of an object; its closure is not
  /// called again.
  public func unsubscribe(_ subscription: BusSubscription) {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    if let index = signalWatches.firstIndex(where: { $0.number == subscription.number }) {
      let watch = signalWatches.remove(at: index)
      remove(watch.rule)
      if let name = watch.trackedSender { untrack(name) }
      return
    }
    servedObjects.removeAll { $0.number == subscription.number }
    for index in trackedNames.indices {
      guard
        let place = trackedNames[index].watches.firstIndex(where: {
          $0.number == subscription.number
        })
      else { continue }
      trackedNames[index].watches.remove(at: place)
      return untrack(trackedNames[index].name)
    }
  }

  /// Hands a signal to every subscription that it matches.
  func deliver(_ signal: DBusMessage) {
    noteOwner(signal)
    // Handlers may subscribe, unsubscribe and close.
    for number in signalWatches.map(\.number) {
      guard link != nil else { return }
      guard let watch = signalWatches.first(where: { $0.number == number }),
        watch.rule.matchesExceptSender(signal), isSender(watch, of: signal)
      else { continue }
      watch.handler(signal)
    }
  }

  private func isSender(_ watch: SignalWatch, of signal: DBusMessage) -> Bool {
    guard let wanted = watch.rule.sender else { return true }
    guard watch.trackedSender != nil else { return signal.sender == wanted }
    guard let owner = owner(of: wanted) else { return false }
    return signal.sender == owner
  }

  // MARK: Rules on the bus

  /// Adds a rule, or counts one more use of it.
  func add(_ rule: DBusMatchRule, _ established: @escaping (BusError?) -> Void = { _ in }) {
    let text = rule.text
    if let index = rules.firstIndex(where: { $0.text == text }) {
      rules[index].uses += 1
      if rules[index].isEstablished {
        later { established(nil) }
      } else {
        rules[index].waiting.append(established)
      }
    } else {
      rules.append(CountedRule(text: text, waiting: [established]))
      if case .connected = state { sendRule(text) }
    }
  }

  func remove(_ rule: DBusMatchRule) {
    let text = rule.text
    guard let index = rules.firstIndex(where: { $0.text == text }) else { return }
    rules[index].uses -= 1
    guard rules[index].uses == 0 else { return }
    rules.remove(at: index)
    var message = DBusMessage.methodCall(.bus, .bus, .bus, "RemoveMatch", [.string(text)])
    message.flags = .noReplyExpected
    // If it cannot be sent, a few signals come for nothing.
    try? send(message)
  }

  private func sendRule(_ text: String) {
    call(.methodCall(.bus, .bus, .bus, "AddMatch", [.string(text)])) { [self] result in
      guard let index = rules.firstIndex(where: { $0.text == text }) else { return }
      let error: BusError? =
        switch result {
        case .success: nil
        case .failure(let error): error
        }
      rules[index].isEstablished = error == nil
      let waiting = rules[index].waiting
      rules[index].waiting = []
      for established in waiting { established(error) }
    }
  }

  /// Tells a new connection what is subscribed to: owners first, so that no signal precedes them.
  func restoreSubscriptions() {
    for index in rules.indices { rules[index].isEstablished = false }
    let owners = trackedNames.map(\.name)
    let first = owners.map { TrackedName.rule($0).text }
    for (name, text) in zip(owners, first) {
      sendRule(text)
      lookUp(name)
    }
    for rule in rules where !first.contains(rule.text) { sendRule(rule.text) }
  }
}
