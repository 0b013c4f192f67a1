/// The address of a service on the network, spoken to with HTTPS or HTTP.
package struct ServiceAddress: Hashable, Sendable {
  /// `https://` or `http://`, as written.
  package let scheme: String
  /// The host, and the port if there is one.
  package let host: String
  /// Path, query and fragment; empty if there is none.
  package let path: String

  /// Takes an address; `nil` if it is none of HTTPS or HTTP with a host and printable ASCII alone.
  package init?(_ text: String) {
    let scheme = ["https://", "http://"].first { text.lowercased().hasPrefix($0) }
    guard let scheme, text.utf8.count < 2048,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    self.scheme = String(text.prefix(scheme.count))
    let rest = text.dropFirst(scheme.count)
    host = String(rest.prefix { !"/?#".contains($0) })
    // A user's name would be shown with the host.
    guard !host.isEmpty, !host.contains("@"), host.first != ":" else { return nil }
    path = String(rest.dropFirst(host.count))
  }

  /// Returns the address, with a path of the interface's if it has none.
  package func completed(with usualPath: String) -> String {
    scheme + host + (path.isEmpty || path == "/" ? usualPath : path)
  }
}
