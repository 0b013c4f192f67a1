internal import CairnTypes
public import CairnUBX

/// A profile's knowledge of a receiver before it is heard, and the settings that it should work
/// with.
public struct ReceiverSetup: Sendable {
  /// The name of the profile; `nil` without one.
  public var profile: String?
  /// Possible beginnings of the receiver's model name; empty for any receiver.
  public var models: [String] = []
  /// The hardware versions of such receivers, for those that give no name.
  public var hardwareVersions: [String] = []
  /// Line speeds to try first, in baud, the likeliest first.
  public var baudRates: [UInt32] = []
  /// The final line speed in baud; `nil` keeps the speed at which it is found, unless the messages
  /// need more.
  public var workingBaudRate: UInt32?
  /// From one position to the next at its highest rate; `nil` if that is not known.
  public var shortestInterval: Duration?
  /// The receiver's port that the host is connected to.
  public var port = ReceiverPort.uart1
  /// When the host may write to it.
  public var permission = WritePermission.afterFirstFrame
  /// Settings beyond those that reports and power need.
  public var startup: [ConfigurationValue] = []
  /// The memories, besides RAM, to write its configuration to; empty for none.
  public var persistence: ConfigurationLayers = []
  /// Whether to save a u-blox receiver's orbit database before leaving it or a sleep that clears
  /// it, and to restore it when the receiver starts without a fix.
  public var keepsDatabase = false

  /// The costs of its power states; `nil` for a receiver that is never sent to sleep.
  public var traits: ReceiverPowerTraits?

  /// Creates the setup of an unknown receiver.
  public init() {}

  /// Returns whether the setup is for a receiver with this identity; `nil` if that cannot be told.
  func isFor(_ identity: ReceiverIdentity) -> Bool? {
    if let model = identity.model {
      for start in models where model.raw.utf8.starts(with: start.utf8) { return true }
      return models.isEmpty ? nil : false
    }
    guard let version = identity.hardwareVersion, !hardwareVersions.isEmpty else { return nil }
    return hardwareVersions.contains(version.raw)
  }

  /// The setup for a receiver that has turned out to be another, without its specific settings.
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
