internal import CairnLinux
internal import CairnTypes

/// The addresses at which one server waits for clients.
///
/// Isolation: the event loop. `close()` ends it.
final class ListenerSet {
  private struct Entry {
    /// The address as it was asked for; `nil` for a socket of systemd, which is never closed before the end.
    let wanted: ListenAddress?
    let listener: Listener
  }

  private let loop: EventLoop
  private let onClient: (AcceptedSource) -> Void
  private var entries: [Entry] = []

  /// - Parameters:
  ///   - loop: the loop that the caller runs on.
  ///   - onClient: called on the loop for each client, which it then owns.
  init(loop: EventLoop, onClient: @escaping (AcceptedSource) -> Void) {
    self.loop = loop
    self.onClient = onClient
  }

  /// Whether systemd has passed any socket.
  var isInherited: Bool { entries.contains { $0.wanted == nil } }

  /// Waits for clients at a socket that systemd has opened.
  ///
  /// - Returns: its address.
  func adopt(_ socket: InheritedSocket) throws(DeviceError) -> ListenAddress {
    let listener = try Listener(socket, loop: loop, onClient: onClient)
    entries.append(Entry(wanted: nil, listener: listener))
    return listener.address
  }

  /// Waits for clients at those of the addresses at which it does not yet.
  ///
  /// - Returns: the new addresses, with the ports in use.
  /// - Throws: if one of them cannot be used; then all is as before.
  func open(_ addresses: [ListenAddress]) throws(DeviceError) -> [ListenAddress] {
    let before = entries.count
    do throws(DeviceError) {
      for address in addresses where !has(address) {
        let listener = try Listener(address, loop: loop, onClient: onClient)
        entries.append(Entry(wanted: address, listener: listener))
      }
    } catch {
      for entry in entries[before...] { entry.listener.close() }
      entries.removeSubrange(before...)
      throw error
    }
    return entries[before...].map(\.listener.address)
  }

  /// Waits no longer at addresses that are not among these.
  ///
  /// - Returns: the addresses that were closed, as their clients know them.
  func keep(_ addresses: [ListenAddress]) -> [ListenAddress] {
    let closed = entries.filter { entry in
      entry.wanted.map { !addresses.contains($0) } ?? false
    }
    for entry in closed { entry.listener.close() }
    entries.removeAll { entry in closed.contains { $0.listener === entry.listener } }
    return closed.map(\.listener.address)
  }

  /// Stops listening everywhere. Idempotent.
  func close() {
    for entry in entries { entry.listener.close() }
    entries = []
  }

  private func has(_ address: ListenAddress) -> Bool {
    entries.contains {
      $0.wanted == address || ($0.wanted == nil && $0.listener.address == address)
    }
  }
}
