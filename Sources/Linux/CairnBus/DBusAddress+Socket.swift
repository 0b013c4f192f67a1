internal import CairnDBus
internal import CairnLinux

extension DBusAddress {
  /// The socket of the address; `nil` for one that Cairn cannot connect to.
  var socketName: UnixSocketName? {
    switch self {
    case .unixPath(let path): .path(path)
    case .unixAbstract(let name): .abstract(name)
    case .unsupported: nil
    }
  }
}
