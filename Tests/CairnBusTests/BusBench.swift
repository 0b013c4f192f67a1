@testable import CairnBus
import CairnDBus
import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

extension Tag {
  /// Runs over a socket of this machine.
  @Tag static var loopback: Self
}

/// A connection on a loop whose time stands still, and what it reports.
///
/// `@unchecked Sendable`: the connection is touched on the loop only.
final class BusBench: @unchecked Sendable {
  let loop: EventLoop
  let journal = Journal()
  private(set) var bus: BusConnection
  private var subscriptions: [String: BusSubscription] = [:]

  init(_ addresses: [DBusAddress]) throws {
    let loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 0)))
    self.loop = loop
    bus = BusConnection(addresses, loop: loop)
    bus.onStateChange = { [journal] in journal.add("\($0)") }
  }

  deinit {
    let bus = Carried(bus)
    loop.post { bus.value.close() }
    loop.shutdown()
  }

  /// Runs `body` on the loop, and everything that follows from it.
  func on(_ body: @escaping @Sendable (BusConnection) -> Void) {
    loop.post { [self] in body(bus) }
    loop.settle()
  }

  func connect() { on { $0.connect() } }

  func authenticate(_ peer: BusPeer) throws {
    connect()
    try peer.accept()
    _ = peer.read()
    peer.write(Array("OK \(BusPeer.guid)\r\n".utf8))
    loop.settle()
  }

  /// Connects, authenticates and greets.
  func connect(to peer: BusPeer) throws {
    try authenticate(peer)
    try peer.greet()
    loop.settle()
  }

  func call(_ name: String, to destination: BusName = "org.example.A") {
    on { [journal] bus in
      bus.call(.methodCall(destination, "/", "org.example.I", "Get", [.string(name)])) { result in
        switch result {
        case .success(let values): journal.add("\(name) \(values.first?.string ?? "")")
        case .failure(let error): journal.add("\(name) failed: \(error)")
        }
      }
    }
  }

  func subscribe(_ name: String, _ rule: DBusMatchRule) {
    on { [self] bus in
      subscriptions[name] = bus.subscribe(rule) { [journal] error in
        journal.add("\(name) established \(error.map { "\($0)" } ?? "")")
      } _: { [journal] in
        journal.add("\(name) \($0.member?.text ?? "")")
      }
    }
  }

  func watchOwner(_ name: BusName) {
    on { [self] bus in
      subscriptions[name.text] = bus.watchOwner(of: name) { [journal] in
        journal.add("\(name): \($0?.text ?? "none")")
      }
    }
  }

  func unsubscribe(_ name: String) {
    on { [self] bus in
      if let subscription = subscriptions.removeValue(forKey: name) {
        bus.unsubscribe(subscription)
      }
    }
  }
}
