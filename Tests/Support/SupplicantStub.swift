internal import Glibc
internal import Testing

/// wpa_supplicant's control socket of one interface, which a test serves step by step.
package final class SupplicantStub {
  private let descriptor: Int32
  private var client: [UInt8]?

  /// - Parameter path: of the socket; its folder is there.
  /// - Throws: when it cannot be made.
  package init(_ path: String) throws {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_DGRAM.rawValue) | O_CLOEXEC | Int32(SOCK_NONBLOCK.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let octets = Array(path.utf8)
    try #require(octets.count < MemoryLayout.size(ofValue: address.sun_path))
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: octets) }
    let descriptor = descriptor
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
    try #require(isBound)
  }

  deinit { close(descriptor) }

  /// Answers what is waiting, and returns it.
  package func serve(_ answer: (String) -> String?) -> [String] {
    var commands: [String] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var address = [UInt8](repeating: 0, count: 128)
      var length = socklen_t(address.count)
      let count = address.withUnsafeMutableBytes { raw in
        recvfrom(
          descriptor, &buffer, buffer.count, 0,
          raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
      }
      guard count >= 0 else { break }
      client = Array(address.prefix(Int(length)))
      let command = String(decoding: buffer[..<count], as: UTF8.self)
      commands.append(command)
      if let text = answer(command) { say(text) }
    }
    return commands
  }

  /// Sends a datagram to the program that has asked last.
  package func say(_ text: String) {
    guard let client else { return }
    let octets = Array(text.utf8)
    client.withUnsafeBytes { raw in
      _ = sendto(
        descriptor, octets, octets.count, 0,
        raw.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
    }
  }
}
