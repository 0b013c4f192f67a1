public import CairnDBus
internal import CairnLinux
internal import CairnTypes

extension BusConnection {
  /// Pause before the bus is asked again for an owner that it did not tell.
  private static let lookUpPause = Duration.seconds(1)

  /// Follows which connection has a well-known name: when a service starts, ends or restarts.
  ///
  /// - Parameters:
  ///   - name: for example `org.freedesktop.ModemManager1`. The bus does not start the service.
  ///   - handler: receives the unique name of the owner, or `nil` when there is none, on the loop:
  ///     first when the bus has told, and at each change. The end of the connection counts as one.
  /// - Returns: for `unsubscribe`.
  public func watchOwner(
    of name: BusName, _ handler: @escaping (BusName?) -> Void
  ) -> BusSubscription {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    let number = nextNumber()
    track(name)
    guard let index = place(of: name) else { return BusSubscription(number: number) }
    trackedNames[index].watches.append((number, handler))
    if trackedNames[index].isKnown { later { [weak self] in self?.tell(number, of: name) } }
    return BusSubscription(number: number)
  }

  /// The connection that has a name which some subscription tracks; `nil` while unknown.
  public func owner(of name: BusName) -> BusName? {
    place(of: name).flatMap { trackedNames[$0].owner }
  }

  func track(_ name: BusName) {
    if let index = place(of: name) {
      trackedNames[index].uses += 1
      return
    }
    trackedNames.append(TrackedName(name: name))
    add(TrackedName.rule(name))
    lookUp(name)
  }

  func untrack(_ name: BusName) {
    guard let index = place(of: name) else { return }
    trackedNames[index].uses -= 1
    guard trackedNames[index].uses == 0 else { return }
    trackedNames.remove(at: index)
    remove(TrackedName.rule(name))
  }

  /// Asks the bus for the owner; its later changes arrive as signals.
  func lookUp(_ name: BusName) {
    guard case .connected = state, let link else { return }
    call(.methodCall(.bus, .bus, .bus, "GetNameOwner", [.string(name.text)])) { [self] result in
      guard self.link === link else { return }
      switch result {
      case .success(let values):
        let text = values.first?.string ?? ""
        setOwner(of: name, try? BusName(text))
      case .failure(.reply): setOwner(of: name, nil)
      case .failure:
        _ = loop.schedule(at: loop.now() + Self.lookUpPause) { [weak self] in
          guard let self, self.link === link, place(of: name) != nil else { return }
          lookUp(name)
        }
      }
    }
  }

  /// Notes a change that the bus reports.
  func noteOwner(_ signal: DBusMessage) {
    guard signal.sender == .bus, signal.interface == .bus,
      signal.member?.text == "NameOwnerChanged", signal.body.count == 3,
      let text = signal.body[0].string, let owner = signal.body[2].string,
      let tracked = trackedNames.first(where: { $0.name.text == text })
    else { return }
    setOwner(of: tracked.name, try? BusName(owner))
  }

  /// Forgets all owners when the connection has ended.
  ///
  /// - Returns: a function that informs the watchers of owners that were there.
  func forgetOwners() -> () -> Void {
    var handlers: [(BusName?) -> Void] = []
    for index in trackedNames.indices {
      if trackedNames[index].owner != nil {
        handlers += trackedNames[index].watches.map(\.handler)
      }
      trackedNames[index].owner = nil
      trackedNames[index].isKnown = false
    }
    return { for handler in handlers { handler(nil) } }
  }

  private func place(of name: BusName) -> Int? {
    trackedNames.firstIndex { $0.name == name }
  }

  private func setOwner(of name: BusName, _ owner: BusName?) {
    guard let index = place(of: name) else { return }
    guard !trackedNames[index].isKnown || trackedNames[index].owner != owner else { return }
    trackedNames[index].isKnown = true
    trackedNames[index].owner = owner
    for number in trackedNames[index].watches.map(\.number) { tell(number, of: name) }
  }

  /// Calls one handler with the present owner, if it still wants to know.
  private func tell(_ number: UInt64, of name: BusName) {
    guard let index = place(of: name), trackedNames[index].isKnown,
      let watch = trackedNames[index].watches.first(where: { $0.number == number })
    else { return }
    watch.handler(trackedNames[index].owner)
  }
}
