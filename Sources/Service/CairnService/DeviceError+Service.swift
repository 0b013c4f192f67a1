internal import CairnLinux
package import CairnTypes

extension DeviceError {
  /// Description of a failure of the service, with its remedy, in one line for a person.
  ///
  /// Looks into `/proc` for who has an address that is in use.
  package var serviceExplanation: String {
    guard isAddressInUse, let address = ListenAddress(path) else { return explanation }
    return "\(explanation); \(Self.advice(for: address, AddressHolder(of: address)))"
  }

  static func advice(for address: ListenAddress, _ holder: AddressHolder) -> String {
    let elsewhere = "or listen elsewhere"
    if holder.processes.contains(where: { $0.process == 1 }) {
      return
        "systemd has it for a socket unit, which `systemctl list-sockets` names: stop that, \(elsewhere)"
    }
    if !holder.processes.isEmpty {
      let names = holder.processes.map { "\($0.name) (process \($0.process))" }
      return "held by \(names.joined(separator: ", ")): stop it, \(elsewhere)"
    }
    var owner = "another program"
    if let user = holder.user {
      owner =
        "a program of user \(SystemAccounts.userName(user).map { ForeignText.visible($0) } ?? "\(user)")"
    }
    guard case .tcp(_, let port) = address else { return "\(owner) has it: stop it, \(elsewhere)" }
    let gpsd =
      port == 2947
      ? "; it is gpsd's own port, which `systemctl disable --now gpsd.socket gpsd.service` frees"
      : ""
    return
      "\(owner) has it, which `sudo ss -ltnp 'sport = :\(port)'` names: stop it, \(elsewhere)\(gpsd)"
  }
}
