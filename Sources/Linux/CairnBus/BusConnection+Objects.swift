public import CairnDBus
internal import CairnLinux

/// An object of this program that others may call, and all below it.
struct ServedObject {
  let number: UInt64
  let path: ObjectPath
  let answer: (DBusMessage) -> DBusMessage?
}

extension BusConnection {
  /// Answers the calls of others to an object and those below it, on this connection and those that
  /// follow it.
  ///
  /// Anybody on the bus may call: `answer` must look at the sender if that matters.
  ///
  /// - Parameters:
  ///   - path: the object.
  ///   - answer: called on the loop for each call; returns its `reply` or `error`, or `nil` for a method
  ///     that does not exist.
  /// - Returns: for `unsubscribe`.
  public func serve(
    _ path: ObjectPath, _ answer: @escaping (DBusMessage) -> DBusMessage?
  ) -> BusSubscription {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    let object = ServedObject(number: nextNumber(), path: path, answer: answer)
    servedObjects.append(object)
    return BusSubscription(number: object.number)
  }

  /// Returns the answer of the object that is called; `nil` without such an object or method.
  func served(_ call: DBusMessage) -> DBusMessage? {
    guard let path = call.path else { return nil }
    return servedObjects.first { path.isWithin($0.path) }?.answer(call)
  }
}
