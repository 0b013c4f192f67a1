internal import CairnDBus

/// One well-known name whose owner is known or being asked for.
struct TrackedName {
  let name: BusName
  /// Number of subscriptions that need it.
  var uses = 1
  /// The unique name of the connection that has it.
  var owner: BusName?
  /// Whether the bus has told, on this connection.
  var isKnown = false
  /// Closures that receive each change.
  var watches: [(number: UInt64, handler: (BusName?) -> Void)] = []

  /// Matches the signals that report its changes.
  static func rule(_ name: BusName) -> DBusMatchRule {
    DBusMatchRule(
      sender: .bus, interface: .bus, member: "NameOwnerChanged", path: .bus,
      arguments: [.string(index: 0, name.text)])
  }
}
