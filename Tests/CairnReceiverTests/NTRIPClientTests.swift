import CairnRTCM
import CairnTypes
import Testing

@testable import CairnReceiver

@Suite("NTRIP client")
struct NTRIPClientTests {
  private let start = MonotonicTime(nanoseconds: 0)
  private let caster = NTRIPCaster(
    host: "caster.example", mountpoint: "SEOUL", user: "me", password: "secret")

  private static func message(_ number: UInt16) throws -> [UInt8] {
    let payload = [UInt8(number >> 4), UInt8(number & 15) << 4, 1, 2, 3]
    return try RTCMFrame.encode(payload.span)
  }

  /// What a client makes of an answer that comes in pieces.
  private func answer(
    _ bytes: [UInt8], piecesOf size: Int = 1000, version: NTRIPCaster.Version = .v2
  ) -> (corrections: [[UInt8]], error: NTRIPError?, client: NTRIPClient) {
    var client = NTRIPClient(caster, version: version)
    _ = try? client.connected(at: start)
    var corrections: [[UInt8]] = []
    var position = 0
    while position < bytes.count {
      let piece = Array(bytes[position..<min(bytes.count, position + size)])
      position += size
      do throws(NTRIPError) {
        try client.receive(piece.span, at: start) { frame in
          var copy: [UInt8] = []
          for index in frame.indices { copy.append(frame[index]) }
          corrections.append(copy)
        }
      } catch {
        return (corrections, error, client)
      }
    }
    return (corrections, nil, client)
  }

  @Test func `an address names caster, mountpoint and user`() throws {
    let caster = try #require(NTRIPCaster("ntrip://me:p%40ss@rtk.example:2102/SEO%2DUL"))
    #expect(caster.host == "rtk.example")
    #expect(caster.port == 2102)
    #expect(caster.mountpoint == "SEO-UL")
    #expect(caster.user == "me")
    #expect(caster.password == "p@ss")
    let short = try #require(NTRIPCaster("ntrip://[::1]/M"))
    #expect(short.host == "::1")
    #expect(short.port == 2101)
    #expect(short.user == "")
    #expect(short.address == "ntrip://[::1]:2101/M")
    #expect(caster.address == "ntrip://rtk.example:2102/SEO-UL", "without user and password")
  }

  @Test func `no text of a caster has its secrets`() throws {
    let caster = try #require(NTRIPCaster("ntrip://me:word@rtk.example/SEOUL?token=word"))
    #expect(caster.address == "ntrip://rtk.example:2101/SEOUL?***")
    #expect("\(caster)" == caster.address && String(reflecting: [caster]).contains("***"))
    #expect(!String(reflecting: [caster]).contains("word"))
    #expect(NTRIPCaster("ntrip://me:12/34@rtk.example/SEOUL") == nil, "a slash in the password")
    let odd = NTRIPCaster(host: "rtk.example", mountpoint: "a@b?word")
    #expect(odd.address == "ntrip://rtk.example:2101/a%40b?***")
  }

  @Test(arguments: [
    "http://h/M", "ntrip://h", "ntrip://h/", "ntrip://h:0/M", "ntrip://h:70000/M",
    "ntrip://h:2101x/M", "ntrip:///M", "ntrip://h/M%", "ntrip://h/M%0D%0AX", "ntrip://h/a b", "",
    "ntrip://h%0D%0AX/M", "ntrip://u%0AX:p@h/M", "ntrip://u:p%0D@h/M", "ntrip://h%00.example/M",
    "ntrip://u:%FF@h/M", "ntrip://h/M%C3%A4",
  ])
  func `what is no address is none`(text: String) {
    #expect(NTRIPCaster(text) == nil)
  }

  @Test func `version 2 asks by HTTP 1.1, with a position where there is one`() throws {
    var client = NTRIPClient(caster, version: .automatic)
    let request = try client.connected(at: start, position: Array("$GPGGA,1*00\r\n".utf8))
    #expect(
      String(decoding: request, as: UTF8.self) == """
        GET /SEOUL HTTP/1.1\r
        Host: caster.example:2101\r
        Ntrip-Version: Ntrip/2.0\r
        User-Agent: NTRIP Cairn/0.1\r
        Accept: */*\r
        Authorization: Basic bWU6c2VjcmV0\r
        Ntrip-GGA: $GPGGA,1*00\r
        Connection: close\r
        \r

        """)
  }

  @Test func `version 1 asks by HTTP 1.0`() throws {
    var client = NTRIPClient(caster, version: .v1)
    let text = String(decoding: try client.connected(at: start), as: UTF8.self)
    #expect(text.hasPrefix("GET /SEOUL HTTP/1.0\r\nUser-Agent: NTRIP Cairn"))
    #expect(text.hasSuffix("Authorization: Basic bWU6c2VjcmV0\r\n\r\n"))
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy"),
  ])
  func `base 64 is that of RFC 4648`(text: String, encoded: String) {
    #expect(base64(Array(text.utf8).span) == encoded)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000])
  func `messages come whole, however the stream is cut`(size: Int) throws {
    let messages = try [1005, 1077, 1087].map { try Self.message($0) }
    for head in ["ICY 200 OK\r\n\r\n", "ICY 200 OK\r\n", "HTTP/1.1 200 OK\r\nServer: x\r\n\r\n"] {
      let noise: [UInt8] = [0xD3, 0x00, 0x01, 0xFF, 0x42]
      let result = answer(
        Array(head.utf8) + messages[0] + noise + messages[1] + messages[2], piecesOf: size)
      #expect(result.error == nil)
      #expect(result.corrections == messages)
      #expect(result.client.messages == 3)
      #expect(result.client.bytesSkipped == noise.count)
      #expect(result.client.version == (head.hasPrefix("ICY") ? .v1 : .v2))
    }
  }

  @Test(arguments: [1, 3, 1000])
  func `chunks are taken apart`(size: Int) throws {
    let first = try Self.message(1005)
    let second = try Self.message(1077)
    var bytes = Array("HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n".utf8)
    // The second message lies across two chunks.
    let cut = 4
    for chunk in [first + second.prefix(cut), Array(second.dropFirst(cut))] {
      bytes += Array((String(chunk.count, radix: 16) + ";x=y\r\n").utf8) + chunk + [13, 10]
    }
    let result = answer(bytes, piecesOf: size)
    #expect(result.error == nil)
    #expect(result.corrections == [first, second])
    #expect(answer(bytes + Array("0\r\n\r\n".utf8), piecesOf: size).error == .closed)
    #expect(answer(bytes + Array("zz".utf8), piecesOf: size).error == .notACaster)
  }

  @Test(arguments: [1, 7, 1000])
  func `messages before a broken chunk are passed on, however the stream is cut`(size: Int) throws {
    let message = try Self.message(1005)
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    let length = String(message.count, radix: 16)
    let result = answer(
      Array((head + length + "\r\n").utf8) + message + Array("zz".utf8), piecesOf: size)
    #expect(result.corrections == [message])
    #expect(result.error == .notACaster)
  }

  @Test(arguments: [
    ("HTTP/1.1 401 Unauthorized\r\n\r\n", NTRIPError.unauthorized),
    ("ERROR - Bad Password\r\n", .unauthorized),
    ("ERROR - Mountpoint taken\r\n", .refused(status: 0, reason: "ERROR - Mountpoint taken")),
    ("SOURCETABLE 200 OK\r\nServer: x\r\n", .unknownMountpoint),
    ("HTTP/1.1 200 OK\r\nContent-Type: gnss/sourcetable\r\n\r\n", .unknownMountpoint),
    ("HTTP/1.1 404 Not Found\r\n\r\n", .unknownMountpoint),
    ("HTTP/1.0 503 Busy\r\n\r\n", .refused(status: 503, reason: "Busy")),
    ("SSH-2.0-OpenSSH_9.2\r\n", .notACaster),
    ("HTTP/1.1 ?\r\n\r\n", .notACaster),
  ])
  func `a refusal is named`(text: String, error: NTRIPError) {
    for size in [1, 5, 1000] {
      #expect(answer(Array(text.utf8), piecesOf: size).error == error)
    }
  }

  @Test(arguments: [
    ("WWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\n", NTRIPError.digestRequired),
    ("Server: x\r\nwww-authenticate:digest realm=\"r\"\r\n", .digestRequired),
    ("WWW-Authenticate: Digest a=\"r\"\r\nWWW-Authenticate: Basic a=\"r\"\r\n", .unauthorized),
    ("WWW-Authenticate: Basic realm=\"r\"\r\n", .unauthorized), ("", .unauthorized),
  ])
  func `a password that is wanted in another way is not called wrong`(
    fields: String, error: NTRIPError
  ) throws {
    for head in ["HTTP/1.1 401 Unauthorized\r\n" + fields, "HTTP/1.0 401 No\r\n" + fields] {
      for size in [1, 7, 1000] {
        #expect(answer(Array((head + "\r\n").utf8), piecesOf: size).error == error)
        // The caster hangs up, says no more, or never ends its answer.
        var cut = answer(Array(head.utf8), piecesOf: size)
        #expect(cut.error == nil && cut.client.ended() == error)
        var open = answer(Array(head.utf8), piecesOf: size).client
        #expect(throws: error) { try open.fire(at: start + .seconds(30)) }
      }
      let endless = head + "X: " + String(repeating: "y", count: 9000)
      #expect(answer(Array(endless.utf8), piecesOf: 100).error == error)
    }
    #expect(!error.isWorthRetrying)
    #expect("\(NTRIPError.digestRequired)".contains("Digest"))
  }

  @Test func `each form of a request is tried where the failure may be about it`() throws {
    for version in NTRIPCaster.Version.allCases {
      let forms = version.forms
      #expect(Set(forms).count == forms.count && Set(forms.map(\.accepts)).count == 2)
      for form in forms {
        var client = NTRIPClient(caster, form)
        let request = String(decoding: try client.connected(at: start), as: UTF8.self)
        #expect(request.contains("\r\nAccept: */*\r\n") == form.accepts)
        #expect(request.contains(" HTTP/1.1\r\n") == (form.version == .v2))
      }
    }
    let forbidden = NTRIPError.refused(status: 403, reason: "Forbidden")
    #expect(forbidden.mayServe(.v1, after: .plainV1))
    for error in [.closed, .notACaster, .refused(status: 503, reason: "")] as [NTRIPError] {
      #expect(error.mayServe(.plainV1, after: .v2) && !error.mayServe(.plainV2, after: .v2))
    }
    for error in [.unauthorized, .digestRequired, .unknownMountpoint, .silent] as [NTRIPError] {
      #expect(!error.mayServe(.plainV1, after: .v2))
    }
  }

  @Test func `an endless head is no caster's`() {
    let line = Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 2000)).utf8)
    #expect(answer(line, piecesOf: 100).error == .notACaster)
  }

  @Test func `a refusal without a line ending is understood at the end`() {
    var client = answer(Array("ERROR - Bad Password".utf8)).client
    #expect(client.ended() == .unauthorized)
    var silent = answer([]).client
    #expect(silent.ended() == .closed)
  }

  @Test func `a stream that pauses for half a minute is silent`() throws {
    var client = answer(Array("ICY 200 OK\r\n\r\n".utf8) + (try Self.message(1005))).client
    #expect(client.nextDeadline == start + .seconds(30))
    try client.fire(at: start + .seconds(29))
    #expect(throws: NTRIPError.silent) { try client.fire(at: start + .seconds(30)) }
    #expect(client.nextDeadline == nil)
  }

  @Test func `a caster of version 1 that says no more before it knows the position is told it`() {
    let client = answer(Array("ICY 200 OK\r\n".utf8), piecesOf: 1).client
    #expect(client.isAccepted)
    #expect(client.positionDeadline == start)
  }

  @Test func `the position is due at once and every ten seconds`() throws {
    var client = answer(Array("ICY 200 OK\r\n\r\n".utf8)).client
    #expect(client.positionDeadline == start)
    client.sentPosition(at: start)
    #expect(client.positionDeadline == start + .seconds(10))
    var quiet = caster
    quiet.sendsPosition = false
    var other = NTRIPClient(quiet, version: .v2)
    _ = try other.connected(at: start, position: Array("$GPGGA*00\r\n".utf8))
    #expect(other.positionDeadline == nil)
  }

  @Test func `a stream is one from its first whole message on`() throws {
    let message = try Self.message(1005)
    let head = Array("ICY 200 OK\r\n\r\n".utf8)
    #expect(!answer(head).client.isStreaming)
    #expect(!answer(head + message.dropLast() + [0xFF] + message.dropLast()).client.isStreaming)
    #expect(answer(head + message).client.isStreaming)
  }

  @Test(arguments: [
    // Bytes of anything, false frames, chunks that never end, sizes and extensions of chunks without an end.
    ("ICY 200 OK\r\n\r\n", [0x55]), ("ICY 200 OK\r\n\r\n", [0xD3, 0x03, 0xFF]),
    ("ICY 200 OK\r\n", [0x0D, 0x0A]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFF\r\n", [0x55]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", [0x20, 0x0D]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", [0x41]),
    ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", [0x31, 0x0A, 0x55, 0x0A]),
  ])
  func `a stream that brings no whole message for half a minute ends`(
    head: String, unit: [UInt8]
  ) throws {
    var client = answer(Array(head.utf8)).client
    for second in 0..<30 {
      let bytes = (0..<100).flatMap { _ in unit }
      try client.receive(bytes.span, at: start + .seconds(second)) { _ in }
      try client.fire(at: start + .seconds(second))
      #expect(!client.isStreaming)
    }
    #expect(throws: NTRIPError.noMessages) { try client.fire(at: start + .seconds(30)) }
    #expect(NTRIPError.noMessages.isWorthRetrying)
  }

  @Test func `a message gives a stream another half minute, whatever is around it`() throws {
    var client = answer(Array("ICY 200 OK\r\n\r\n".utf8)).client
    let message = try Self.message(1005)
    try client.receive(([0x55] + message + [0x55]).span, at: start + .seconds(20)) { _ in }
    try client.fire(at: start + .seconds(49))
    try client.receive([0x55].span, at: start + .seconds(49)) { _ in }
    #expect(throws: NTRIPError.noMessages) { try client.fire(at: start + .seconds(50)) }
  }

  @Test func `a head that comes byte by byte has half a minute in all`() throws {
    var client = NTRIPClient(caster, version: .v2)
    _ = try client.connected(at: start)
    let head = Array(("HTTP/1.1 200 OK\r\n" + String(repeating: "X: y\r\n", count: 9)).utf8)
    for (second, byte) in head.prefix(30).enumerated() {
      try client.receive([byte].span, at: start + .seconds(second)) { _ in }
    }
    #expect(throws: NTRIPError.silent) { try client.fire(at: start + .seconds(30)) }
  }

  @Test func `messages behind false headers are found again`() throws {
    let message = try Self.message(1005)
    let noise = (0..<30_000).flatMap { _ in [0xD3, 0x03] as [UInt8] }
    let messages = (0..<1000).flatMap { _ in message }
    let bytes = Array("ICY 200 OK\r\n\r\n".utf8) + noise + messages
    let found = answer(bytes, piecesOf: 4096).corrections
    #expect(found.count > 500 && found.allSatisfy { $0 == message })
  }

  /// Every octet in every name: the caster is refused, or its request has the lines that it has without it.
  @Test(arguments: NTRIPCaster.Version.allCases)
  func `no name adds a line to a request or changes another`(version: NTRIPCaster.Version) throws {
    func lines(_ caster: NTRIPCaster) throws(NTRIPError) -> [Substring] {
      var client = NTRIPClient(caster, version: version)
      let request = try client.connected(at: start)
      #expect(!request.contains { $0 > 0x7E || $0 < 0x20 && $0 != 0x0D && $0 != 0x0A })
      return String(decoding: request, as: UTF8.self).split(separator: "\r\n")
    }
    let names: [WritableKeyPath<NTRIPCaster, String>] = [\.host, \.mountpoint, \.user, \.password]
    let usual = try lines(caster)
    for (number, name) in names.enumerated() {
      for octet in 0...0x2FF as ClosedRange<UInt32> {
        let letter = try #require(UnicodeScalar(octet))
        var odd = caster
        odd[keyPath: name] = "a\(letter)b"
        guard let fault = odd.fault else {
          let lines = try lines(odd)
          #expect(lines.count == usual.count)
          #expect(zip(lines, usual).count { $0 != $1 } <= 1)
          #expect(lines.allSatisfy { $0.split(separator: " ").count <= 3 })
          continue
        }
        #expect(fault == [.host, .mountpoint, .user, .password][number])
        #expect(throws: NTRIPError.unusableAddress(fault)) { try lines(odd) }
      }
      let isPlain = octetsAllowed(in: name)
      #expect(isPlain == [93, 93, 0x2FF - 33, 0x2FF - 32][number])
    }
  }

  /// How many characters below U+0300 a name may have.
  private func octetsAllowed(in name: WritableKeyPath<NTRIPCaster, String>) -> Int {
    (0...0x2FF as ClosedRange<UInt32>).count { octet in
      var odd = caster
      odd[keyPath: name] = UnicodeScalar(octet).map { "a\($0)b" } ?? "\n"
      return odd.fault == nil
    }
  }

  @Test func `an IPv6 caster is named in brackets`() throws {
    var client = NTRIPClient(NTRIPCaster(host: "::1", mountpoint: "M"), version: .v2)
    let request = String(decoding: try client.connected(at: start), as: UTF8.self)
    #expect(request.contains("\r\nHost: [::1]:2101\r\n"))
  }

  @Test func `a refusal's words cannot move a terminal's cursor or begin a line, and are short`() {
    let text =
      "HTTP/1.1 503 no\r\u{1B}[2J\tat\u{9B}all" + String(repeating: "x", count: 500) + "\r\n\r\n"
    guard case .refused(503, let reason) = answer(Array(text.utf8)).error else {
      Issue.record("not refused")
      return
    }
    #expect(reason.description.hasPrefix(#"no\u{D}\u{1B}[2J\u{9}at\u{9B}allxxx"#))
    #expect(reason.raw.utf8.count == 120)
  }

  @Test func `random bytes never trap and never grow`() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    func next() -> UInt8 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
    let heads = ["ICY 200 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", ""]
    for round in 0..<300 {
      var bytes = Array(heads[round % 3].utf8)
      for _ in 0..<400 { bytes.append(round % 2 == 0 ? next() : next() & 0x3F | 0x10) }
      _ = answer(bytes, piecesOf: 1 + round % 50)
    }
  }
}
