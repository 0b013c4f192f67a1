internal import CCairnLinux
public import CairnDBus

extension DBusAddress {
  /// Addresses of the system bus, to be tried in order: those in the environment variable
  /// `DBUS_SYSTEM_BUS_ADDRESS`, or the usual ones if there is no such variable.
  public static var systemBuses: [DBusAddress] {
    guard let text = unsafe cairnlinux_environment("DBUS_SYSTEM_BUS_ADDRESS") else {
      return [.systemBus]
    }
    let value = unsafe String(cString: text)
    if value.isEmpty { return [.systemBus] }
    return (try? list(value)) ?? [.unsupported(transport: value)]
  }
}
