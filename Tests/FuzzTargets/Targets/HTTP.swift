import CairnData
import CairnTypes

extension Target {
  /// The answer of a server to a request, over a socket. The first byte says how many of the last
  /// lines are sent again and again, without the empty one that may end them; the second whether
  /// the request is a POST, and what comes before the text, as libcurl tells the fuzzer nothing of
  /// its ways. The client holds little, asks once, and does not follow.
  static let http = Target("HTTP", maximumLength: 2048, seeds: { httpSeeds }) { input in
    guard input.count >= 2 else { return }
    let beginning = httpBeginnings[Int(input[1] >> 1) % httpBeginnings.count]
    let text = Array(beginning.utf8) + input.dropFirst(2)
    repeatingServer.answer(answer(text[...], repeating: Int(input[0] & 7)))
    let before = repeatingServer.seen().peak
    let request = HTTPRequest(
      "http://127.0.0.1:\(repeatingServer.port)/v1?key=secret", agent: "fuzz",
      patience: .seconds(5), capacity: httpCapacity)
    let outcome =
      input[1] & 1 == 0 ? request.get(Cancellation()) : request.post(Array("{}".utf8))
    let seen = repeatingServer.seen()
    require(seen.connections == 1, "\(seen.connections) connections for a request")
    require(seen.peak - before < 8 << 20, "holds \(seen.peak - before) bytes of an answer")
    switch outcome {
    case .answered(let reply):
      require(reply.body.count <= httpCapacity, "a body of \(reply.body.count) octets")
      require((0...999).contains(reply.status), "status \(reply.status)")
      if let retry = reply.retry {
        require(retry > .zero && retry <= .seconds(86_400), "asks for \(retry)")
      }
    case .tooLarge(let reason), .failed(let reason, _):
      require(!reason.isEmpty, "fails without a reason")
      require(!reason.contains("secret"), "tells the key: \(reason)")
    case .cancelled: fatalError("nobody has cancelled")
    case .noLibrary(let reason): fatalError(reason)
    }
  }
}

/// Splits an answer before its last lines.
private func answer(_ text: ArraySlice<UInt8>, repeating count: Int) -> RepeatingServer.Answer {
  guard count > 0 else { return .init(beginning: Array(text)) }
  let end = Array("\r\n\r\n".utf8)
  let text = text.suffix(end.count) == end[...] ? text.dropLast(2) : text
  let breaks = text.indices.dropLast().filter { text[$0] == UInt8(ascii: "\n") }
  let start = breaks.count < count ? text.startIndex : breaks[breaks.count - count] + 1
  return .init(beginning: Array(text[..<start]), piece: Array(text[start...]))
}

private let httpCapacity = 16 << 10
private let repeatingServer = RepeatingServer()

private let httpHead = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
private let httpChunked = httpHead + "Transfer-Encoding: chunked\r\n\r\n"
private let httpBeginnings = [
  "", httpHead, httpHead + "\r\n", httpChunked, httpChunked + "2\r\n{}\r\n0\r\nX-Sum: 7\r\n",
  httpChunked + "2;", "HTTP/1.1 103 Early Hints\r\n",
]

private let httpSeeds: [(name: String, bytes: [UInt8])] = {
  let rests: [(String, UInt8, String)] = [
    ("plain", 1, "Content-Length: 2\r\n\r\n{}"), ("open", 2, "{}"),
    ("chunked", 3, "2\r\n{}\r\n0\r\n\r\n"), ("trailers", 4, "X-Time: 3\r\n\r\n"),
    ("extension", 5, "a=b\r\n{}\r\n0\r\n\r\n"),
    ("interim", 6, "Link: x\r\n\r\n" + httpHead + "\r\n{}"),
    ("moved", 0, "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"),
    ("busy", 0, "HTTP/1.1 429 Too Many\r\nRetry-After: 77\r\nContent-Length: 0\r\n\r\n"),
    ("zipped", 1, "Content-Encoding: gzip\r\n\r\n\u{1F}"), ("headless", 0, "{}"),
    ("refused", 0, "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n"),
    ("old", 0, "HTTP/1.0 200 OK\r\n\r\n{}"),
  ]
  return rests.flatMap { name, beginning, text in
    [("get-" + name, 0), ("post-" + name, 1)].map {
      ($0, [0, beginning << 1 | $1] + Array(text.utf8))
    }
  }
}()
