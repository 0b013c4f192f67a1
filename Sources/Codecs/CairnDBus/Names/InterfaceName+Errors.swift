// Names of errors.
//
// Source: D-Bus specification 0.43; dbus 1.14, dbus-protocol.h.

extension InterfaceName {
  /// The name of an error reply for a failure that has no more specific name.
  public static let failed: InterfaceName = "org.freedesktop.DBus.Error.Failed"
  /// The name of the bus's error reply when a service is neither running nor can be started.
  public static let serviceUnknown: InterfaceName = "org.freedesktop.DBus.Error.ServiceUnknown"
  /// The name of the bus's error reply when a name has no owner.
  public static let nameHasNoOwner: InterfaceName = "org.freedesktop.DBus.Error.NameHasNoOwner"
  /// The name of the error reply to a call of a method that does not exist.
  public static let unknownMethod: InterfaceName = "org.freedesktop.DBus.Error.UnknownMethod"
  /// The name of the error reply to a call that the bus's or the service's policy refuses.
  public static let accessDenied: InterfaceName = "org.freedesktop.DBus.Error.AccessDenied"
  /// The name of the error reply to a call of an object that does not exist.
  public static let unknownObject: InterfaceName = "org.freedesktop.DBus.Error.UnknownObject"
  /// The name of the error reply to a call of an interface that an object does not have.
  public static let unknownInterface: InterfaceName = "org.freedesktop.DBus.Error.UnknownInterface"
  /// The name of the error reply to a call about a property that does not exist.
  public static let unknownProperty: InterfaceName = "org.freedesktop.DBus.Error.UnknownProperty"
  /// The name of the error reply to a call that would set what cannot be set.
  public static let propertyReadOnly: InterfaceName = "org.freedesktop.DBus.Error.PropertyReadOnly"
  /// The name of the error reply to a call with arguments of other types or values.
  public static let invalidArguments: InterfaceName = "org.freedesktop.DBus.Error.InvalidArgs"
  /// The name of the error reply to a call for more than a caller may have.
  public static let limitsExceeded: InterfaceName = "org.freedesktop.DBus.Error.LimitsExceeded"
}
