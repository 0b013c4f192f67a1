internal import Glibc
internal import Synchronization
internal import Testing

/// A server of files on 127.0.0.1, one connection after the other on a thread of its own, that also misbehaves.
package final class FolderServer: Sendable {
  /// What it does with the next request of a name.
  package enum Fault: Sendable {
    /// Answers with another status, and with these lines of a head.
    case status(Int, head: String = "")
    /// Hangs up after so many bytes of the body.
    case cut(after: Int)
    /// Sends these bytes in place of what was asked for.
    case sends([UInt8])
    /// Sends more than it says and was asked for.
    case endless
    /// Sends the whole file, whatever part was asked for.
    case wholeAlways
    /// Sends so many bytes, and then nothing until the client goes.
    case stall(after: Int)
  }

  private struct State {
    var files: [String: [UInt8]] = [:]
    var faults: [String: [Fault]] = [:]
    var requests: [String] = []
  }

  package let port: UInt16
  private let state = Mutex(State())
  private let listener: Int32

  /// - Throws: when there is no socket or thread.
  package init() throws {
    (listener, port) = try loopbackSocket(backlog: 8)
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<FolderServer>.fromOpaque(context).takeRetainedValue().serve() }
        return nil
      }, context.toOpaque())
    try #require(status == 0)
    pthread_detach(thread)
  }

  package var address: String { "http://127.0.0.1:\(port)/maps" }

  /// What was asked for, as `GET name bytes=5-`.
  package var requests: [String] { state.withLock { $0.requests } }

  package func put(_ name: String, _ bytes: [UInt8]?) { state.withLock { $0.files[name] = bytes } }

  /// Misbehaves at the next requests of a name, one after the other.
  package func fail(_ name: String, _ faults: Fault...) {
    state.withLock { $0.faults[name, default: []] += faults }
  }

  /// Ends the server; without it its thread goes on.
  package func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  private func serve() {
    while true {
      let connection = accept(listener, nil, nil)
      guard connection >= 0 else { break }
      answer(connection)
      close(connection)
    }
    close(listener)
  }

  private func answer(_ connection: Int32) {
    var head = ""
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while !head.contains("\r\n\r\n") {
      let count = read(connection, &buffer, buffer.count)
      guard count > 0 else { return }
      head += String(decoding: buffer[..<count], as: UTF8.self)
    }
    let path = head.split(separator: " ").dropFirst().first ?? ""
    let name = String(path.split(separator: "/").last ?? "")
    let range = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range: ") }
      .map { String($0.dropFirst(7)) }
    let first = range.flatMap { Int($0.dropFirst(6).prefix { $0.isNumber }) } ?? 0
    let (file, fault) = state.withLock { state -> ([UInt8]?, Fault?) in
      state.requests.append("GET \(name)" + (range.map { " \($0)" } ?? ""))
      let fault = state.faults[name]?.isEmpty == false ? state.faults[name]?.removeFirst() : nil
      return (state.files[name], fault)
    }
    guard let file, path.hasPrefix("/maps/") else { return send(connection, 404, []) }
    switch fault {
    case .status(let status, let lines): send(connection, status, [], head: lines)
    case .sends(let bytes): send(connection, 200, bytes)
    case .wholeAlways: send(connection, 200, file)
    case .cut(let count): send(connection, first, file, upTo: count)
    case .stall(let count):
      send(connection, first, file, upTo: count)
      while read(connection, &buffer, buffer.count) > 0 {}
    case .endless:
      put(connection, Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
      while put(connection, buffer) {}
    case nil:
      if first > 0, first >= file.count { return send(connection, 416, []) }
      send(connection, first, file, upTo: .max)
    }
  }

  /// Sends a file from a byte on, with a head that announces all of it.
  private func send(_ connection: Int32, _ first: Int, _ file: [UInt8], upTo count: Int) {
    let rest = file.dropFirst(first)
    let status =
      first > 0
      ? "206 Partial Content\r\nContent-Range: bytes \(first)-\(file.count - 1)/\(file.count)"
      : "200 OK"
    put(
      connection,
      Array("HTTP/1.1 \(status)\r\nContent-Length: \(rest.count)\r\nConnection: close\r\n\r\n".utf8)
    )
    put(connection, Array(rest.prefix(count)))
  }

  private func send(_ connection: Int32, _ status: Int, _ body: [UInt8], head: String = "") {
    let line =
      "HTTP/1.1 \(status) Said\r\n\(head)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    put(connection, Array(line.utf8) + body)
  }

  @discardableResult
  private func put(_ connection: Int32, _ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes {
        Glibc.send(
          connection, $0.baseAddress?.advanced(by: done), bytes.count - done, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }
}
