internal import CairnExports
internal import CairnLinux
internal import CairnTypes

// Whether anybody is connected: what `systemctl status` shows, and when the service may end.

extension LocationService {
  private typealias IdleExit = ServiceSettings.IdleExit

  /// How long a service that systemd has started for a client waits for the next one.
  private static let usualPatience = Duration.seconds(600)

  /// The servers of the service, each with clients of its own.
  package enum Door: String, Hashable, Sendable {
    case gpsd, nmea, native, geoclue
    /// Pages that are open.
    case dashboard
    /// chronyd, which counts as a client as long as it is configured: nothing would start the service for it.
    case chrony
  }

  /// Notes how many clients a server has.
  func note(_ count: Int, at door: Door) {
    clientCounts[door] = count
    log("\(Self.words(count, "client", "clients"))", .debug)
    followPresence()
  }

  /// Says how the service is doing.
  func showStatus() { onStatus(status) }

  /// Does so when clients or settings have changed, and begins to wait for the end if nobody is there.
  func followPresence() {
    showStatus()
    if let idleTimer { executor.cancel(idleTimer) }
    idleTimer = nil
    guard clientCount == 0, server != nil else { return }
    // Only a socket of systemd starts the service again.
    let usual = hasInheritedSockets ? IdleExit.after(Self.usualPatience) : .never
    guard case .after(let patience) = settings.idleExit ?? usual else { return }
    // `stop` cancels it.
    idleTimer = executor.schedule(at: executor.now() + patience) { [self] in
      assumeIsolated { service in
        service.idleTimer = nil
        service.onIdle()
      }
    }
  }

  private var clientCount: Int { clientCounts.values.reduce(0, +) }

  /// One line for a person.
  private var status: String {
    let found = receivers.compactMap { states[$0.id]?.title }
    let clients = clientCount == 0 ? "no clients" : Self.words(clientCount, "client", "clients")
    return found.isEmpty ? clients : "\(clients), \(found.joined(separator: ", "))"
  }

  private static func words(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
