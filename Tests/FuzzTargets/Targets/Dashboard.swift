import CairnDashboard
import CairnGeocoding
import CairnLinux
import CairnTypes

extension Target {
  /// Requests of browsers to the page: in pieces of any size they are the same, and none gets past the gate that another
  /// site could have made. Questions about files are answered within their bounds, or are none.
  static let dashboard = Target("Dashboard", seeds: { dashboardSeeds }) { bytes in
    let text = bytes.flatMap { pieces[Int($0)] }
    let whole = read(text, by: 4096)
    for size in [1, 7] {
      require(read(text, by: size) == whole, "other requests in pieces of \(size) bytes")
    }
    for request in whole.requests {
      check(request)
      checkQuestion(request)
    }
  }

  /// What is read of a text: the requests, and why no more were read.
  private struct Reading: Equatable {
    var requests: [HTTPRequest] = []
    var refusal: HTTPRequest.Refusal?
  }

  private static func read(_ text: [UInt8], by size: Int) -> Reading {
    var reader = HTTPRequestReader()
    var reading = Reading()
    for start in stride(from: 0, to: text.count, by: size) {
      let piece = Array(text[start..<min(text.count, start + size)])
      require(reader.append(piece.span), "too much waits although all was read")
      do throws(HTTPRequest.Refusal) {
        while let request = try reader.next() { reading.requests.append(request) }
      } catch {
        reading.refusal = error
        return reading
      }
    }
    return reading
  }

  private static func check(_ request: HTTPRequest) {
    require(request.path.hasPrefix("/"), "a path \(request.path)")
    let all = [request.path, request.query, request.host, request.origin, request.cookie]
    for text in all {
      let isClean = text?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 9 } ?? true
      require(isClean, "control characters: \(text?.debugDescription ?? "")")
    }
    var open = DashboardGate(address, token: nil)
    var locked = DashboardGate(address, token: "secret")
    let isOwn =
      ["127.0.0.1:8080", "localhost:8080", "[::1]:8080"].contains(request.host)
      && (request.origin.map { $0.lowercased() == "http://" + request.host } ?? true)
      && ["same-origin", "none", nil].contains(request.site)
    require((open.judge(request) == .pass) == isOwn, "lets pass \(request)")
    switch locked.judge(request) {
    case .pass:
      let has = request.cookie?.contains("cairn-8080=secret") ?? false
      require(isOwn && has, "lets pass without the token \(request)")
    case .admit:
      require(isOwn && request.path == "/" && request.query == "token=secret", "admits \(request)")
    case .refuse(let status):
      require([401, 403, 421].contains(status.rawValue), "refuses with \(status)")
    }
  }

  /// What a page asks of maps, packs and recordings.
  private static func checkQuestion(_ request: HTTPRequest) {
    let query = request.query
    if let fields = QueryFields(query, ["from", "length"]) {
      for place in 0...2 {
        let value = fields.whole(place) ?? 0
        require((0...999_999_999_999_999).contains(value), "a number \(value) of \(query)")
      }
    }
    if let position = DashboardPlaces.position(query) {
      require(position.isValid, "a position \(position) of \(query)")
      let answer = try? pagePlaces.address(at: position)
      require(answer.map { $0.last == 10 } ?? false, "no address of \(position)")
    }
    if let box = DashboardPlaces.Box(query) {
      require(
        box.west < box.east && box.south < box.north && (1...4096).contains(box.width),
        "a rectangle \(box) of \(query)")
      let answer = try? pagePlaces.outlines(in: box)
      require(
        answer.map { $0.count <= DashboardPlaces.longestOutlines } ?? false, "outlines of \(box)")
    }
    if request.path.hasPrefix([DashboardRecording].path),
      let (recording, time) = try? pageRecordings.question(request.path, query)
    {
      require(recording.name == "one" && request.path == "/recording/0", "\(request.path)")
      require(time.map { $0.magnitude < 1_000_000_000_000_000 } ?? query.isEmpty, query)
    }
  }

  private static let pageRecordings: [DashboardRecording] = {
    var builder = RecordingBuilder(name: "one", clock: .utc)
    return [builder.finish()]
  }()

  /// A country with a lake, whose border has a thousand vertices.
  private static let pagePlaces: DashboardPlaces = {
    var writer = GeoPackWriter()
    let ring = (0..<500).map {
      Coordinate(latitude: 10 + Double($0 % 7), longitude: Double($0) / 5)
    }
    let back = (0..<500).map {
      Coordinate(latitude: -10 - Double($0 % 5), longitude: 100 - Double($0) / 5)
    }
    let lake = [(0.0, 10.0), (0, 20), (5, 15)].map {
      Coordinate(latitude: $0.0, longitude: $0.1)
    }
    do {
      try writer.add(
        GeoArea(.country, countryCode: "XX", names: [LocalName("Land")]), rings: [ring + back])
      try writer.add(GeoArea(.lake, names: [LocalName("Lake")]), rings: [lake])
      return DashboardPlaces(try Gazetteer([GeoPack(writer.finish())]))
    } catch {
      fatalError("the pack of the target: \(error)")
    }
  }()

  private static let address = ListenAddress.tcp(host: "127.0.0.1", port: 8080)

  /// Parts of requests that chance would hardly put together.
  private static let parts: [String] = [
    "GET ", "HEAD ", "POST ", "/", "/events", "/plan?accuracy=", "/?token=secret", " HTTP/1.1\r\n",
    " HTTP/1.0\r\n", "\r\n", "\r\n\r\n", "\n", "Host: ", "127.0.0.1:8080", "localhost:8080",
    "[::1]:8080", "evil.example", "Origin: ", "http://", "null", "Sec-Fetch-Site: ", "same-origin",
    "none", "cross-site", "Cookie: ", "cairn-8080=secret", "; ", "Content-Length: ", "0", "1",
    "Transfer-Encoding: chunked", "Connection: ", "close", "keep-alive", ",", " ", "\t", "X: ",
    String(repeating: "a", count: 1000), "/map?from=", "&length=", "/outlines?box=", "&width=",
    "/address?at=", "/recording/0", "?at=", "-", ".", "9", "37.5", "1e3", "&",
  ]

  /// What each byte of an input stands for: above 127 for a part, below for itself.
  private static let pieces: [[UInt8]] = (0...255).map { byte in
    byte < 128 ? [UInt8(byte)] : Array(parts[(byte - 128) % parts.count].utf8)
  }

  private static let dashboardSeeds: [(name: String, bytes: [UInt8])] = {
    func part(_ text: String) -> [UInt8] {
      parts.firstIndex(of: text).map { [UInt8(128 + $0)] } ?? Array(text.utf8)
    }
    let get = part("GET ") + part("/") + part(" HTTP/1.1\r\n")
    let host = part("Host: ") + part("127.0.0.1:8080") + part("\r\n")
    let end = part("\r\n")
    let cookie = part("Cookie: ") + part("cairn-8080=secret") + end
    let comma = part(",")
    func asks(_ target: [UInt8]) -> [UInt8] {
      part("GET ") + target + part(" HTTP/1.1\r\n") + host + end
    }
    let first = part("GET ") + part("/?token=secret") + part(" HTTP/1.1\r\n")
    return [
      ("page", get + host + end), ("two", get + host + end + get + host + cookie + end),
      ("token", first + host + end),
      (
        "origin",
        get + host + part("Origin: ") + part("http://") + part("localhost:8080") + end + end
      ),
      (
        "long",
        get + host + part("X: ")
          + Array(repeating: part(String(repeating: "a", count: 1000))[0], count: 9)
      ),
      ("map", asks(part("/map?from=") + part("9") + part("&length=") + part("1"))),
      (
        "outlines",
        asks(
          part("/outlines?box=") + part("-") + part("9") + comma + part("-") + part("9") + comma
            + part("37.5") + comma + part("37.5") + part("&width=") + part("9"))
      ),
      ("address", asks(part("/address?at=") + part("37.5") + comma + part("9"))),
      ("recording", asks(part("/recording/0") + part("?at=") + part("-") + part("9"))),
      ("preface", Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)),
    ]
  }()
}
