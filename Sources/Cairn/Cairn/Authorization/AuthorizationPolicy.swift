internal import CairnLinux
public import CairnTypes

/// Identifies a client. Inside one process this is a label for accounting and policy, not a
/// security boundary; the boundary is the permissions of the receiver's device node.
public struct ClientIdentity: Hashable, Sendable {
  /// The client's name, for example that of its program.
  public var name: String
  /// The systemd unit that the client runs in; `nil` outside of services.
  public var systemdUnit: String?
  /// Other names by which policy files may name the client: `user:NAME` and `uid:NUMBER` of a program at the other
  /// end of a socket.
  package var aliases: [String] = []
  /// Whether somebody besides the policy lets it have reduced accuracy at most.
  package var isCoarse = false

  /// - Parameters:
  ///   - name: unique among the programs of the device.
  ///   - systemdUnit: the service's unit, by which policy files may name the client as well.
  public init(name: String, systemdUnit: String? = nil) {
    self.name = name
    self.systemdUnit = systemdUnit
  }

  /// This process: the path of its executable and its systemd unit, however it was started.
  public static let process = ClientIdentity(
    name: executableOfProcess() ?? CommandLine.arguments.first ?? "unknown",
    systemdUnit: systemdUnitOfProcess())
}

/// Decides what each client may know.
public protocol AuthorizationPolicy: Sendable {
  /// Returns the permissions of one client. Called on any thread; must not block.
  func authorization(for client: ClientIdentity) -> Authorization

  /// Registers for changes: call `changed`, on any thread, whenever answers may have changed. A
  /// system registers once and never waits for an answer.
  func observe(_ changed: @escaping @Sendable () -> Void)

  /// Requests full accuracy for a while. A client that already has it is answered at once.
  ///
  /// - Parameters:
  ///   - client: the client that asks.
  ///   - purpose: the purpose, as named in the policy's rules.
  /// - Returns: the authorization from now on; `observe` reports when it ends.
  /// - Throws: `.promptDeclined` when the policy does not allow it, `.denied` for a client that may
  ///   not have positions at all.
  func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization
}

extension AuthorizationPolicy {
  /// Gives no client more than `authorization(for:)` allows.
  public func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization {
    let authorization = authorization(for: client)
    guard authorization.status.allowsLocation else { throw LocationError(.denied) }
    guard authorization.accuracy == .fullAccuracy else { throw LocationError(.promptDeclined) }
    return authorization
  }
}

/// Allows every client everything; suits firmware with a single purpose.
public struct AllowAllPolicy: AuthorizationPolicy {
  /// Creates a policy without state.
  public init() {}

  public func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: .authorizedAlways, reason: "allow-all policy")
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) {}
}
