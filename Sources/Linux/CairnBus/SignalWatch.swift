internal import CairnDBus

/// One closure that receives signals.
struct SignalWatch {
  let number: UInt64
  let rule: DBusMatchRule
  let handler: (DBusMessage) -> Void

  /// The well-known name whose owner the signals must come from.
  var trackedSender: BusName? {
    guard let sender = rule.sender, !sender.isUnique, sender != .bus else { return nil }
    return sender
  }
}
