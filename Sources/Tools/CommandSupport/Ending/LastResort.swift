import Synchronization

/// Something to restore even if the program ends at once, such as a terminal's settings.
package final class LastResort: Sendable {
  private static let bodies = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])

  /// - Parameter body: must not block; called from any thread.
  package init(_ body: @escaping @Sendable () -> Void) {
    Self.bodies.withLock { $0[ObjectIdentifier(self)] = body }
  }

  /// Removes the closure, because its work is done.
  package func end() { Self.bodies.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) } }

  static func run() {
    for body in bodies.withLock({ $0.values }) { body() }
  }
}
