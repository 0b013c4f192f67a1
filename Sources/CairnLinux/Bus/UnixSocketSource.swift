internal import CCairnLinux
internal import CairnDBus
internal import CairnTypes

/// A connection to a Unix socket: of several addresses, the first one that accepts it.
final class UnixSocketSource: DescriptorSource {
  private let addresses: [DBusAddress]

  init(_ addresses: [DBusAddress], outputLimit: Int) {
    self.addresses = addresses
    super.init(
      .device(addresses.first.map(Self.path) ?? ""), descriptor: -1, canWrite: true,
      outputLimit: outputLimit)
  }

  /// Connects at once: a Unix socket never keeps a client waiting.
  override func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void) {
    var failure: DeviceError?
    for address in addresses where descriptor < 0 {
      let result = Self.connect(address)
      if result >= 0 {
        descriptor = result
      } else if failure == nil {
        failure = DeviceError(.open, path: Self.path(address), code: -result)
      }
    }
    then(descriptor >= 0 ? nil : failure ?? self.failure(.open, Int32(cairn_EINVAL)))
  }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairn_send(descriptor, bytes.baseAddress, bytes.count)
  }

  /// What errors show: a path, or a name of the abstract namespace behind `@`.
  private static func path(_ address: DBusAddress) -> String {
    switch address {
    case .unixPath(let path): path
    case .unixAbstract(let name): "@" + name
    default: "an unsupported address"
    }
  }

  private static func connect(_ address: DBusAddress) -> Int32 {
    let (name, isAbstract): ([UInt8], Int32)
    switch address {
    case .unixPath(let path): (name, isAbstract) = (Array(path.utf8), 0)
    case .unixAbstract(let text): (name, isAbstract) = (Array(text.utf8), 1)
    default: return -cairn_EOPNOTSUPP
    }
    var native = cairn_address()
    let result = unsafe name.withUnsafeBytes {
      unsafe cairn_unix_address($0.baseAddress, $0.count, isAbstract, &native)
    }
    return result < 0 ? result : unsafe cairn_connect(&native)
  }
}
