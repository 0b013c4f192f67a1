internal import CCairnLinux
public import CairnDBus

extension DBusAddress {
  /// Where the system bus is, to be tried in order: what the variable `DBUS_SYSTEM_BUS_ADDRESS` of
  /// the environment says, and where it always is if there is no such variable.
  public static var systemBuses: [DBusAddress] {
    guard let text = unsafe cairn_environment("DBUS_SYSTEM_BUS_ADDRESS") else {
      return [.systemBus]
    }
    let value = unsafe String(cString: text)
    if value.isEmpty { return [.systemBus] }
    return (try? list(value)) ?? [.unsupported(transport: value)]
  }
}
