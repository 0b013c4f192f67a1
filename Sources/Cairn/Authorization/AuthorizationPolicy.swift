internal import CairnLinux
public import CairnTypes

/// Who is asking. Inside one process this is a label for accounting and policy, not a security
/// boundary; the boundary is the permissions of the receiver's device node.
public struct ClientIdentity: Hashable, Sendable {
  /// For example the name of a program.
  public var name: String
  /// The systemd unit it runs in; `nil` outside of services.
  public var systemdUnit: String?

  /// - Parameters:
  ///   - name: unique among the programs of the device.
  ///   - systemdUnit: the service's unit, by which policy files may name it too.
  public init(name: String, systemdUnit: String? = nil) {
    self.name = name
    self.systemdUnit = systemdUnit
  }

  /// This process, by the path of its executable, however it was started, and the unit it runs in.
  public static let process = ClientIdentity(
    name: executableOfProcess() ?? CommandLine.arguments.first ?? "unknown",
    systemdUnit: systemdUnitOfProcess())
}

/// Decides what each client may know.
public protocol AuthorizationPolicy: Sendable {
  /// The answer for one client. Called on any thread; must not block.
  func authorization(for client: ClientIdentity) -> Authorization

  /// Asks to be told of changes: `changed` is to be called, on any thread, whenever answers may have
  /// changed. A system asks once and never waits for an answer.
  func observe(_ changed: @escaping @Sendable () -> Void)

  /// Asks for full accuracy for a while. Who has it already is answered at once.
  ///
  /// - Parameters:
  ///   - client: who asks.
  ///   - purpose: what for, as the policy's rules name it.
  /// - Returns: what holds from now on; `observe` tells when it ends.
  /// - Throws: `.promptDeclined` when the policy does not allow it, `.denied` for a client that may not have
  ///   positions at all.
  func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization
}

extension AuthorizationPolicy {
  /// Gives nobody more than `authorization(for:)` says.
  public func requestTemporaryFullAccuracy(
    for client: ClientIdentity, purpose: String
  ) async throws(LocationError) -> Authorization {
    let authorization = authorization(for: client)
    guard authorization.status.allowsLocation else { throw LocationError(.denied) }
    guard authorization.accuracy == .fullAccuracy else { throw LocationError(.promptDeclined) }
    return authorization
  }
}

/// Lets every client know everything: right for firmware with a single purpose.
public struct AllowAllPolicy: AuthorizationPolicy {
  /// A policy without state.
  public init() {}

  public func authorization(for client: ClientIdentity) -> Authorization {
    Authorization(status: .authorizedAlways, reason: "allow-all policy")
  }

  public func observe(_ changed: @escaping @Sendable () -> Void) {}
}
