internal import CairnTypes

/// A manager that is told of authorization changes.
struct AuthorizationListener {
  let identity: ClientIdentity
  let mailbox: Mailbox
}

extension LocationEngine {
  /// Returns the permissions of a client at this moment. Callable from any thread.
  nonisolated func authorization(of client: ClientIdentity) -> Authorization {
    shared.authorization(of: client, by: policy)
  }

  /// Starts to observe the policy's changes.
  func observePolicy() {
    reference.value = self
    policy.observe { [reference] in reference.value?.perform { $0.reauthorize() } }
  }

  /// Registers a manager for changes, whether one of its services runs or not.
  func listen(_ id: UInt32, _ listener: AuthorizationListener) {
    listeners[id] = listener
    // The policy may have changed since the manager asked it.
    listener.mailbox.put(authorization(of: listener.identity))
    if let failure = keeping.keeper?.failure { listener.mailbox.put(failure) }
  }

  /// Asks the policy again for every manager and client.
  func reauthorize() {
    for listener in listeners.values {
      listener.mailbox.put(authorization(of: listener.identity))
    }
    if let link { return link.authorize { authorization(of: $0) } }
    for client in clients {
      let wasUndecided = client.authorization.isUndecided
      client.authorize(authorization(of: client.identity), at: loop.now())
      if wasUndecided, let last = shared.last { _ = client.recall(last, at: loop.now()) }
    }
    forgetFinished()
    clientsChanged()
    reauthorizeSensorClients()
  }
}
