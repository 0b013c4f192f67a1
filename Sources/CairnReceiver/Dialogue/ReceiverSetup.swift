internal import CairnTypes
public import CairnUBX

/// What is known of a receiver before it is heard, and how it shall work: from its profile, or nothing.
public struct ReceiverSetup: Sendable {
  /// The name of the profile that it is from; `nil` without one.
  public var profile: String?
  /// What the model's name of such a receiver begins with; empty for any receiver.
  public var models: [String] = []
  /// The hardware versions of such receivers, for those that say no name.
  public var hardwareVersions: [String] = []
  /// Line speeds to try first, in baud, the likeliest first.
  public var baudRates: [UInt32] = []
  /// The line speed it shall have in the end, in baud; `nil` leaves the one it is found with unless the
  /// messages need more.
  public var workingBaudRate: UInt32?
  /// Which of its ports the host is connected to.
  public var port = ReceiverPort.uart1
  /// When something may be written to it.
  public var permission = WritePermission.afterFirstFrame
  /// Settings beyond those that reports and power need.
  public var startup: [ConfigurationValue] = []
  /// The memories, beside RAM, that its configuration is written to; empty for none.
  public var persistence: ConfigurationLayers = []
  /// Whether what a u-blox has learnt of orbits is fetched before it is left, or sleeps and forgets it, and
  /// given back when it starts without a fix.
  public var keepsDatabase = false

  /// What its power states cost; `nil` for a receiver that is never sent to sleep.
  public var traits: ReceiverPowerTraits?

  /// A receiver of which nothing is known.
  public init() {}

  /// Whether a receiver that says this of itself is one of these; `nil` when nothing tells.
  func isFor(_ identity: ReceiverIdentity) -> Bool? {
    if let model = identity.model {
      for start in models where model.raw.utf8.starts(with: start.utf8) { return true }
      return models.isEmpty ? nil : false
    }
    guard let version = identity.hardwareVersion, !hardwareVersions.isEmpty else { return nil }
    return hardwareVersions.contains(version.raw)
  }

  /// The same for a receiver that has turned out to be another one: its own settings mean nothing to it.
  var forAnyReceiver: ReceiverSetup {
    var setup = self
    setup.profile = nil
    setup.models = []
    setup.hardwareVersions = []
    setup.startup = []
    setup.persistence = []
    setup.traits = nil
    return setup
  }
}
