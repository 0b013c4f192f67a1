internal import CairnLinux

/// The identity of this installation, read once and in the background.
///
/// Isolation: belongs to one event loop.
final class MachineIdentity {
  private static let paths = ["/etc/machine-id", "/var/lib/dbus/machine-id"]
  /// Askers that wait at most; more are told that there is no identity.
  private static let maximumWaiting = 16

  private var identity: String?
  private var waiting: [(String?) -> Void] = []

  /// Calls `then` with the identity, 32 hexadecimal digits, or `nil`: at once if it is known.
  func read(on loop: EventLoop, _ then: @escaping (String?) -> Void) {
    guard identity == nil, waiting.count < Self.maximumWaiting else { return then(identity) }
    waiting.append(then)
    guard waiting.count == 1 else { return }
    do {
      try loop.inBackground("cairn-machine") {
        Self.paths.lazy.compactMap { Self.identity(in: $0) }.first
      } then: { [self] in
        finish($0)
      }
    } catch {
      finish(nil)
    }
  }

  private func finish(_ found: String?) {
    identity = found
    let askers = waiting
    waiting = []
    for asker in askers { asker(found) }
  }

  private static func identity(in path: String) -> String? {
    guard let bytes = try? readFile(path, limit: 64) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }
    guard text.utf8.count == 32, text.allSatisfy(\.isHexDigit) else { return nil }
    return String(text)
  }
}
