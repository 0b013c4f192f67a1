import CairnData
import CairnTypes

extension Target {
  /// The answer of a server to a request, over a socket. The first byte says how many of the last
  /// ones are sent again and again, and the second whether the request is a POST. The client holds
  /// little, asks once, and neither follows nor waits for ever.
  static let http = Target("HTTP", maximumLength: 2048, seeds: { httpSeeds }) { input in
    guard input.count > 2 else { return }
    let text = input.dropFirst(2)
    let piece = text.suffix(Int(input[0]))
    repeatingServer.answer(.init(beginning: Array(text.dropLast(piece.count)), piece: Array(piece)))
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

private let httpCapacity = 16 << 10
private let repeatingServer = RepeatingServer()

private let httpSeeds: [(name: String, bytes: [UInt8])] = {
  let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
  let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
  let answers: [(String, UInt8, String)] = [
    ("plain", 0, head + "Content-Length: 2\r\n\r\n{}"), ("open", 0, head + "\r\n{}"),
    ("chunked", 0, chunked + "2\r\n{}\r\n0\r\n\r\n"),
    ("trailers", 0, chunked + "2\r\n{}\r\n0\r\nX-Sum: 7\r\nX-Time: 3\r\n\r\n"),
    ("extension", 0, chunked + "2;a=b\r\n{}\r\n0\r\n\r\n"), ("body", 4, head + "\r\n{  }"),
    ("interim", 0, "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + head + "\r\n{}"),
    ("moved", 0, "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"),
    ("busy", 0, "HTTP/1.1 429 Too Many\r\nRetry-After: 77\r\nContent-Length: 0\r\n\r\n"),
    ("zipped", 0, head + "Content-Encoding: gzip\r\n\r\n\u{1F}"),
    ("refused", 0, "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"x\"\r\n\r\n"),
    ("old", 0, "HTTP/1.0 200 OK\r\n\r\n{}"), ("headless", 0, "{}"),
  ]
  return answers.flatMap { name, count, text in
    [("get-" + name, 0), ("post-" + name, 1)].map { ($0, [count, $1] + Array(text.utf8)) }
  }
}()
