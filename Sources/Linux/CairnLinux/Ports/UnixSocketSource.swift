internal import CCairnLinux
package import CairnTypes

/// The name of a Unix socket.
package enum UnixSocketName: Equatable, Sendable {
  /// In the file system.
  case path(String)
  /// In Linux's abstract namespace, without the leading NUL.
  case abstract(String)

  /// Name for error messages: a path, or a name of the abstract namespace after `@`.
  var description: String {
    switch self {
    case .path(let path): path
    case .abstract(let name): "@" + name
    }
  }
}

/// A connection to a Unix socket: of several names, the first one that accepts it.
package final class UnixSocketSource: DescriptorSource {
  private let names: [UnixSocketName]

  /// - Parameters:
  ///   - names: in the order in which they are tried.
  ///   - outputLimit: the most bytes that wait to be sent.
  package init(_ names: [UnixSocketName], outputLimit: Int) {
    self.names = names
    super.init(
      .device(names.first?.description ?? "an unsupported address"), descriptor: -1,
      canWrite: true, outputLimit: outputLimit)
  }

  /// Connects at once: a Unix socket never keeps a client waiting.
  package override func connect(on loop: EventLoop, _ then: @escaping (DeviceError?) -> Void) {
    var failure: DeviceError?
    for name in names where descriptor < 0 {
      let result = Self.connect(name)
      if result >= 0 {
        descriptor = result
      } else if failure == nil {
        failure = DeviceError(.open, path: name.description, code: -result)
      }
    }
    then(descriptor >= 0 ? nil : failure ?? self.failure(.open, Int32(cairnlinux_EOPNOTSUPP)))
  }

  override func transmit(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    unsafe cairnlinux_send(descriptor, bytes.baseAddress, bytes.count)
  }

  private static func connect(_ name: UnixSocketName) -> Int32 {
    let (octets, isAbstract): ([UInt8], Int32) =
      switch name {
      case .path(let path): (Array(path.utf8), 0)
      case .abstract(let text): (Array(text.utf8), 1)
      }
    var native = cairnlinux_address()
    let result = unsafe octets.withUnsafeBytes {
      unsafe cairnlinux_unix_address($0.baseAddress, $0.count, isAbstract, &native)
    }
    return result < 0 ? result : unsafe cairnlinux_connect(&native)
  }
}
