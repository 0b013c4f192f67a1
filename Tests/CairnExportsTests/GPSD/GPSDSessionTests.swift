import CairnJSON
import CairnTypes
import Testing

@testable import CairnExports

/// Requests as clients send them, and what must come back.
private let requests = [
  "?WATCH={\"enable\":true,\"json\":true};",
  "?WATCH={\"enable\":true,\"json\":true}\n",
  "?WATCH={\"enable\":true}",
  "?WATCH={\"raw\":2,\"pps\":true}\r\n",
  "?WATCH={\"class\":\"WATCH\",\"nmea\":true,\"json\":false}",
  "?WATCH={\"enable\":true,\"nmea\":true,\"raw\":true};",
  "?WATCH={\"enable\":true,\"raw\":1,\"device\":/dev/ttyS1};",
  "?WATCH=?WATCH={\"enable\":true,\"json\":true};",
  "?WATCH={\"enable\":true,\"device\":\"a{\\\"?}b\"};",
  "?VERSION;?DEVICES;?POLL;\n",
  "?DEVICE;?DEVICE={\"path\":\"/dev/ttyS1\",\"bps\":9600};?WATCH;\n?POLL\n",
  "?FOO;\nhello\nGET / HTTP/1.0\r\n\r\n?DEVICES;",
  "?WATCH={\"enable\" true,;\n?WATCH={\"enable\":[1,{\"a\":\"}\"}],\"json\":1};",
  "?WATCH=enable;?VERSION;",
  "?WATCH={\"enable\":true,\"json\":true};?WATCH={\"enable\":true,\"nmea\":false};",
  "?WATCH={\"json\":true};?POLL;?WATCH={\"device\":\"/dev/ttyS1\"};?WATCH={\"enable\":false};?POLL;",
]

@Suite("a session of gpsd")
struct GPSDSessionTests {
  @Test(arguments: requests)
  func `every split of every request gives the same answer`(request: String) {
    let bytes = Array(request.utf8)
    var fresh = Conversation("/dev/ttyS1")
    _ = fresh.note(.fix(Conversation.fix(at: fresh.moment.time)))
    var whole = fresh
    let expected = whole.reply(bytes)
    #expect(!expected.isEmpty)
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var parts = fresh
        let answer =
          parts.reply(Array(bytes[..<first])) + parts.reply(Array(bytes[first..<second]))
          + parts.reply(Array(bytes[second...]))
        #expect(answer == expected)
        #expect(parts.session.demandEnd == whole.session.demandEnd)
        #expect(parts.session.wanted == whole.session.wanted)
      }
    }
  }

  @Test func `a client that is refused is told by ERROR, and its wish is kept`() {
    var talk = Conversation("/dev/ttyS1")
    talk.session.allowed = []
    talk.session.refusal = "no rule"
    let answers = talk.ask("?WATCH={\"enable\":true,\"json\":true};?POLL;?DEVICES;")
    #expect(talk.classes(answers) == ["ERROR", "ERROR", "DEVICES"])
    #expect(answers.first?["message"]?.asText == "no rule")
    #expect(talk.session.demandEnd == nil && talk.session.wanted.isEmpty)
    #expect(talk.note(.fix(Conversation.fix(at: talk.moment.time))).isEmpty)
    talk.session.allowed = .all
    talk.session.refusal = nil
    #expect(talk.session.demandEnd == .distantFuture)
    #expect(talk.classes(talk.ask("?POLL;")) == ["POLL"])
  }

  @Test func `a client of which nothing is decided gets no position`() {
    var talk = Conversation("/dev/ttyS1")
    talk.session.allowed = []
    let answers = talk.ask("?WATCH={\"enable\":true,\"json\":true};?POLL;")
    #expect(talk.classes(answers) == ["DEVICES", "WATCH", "ERROR"])
    #expect(talk.session.notice() == nil)
  }

  @Test func `greets with a version in gpsd's own notation`() {
    #expect(
      String(decoding: GPSDSession.greeting, as: UTF8.self).hasPrefix(
        #"{"class":"VERSION","release":"3.25","rev":"cairn "#))
  }

  @Test func `watching is a demand, and ending it is none`() {
    var client = Conversation("/dev/ttyS1")
    #expect(client.session.demandEnd == nil)
    let replies = client.ask("?WATCH={\"enable\":true,\"json\":true};")
    #expect(client.classes(replies) == ["DEVICES", "WATCH"])
    #expect(replies.last?["json"] == .flag(true))
    #expect(client.session.demandEnd == .distantFuture)
    _ = client.ask("?WATCH={\"enable\":false};")
    #expect(client.session.demandEnd == nil)
    #expect(client.note(.fix(Conversation.fix(at: client.moment.time))).isEmpty)
  }

  @Test func `enabling alone starts no stream, and is a demand while the client polls`() {
    var client = Conversation("/dev/ttyS1")
    #expect(client.classes(client.ask("?WATCH={\"enable\":true}")) == ["DEVICES", "WATCH"])
    #expect(client.note(.fix(Conversation.fix(at: client.moment.time))).isEmpty)
    #expect(client.session.demandEnd == client.moment.time + .seconds(60))
    client.wait(.seconds(50))
    _ = client.ask("?POLL;")
    #expect(client.session.demandEnd == client.moment.time + .seconds(60))
  }

  @Test func `a request without enable enables`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.ask("?WATCH={\"raw\":2,\"pps\":true}\r\n")
    #expect(replies.last?["enable"] == .flag(true))
    #expect(replies.last?["raw"] == .number("2"))
    #expect(replies.last?["pps"] == .flag(true))
    #expect(client.session.wanted == [.init(.bytes), .init(.timeOffset)])
  }

  @Test func `raw may be a flag, and enable a number`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.ask("?WATCH={\"enable\":1,\"nmea\":true,\"raw\":true};")
    #expect(replies.last?["enable"] == .flag(true))
    #expect(replies.last?["raw"] == .number("1"))
  }

  @Test func `of a damaged request, what was understood counts`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.ask(
      "?WATCH={\"enable\":true,\"json\":true,\"device\":/dev/ttyS1,\"raw\":2};")
    #expect(client.classes(replies) == ["ERROR", "DEVICES", "WATCH"])
    #expect(replies.last?["json"] == .flag(true))
    #expect(replies.last?["raw"] == .number("0"))
  }

  @Test func `a request inside a request is refused, and works`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.ask("?WATCH=?WATCH={\"enable\":true,\"json\":true};")
    #expect(client.classes(replies) == ["ERROR", "DEVICES", "WATCH"])
    #expect(client.session.demandEnd == .distantFuture)
  }

  @Test func `an unknown device is an error alone, and changes nothing`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.ask("?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/x\"};")
    #expect(client.classes(replies) == ["ERROR"])
    #expect(client.session.demandEnd == nil)
  }

  @Test func `a client of one device gets nothing of another`() {
    var client = Conversation("/dev/ttyS1", "/dev/ttyS2")
    _ = client.ask("?WATCH={\"enable\":true,\"json\":true,\"device\":\"/dev/ttyS2\"};")
    #expect(client.note(.fix(Conversation.fix(at: client.moment.time))).isEmpty)
    let other = client.devices.note(
      .fix(Conversation.fix(at: client.moment.time)), of: "/dev/ttyS2", at: client.moment)
    #expect(client.classes(client.received(other)) == ["DEVICE", "TPV"])
  }

  @Test func `unknown requests are errors, and other text is ignored`() {
    var client = Conversation()
    let replies = client.ask("hello\nGET / HTTP/1.0\r\n?FOO;")
    #expect(client.classes(replies) == ["ERROR"])
    #expect(replies.first?["message"]?.asText == "Unrecognized request 'FOO'")
  }

  @Test(arguments: ["x", "?", "?WATCH={\"device\":\"", "?WATCH={\"a\":[[[[", "\n"])
  func `4096 bytes without a request end the session, which holds no more`(text: String) {
    var client = Conversation()
    let start = Array(text.utf8)
    _ = client.reply(start)
    #expect(!client.session.isOver)
    _ = client.reply([UInt8](repeating: UInt8(ascii: " "), count: 4096 - start.count - 1))
    #expect(!client.session.isOver)
    _ = client.reply([UInt8(ascii: " ")])
    #expect(client.session.isOver)
    #expect(client.reply(Array("?VERSION;".utf8)).isEmpty)
  }

  @Test func `a client may ask for ever`() {
    var client = Conversation("/dev/ttyS1")
    for _ in 0..<2000 { #expect(client.ask("?POLL;\r\n").count == 1) }
    #expect(!client.session.isOver)
  }

  @Test func `polling without watching says that nothing is active`() {
    var client = Conversation("/dev/ttyS1")
    let poll = client.ask("?POLL;").first
    #expect(poll?["active"] == .number("0"))
    #expect(poll?["tpv"] == .array([]))
    #expect(poll?["sky"] == .array([]))
    #expect(client.session.demandEnd == nil)
  }

  @Test func `polling always gives a position and a sky with a list`() throws {
    var client = Conversation("/dev/ttyS1")
    _ = client.ask("?WATCH={\"enable\":true};")
    let poll = try #require(client.ask("?POLL;").first)
    #expect(poll["active"] == .number("1"))
    guard case .array(let positions)? = poll["tpv"], case .array(let skies)? = poll["sky"] else {
      return #expect(Bool(false))
    }
    #expect(positions.map { $0["mode"] } == [.number("1")])
    #expect(skies.map { $0["satellites"] } == [.array([])])
  }

  @Test func `a new watcher gets the last position and sky at once, each by itself`() {
    var client = Conversation("/dev/ttyS1")
    _ = client.note(.satellites([], DilutionOfPrecision(horizontal: 0.8)))
    _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
    let request = Array("?WATCH={\"enable\":true,\"json\":true};".utf8)
    let lines = client.session.receive(request.span, client.devices, at: client.moment)
    #expect(lines.map(\.kind) == [.reply, .position, .sky])
    #expect(client.objects(lines[1].content).first?["lat"] == .number("37.566500000"))
    #expect(client.objects(lines[2].content).first?["hdop"] == .number("0.80"))
    let again = client.session.receive(request.span, client.devices, at: client.moment)
    #expect(again.map(\.kind) == [.reply])
  }

  @Test(arguments: ["?WATCH={\"enable\":true}", "?WATCH={\"nmea\":true}", "?WATCH={\"raw\":2}"])
  func `a client that wants no positions as objects gets none`(request: String) {
    var client = Conversation("/dev/ttyS1")
    _ = client.note(.fix(Conversation.fix(at: client.moment.time)))
    #expect(client.classes(client.ask(request)) == ["DEVICES", "WATCH"])
  }

  @Test func `a client that begins to watch learns that a known receiver has no position`() {
    var client = Conversation("/dev/ttyS1")
    _ = client.note(.noFix)
    let replies = client.ask("?WATCH={\"json\":true};")
    #expect(client.classes(replies) == ["DEVICES", "WATCH", "TPV"])
    #expect(replies.last?["mode"] == .number("1"))
  }

  @Test func `NUL bytes and any others are ignored between requests, and shown in one`() {
    var client = Conversation("/dev/ttyS1")
    let replies = client.objects(client.reply([0, 0xFF, 0x1B, 0x80] + Array("?VERSION;".utf8)))
    #expect(client.classes(replies) == ["VERSION"])
    let error = client.ask("?WA\0\u{1B}TCH;").first
    #expect(error?["message"]?.asText == #"Unrecognized request 'WA\u{0}\u{1B}TCH'"#)
    let device = client.ask("?WATCH={\"device\":\"\\u0000\\u001b[2J\"};")
    #expect(client.classes(device) == ["ERROR"])
  }

  @Test func `JSON of any depth is answered, and harms nothing`() {
    var client = Conversation("/dev/ttyS1")
    for depth in [10, 63, 64, 65, 500, 2000] {
      let nested = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let replies = client.ask("?WATCH={\"json\":true,\"x\":\(nested)};")
      #expect(client.classes(replies).contains("WATCH"))
      #expect(replies.last?["json"] == .flag(true))
      let open = String(repeating: "{\"a\":", count: depth / 5)
      let close = String(repeating: "}", count: depth / 5)
      #expect(!client.ask("?DEVICE=\(open)1\(close);").isEmpty)
    }
    #expect(!client.session.isOver)
  }
}
