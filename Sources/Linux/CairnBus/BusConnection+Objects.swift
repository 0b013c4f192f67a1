public import CairnDBus
internal import CairnLinux

/// What becomes of a call to an object that is served.
public enum BusAnswer: Equatable, Sendable {
  /// It is answered now, with its `reply` or `error`.
  case now(DBusMessage)
  /// It has been answered, or will be: with `post`.
  case later
  /// There is no such method.
  case unknown
}

/// An object of this program that others may call, and all below it.
struct ServedObject {
  let number: UInt64
  let path: ObjectPath
  let answer: (DBusMessage) -> BusAnswer
}

extension BusConnection {
  /// Answers the calls of others to an object and those below it, on this connection and those that
  /// follow it.
  ///
  /// Anybody on the bus may call: `answer` must look at the sender if that matters.
  ///
  /// - Parameters:
  ///   - path: the object.
  ///   - answer: called on the loop for each call.
  /// - Returns: for `unsubscribe`.
  public func serve(
    _ path: ObjectPath, _ answer: @escaping (DBusMessage) -> BusAnswer
  ) -> BusSubscription {
    precondition(loop.isCurrent, "BusConnection must be used on its loop")
    let object = ServedObject(number: nextNumber(), path: path, answer: answer)
    servedObjects.append(object)
    return BusSubscription(number: object.number)
  }

  /// Sends a reply, an error or a signal that nothing can be done about if it is not sent; `counters` tells.
  public func post(_ message: DBusMessage) {
    do throws(BusError) {
      try send(message)
    } catch {
      counters.droppedAnswers &+= 1
    }
  }

  /// Returns the answer of the object that is called.
  func served(_ call: DBusMessage) -> BusAnswer {
    guard let path = call.path else { return .unknown }
    return servedObjects.first { path.isWithin($0.path) }?.answer(call) ?? .unknown
  }
}
