public import CairnTypes

/// Who is asking. Inside one process this is a label for accounting and policy, not a security
/// boundary; the boundary is the permissions of the receiver's device node.
public struct ClientIdentity: Hashable, Sendable {
  /// For example the name of a systemd unit.
  public var name: String

  /// - Parameter name: unique among the programs of the device.
  public init(name: String) { self.name = name }

  /// This process, by the name it was started with.
  public static var process: ClientIdentity {
    ClientIdentity(name: CommandLine.arguments.first ?? "unknown")
  }
}

/// Decides what each client may know.
public protocol AuthorizationPolicy: Sendable {
  /// The answer for one client. Called on any thread; must not block.
  func authorization(for client: ClientIdentity) -> Authorization

  /// Asks to be told of changes: `changed` is to be called, on any thread, whenever answers may have
  /// changed. A system asks once and never waits for an answer.
  func observe(_ changed: @escaping @Sendable () -> Void)
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
