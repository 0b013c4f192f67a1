internal import Glibc
package import Synchronization
internal import Testing

/// An HTTP server on 127.0.0.1 that serves one connection after the other on a thread of its own.
package final class HTTPStub: Sendable {
  /// What it has been asked, head and body, as it came.
  package let requests = Mutex<[String]>([])
  package let port: UInt16
  /// What it answers, as it goes; an empty one hangs up, and `nil` is silence until the client goes.
  private let answer: Mutex<String?>
  private let listener: Int32

  /// - Parameter answer: see `answer(with:)`.
  /// - Throws: when there is no socket or thread.
  package init(_ answer: String?) throws {
    self.answer = Mutex(answer)
    (listener, port) = try loopbackSocket(backlog: 8)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<HTTPStub>.fromOpaque(context).takeRetainedValue().serve() }
        return nil
      }, context.toOpaque())
    try #require(status == 0)
    pthread_detach(thread)
  }

  /// The address of its root.
  package var address: String { "http://127.0.0.1:\(port)" }

  /// Sets what it answers from now on: a whole response, nothing at all (`""`), or silence (`nil`).
  package func answer(with response: String?) { answer.withLock { $0 = response } }

  /// Ends the server; without it its thread goes on.
  package func end() {
    shutdown(listener, Int32(SHUT_RDWR))
  }

  /// A response with a body of JSON.
  package static func response(_ status: String, _ body: String, head: String = "") -> String {
    "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(head)Content-Length: \(body.utf8.count)"
      + "\r\nConnection: close\r\n\r\n\(body)"
  }

  /// Whether nobody listens on a port of 127.0.0.1.
  package static func isRefused(_ port: UInt16) throws -> Bool {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | O_CLOEXEC, 0)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) != 0
      }
    }
  }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      var text = ""
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while !Self.isWhole(text) {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { break }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
      requests.withLock { $0.append(text) }
      if let answer = answer.withLock({ $0 }) {
        _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      } else {
        while read(connection, &buffer, buffer.count) > 0 {}
      }
      close(connection)
    }
    close(listener)
  }

  /// Whether head and body are there.
  private static func isWhole(_ text: String) -> Bool {
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
    // The last line is what has come after the last line break.
    guard let end = lines.dropLast().firstIndex(of: "") else { return false }
    let name = "content-length: "
    let length = lines[..<end].first { $0.lowercased().hasPrefix(name) }
      .flatMap { Int($0.dropFirst(name.count)) }
    let body = lines[(end + 1)...].joined(separator: "\r\n")
    return body.utf8.count >= length ?? 0
  }
}
