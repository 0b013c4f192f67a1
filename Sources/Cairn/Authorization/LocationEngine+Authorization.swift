internal import CairnTypes

/// A manager, as far as the policy is concerned.
struct AuthorizationListener {
  let identity: ClientIdentity
  let mailbox: Mailbox
}

extension LocationEngine {
  /// What a client may at this moment. Callable from any thread.
  nonisolated func authorization(of client: ClientIdentity) -> Authorization {
    shared.authorization(of: client, by: policy)
  }

  /// Begins to heed the policy's changes.
  func observePolicy() {
    reference.value = self
    policy.observe { [reference] in reference.value?.perform { $0.reauthorize() } }
  }

  /// Tells a manager of changes, whether one of its services runs or not.
  func listen(_ id: UInt32, _ listener: AuthorizationListener) {
    listeners[id] = listener
    // The policy may have changed since the manager asked it.
    listener.mailbox.put(authorization(of: listener.identity))
    if let failure = keeper?.failure { listener.mailbox.put(failure) }
  }

  /// Asks the policy again for everyone.
  func reauthorize() {
    for listener in listeners.values {
      listener.mailbox.put(authorization(of: listener.identity))
    }
    for client in clients {
      client.authorize(authorization(of: client.identity), at: loop.now())
    }
    forgetFinished()
    clientsChanged()
  }
}
