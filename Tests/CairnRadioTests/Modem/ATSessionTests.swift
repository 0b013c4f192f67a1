import CairnRadio
import CairnTestSupport
import CairnTypes
import Testing

@Suite struct ATSessionTests {
  @Test func `an answer is its lines without echo and notices`() {
    var modem = ScriptedModem(["+CSQ": ["+CSQ: 23,99", "+CEREG: 1,\"32C8\",\"1E24F04\",7", "RING"]])
    modem.echoes = true
    var bench = ModemBench(modem)
    let response = bench.ask(ATCommand("+CSQ", prefix: "+CSQ:"))
    #expect(response == ATResponse(["+CSQ: 23,99"], .ok))
    #expect(bench.notices == ["+CEREG: 1,\"32C8\",\"1E24F04\",7", "RING"])
  }

  @Test func `plain lines are an answer where no prefix is expected`() {
    var bench = ModemBench(ScriptedModem(["I": ["Quectel", "EC25", "+QIND: \"csq\",1"]]))
    #expect(bench.ask(ATCommand("I")) == ATResponse(["Quectel", "EC25"], .ok))
    #expect(bench.notices == ["+QIND: \"csq\",1"])
  }

  @Test func `errors have their numbers`() {
    var modem = ScriptedModem()
    modem.errors["+CPIN?"] = 10
    var bench = ModemBench(modem)
    #expect(bench.ask(ATCommand("+CPIN?", prefix: "+CPIN:")).result == .error(code: 10))
    #expect(bench.ask(ATCommand("+NONE")).result == .error(code: nil))
  }

  @Test func `a late answer is not taken for the next one`() {
    var bench = ModemBench(ScriptedModem(["+CSQ": ["+CSQ: 9,99"]]))
    bench.modem.isDeaf = true
    #expect(bench.ask(ATCommand("+COPS?", prefix: "+COPS:")).result == .timeout)
    bench.modem.isDeaf = false
    bench.hear(Array("\r\n+COPS: 0\r\n\r\nOK\r\n".utf8))
    #expect(bench.ask(ATCommand("+CSQ", prefix: "+CSQ:")) == ATResponse(["+CSQ: 9,99"], .ok))
  }

  @Test func `a modem that never falls silent is asked again all the same`() {
    var bench = ModemBench(ScriptedModem())
    bench.modem.isDeaf = true
    _ = bench.ask(ATCommand("+CSQ"))
    let start = bench.now
    var session = bench.session
    var now = start
    var events: [ATSession.Event] = []
    #expect(session.ask(ATCommand("E0"), at: now, &events))
    // Half a second between lines: the line is never quiet for a whole one.
    while events.isEmpty, now - start < .seconds(60) {
      now = now + .milliseconds(500)
      session.receive(Array("\r\nRING\r\n".utf8).span, at: now, &events)
      session.fire(at: now, &events)
    }
    #expect(events == [.send(Array("ATE0\r".utf8))])
    #expect(now - start <= .seconds(12))
  }

  @Test func `what is too long or too much is dropped and counted`() {
    var bench = ModemBench(
      ScriptedModem(["+A": Array(repeating: "+A: 1", count: 100)]))
    let response = bench.ask(ATCommand("+A", prefix: "+A:"))
    #expect(response.lines.count == ATSession.maximumLines)
    #expect(bench.session.dropped == (100 - ATSession.maximumLines) * 5)
    bench.hear(Array(repeating: UInt8(ascii: "x"), count: 5000) + [0x0D])
    #expect(bench.notices.last?.utf8.count == ATSession.maximumLine)
  }

  @Test func `a command that would end the line is refused`() {
    var session = ATSession()
    var events: [ATSession.Event] = []
    let now = MonotonicTime(nanoseconds: 0)
    #expect(!session.ask(ATCommand("E0\rAT+CFUN=0"), at: now, &events))
    for _ in 0..<ATSession.maximumWaiting {
      #expect(session.ask(ATCommand("E0"), at: now, &events))
    }
    #expect(!session.ask(ATCommand("E0"), at: now, &events))
    #expect(events == [.send(Array("ATE0\r".utf8))])
  }
}
