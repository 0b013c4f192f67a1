import CairnSimulator
import CairnTypes
import Testing

@Suite("PAIR and PQTM of a simulated receiver")
struct PAIRTests {
  @Test(arguments: [
    ("PAIR050,200", ["PAIR001,050,0"]), ("PAIR050,1001", ["PAIR001,050,4"]),
    ("PAIR050", ["PAIR001,050,4"]), ("PAIR051", ["PAIR001,051,0", "PAIR051,1000"]),
    ("PAIR062,3,5", ["PAIR001,062,0"]), ("PAIR062,3,21", ["PAIR001,062,4"]),
    ("PAIR062,99,1", ["PAIR001,062,4"]), ("PAIR063,0", ["PAIR001,063,0", "PAIR063,0,1"]),
    ("PAIR067", ["PAIR001,067,0", "PAIR067,1,1,1,1,0,0"]),
    ("PAIR066,0,1,1,1,0,0", ["PAIR001,066,4"]),
    ("PAIR080,1", ["PAIR001,080,0"]), ("PAIR080,42", ["PAIR001,080,4"]),
    ("PAIR081", ["PAIR001,081,0", "PAIR081,0"]), ("PAIR382,1", ["PAIR001,382,0"]),
    ("PAIR391,1", ["PAIR001,391,0"]), ("PAIR650,5", ["PAIR001,650,4"]),
    ("PAIR865,0,0", ["PAIR001,865,0", "PAIR865,115200"]), ("PAIR999", ["PAIR001,999,3"]),
    ("PAIR001,050,0", []),
  ])
  func `every command has its answer`(command: String, answers: [String]) {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask(command) == answers)
  }

  @Test func `the version is told behind the result`() {
    var host = SentenceHost(.quectelLC29H)
    let answers = host.ask("PAIR020")
    #expect(answers.first == "PAIR001,020,0")
    #expect(answers.last?.hasPrefix("PAIR020,AG3335A_V2.5.0.AG3335_20220520,") == true)
  }

  @Test func `storing takes a while and says so`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR062,1,0") == ["PAIR001,062,0"])
    #expect(host.ask("PAIR513") == ["PAIR001,513,1"])
    #expect(host.listen(for: .milliseconds(200)).contains("PAIR001,513,0"))
    #expect(host.ask("PAIR062,5,0") == ["PAIR001,062,0"])
    host.receiver.restart(at: .seconds(1))
    #expect(!host.reports(for: .seconds(3)).contains("GLL"))
    #expect(host.reports(for: .seconds(3)).contains("VTG"))
  }

  @Test func `above one hertz storing fails until navigation is stopped`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR050,200") == ["PAIR001,050,0"])
    #expect(host.ask("PAIR513") == ["PAIR001,513,2"])
    #expect(host.ask("PAIR382,1") == ["PAIR001,382,0"])
    #expect(host.ask("PAIR003") == ["PAIR001,003,0"])
    #expect(host.ask("PAIR513") == ["PAIR001,513,1"])
    #expect(host.listen(for: .seconds(1)) == ["PAIR001,513,0"])
    #expect(host.ask("PAIR002").first == "PAIR001,002,0")
    #expect(host.reports(for: .seconds(1)).contains("RMC"))
  }

  @Test func `one that is stopped sleeps until sleep is prevented`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR003") == ["PAIR001,003,0"])
    for command in ["PAIR020", "PAIR002", "PQTMVERNO", "PAIR382,0"] {
      #expect(host.ask(command).isEmpty)
    }
    #expect(host.ask("PAIR382,1") == ["PAIR001,382,0"])
    #expect(host.ask("PAIR002").first == "PAIR001,002,0")
    #expect(host.reports(for: .seconds(1)).contains("RMC"))
  }

  @Test func `above one hertz positions come at that rate, satellites each second, the rest never`()
  {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR050,200") == ["PAIR001,050,0"])
    _ = host.listen(for: .seconds(2))
    let said = host.listen(for: .seconds(10)).map { String($0.prefix(5).suffix(3)) }
    #expect(said.count { $0 == "RMC" } == 50)
    #expect(said.count { $0 == "GGA" } == 50)
    #expect(said.count { $0 == "GSA" } == 40)
    #expect(!said.contains("VTG"))
    #expect(!said.contains("GLL"))
  }

  @Test func `a speed counts from the next start on, and only if it is stored`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR864,0,0,460800") == ["PAIR001,864,0"])
    #expect(host.baudRate == 115_200)
    host.receiver.restart(at: .seconds(1))
    #expect(host.baudRate == 115_200)
    _ = host.listen(for: .seconds(1))
    #expect(host.ask("PAIR864,0,0,460800") == ["PAIR001,864,0"])
    #expect(host.ask("PQTMSAVEPAR") == ["PQTMSAVEPAR,OK"])
    #expect(host.baudRate == 115_200)
    #expect(host.ask("PQTMSRR").isEmpty)
    #expect(host.baudRate == 460_800)
    #expect(host.listen(for: .milliseconds(200)).isEmpty)
  }

  @Test(arguments: [("PAIR004", ReceiverStart.hot), ("PAIR005", .warm), ("PAIR006", .cold)])
  func `a start is acknowledged before it happens`(command: String, start: ReceiverStart) {
    var host = SentenceHost(.quectelLC29H)
    _ = host.listen(for: .seconds(40))
    #expect(host.ask(command) == ["PAIR001,\(command.suffix(3)),0"])
    #expect(host.ask("PAIR051").isEmpty)
    _ = host.listen(for: .seconds(1))
    #expect(host.receiver.lastStart == start)
  }

  @Test func `other systems begin with a start`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR066,1,0,1,0,0,0") == ["PAIR001,066,0"])
    #expect(host.ask("PAIR051").isEmpty)
    _ = host.listen(for: .seconds(1))
    #expect(host.receiver.configuration.systems == [.gps, .galileo])
    #expect(host.ask("PAIR051").count == 2)
  }

  @Test func `backup ends with its time, not with a byte`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PAIR650,30") == ["PAIR001,650,0"])
    #expect(host.listen(for: .seconds(5)).isEmpty)
    #expect(host.ask("PAIR051").isEmpty)
    #expect(host.listen(for: .seconds(20)).isEmpty)
    #expect(!host.listen(for: .seconds(10)).isEmpty)
  }

  @Test func `of Quectel's commands it has a few`() {
    var host = SentenceHost(.quectelLC29H)
    #expect(host.ask("PQTMVERNO") == ["PQTMVERNO,LC29HAANR01A04S,2022/11/04,16:39:48"])
    #expect(host.ask("PQTMCFGUART,W,9600") == ["PQTMCFGUART,ERROR,3"])
    #expect(host.ask("PQTMCFGFIXRATE,R") == ["PQTMCFGFIXRATE,ERROR,3"])
    #expect(host.ask("PQTMCFGMSGRATE,W,GGA,1") == ["PQTMCFGMSGRATE,ERROR,1"])
    #expect(host.ask("PQTMCFGMSGRATE,W,PQTMEPE,1,2") == ["PQTMCFGMSGRATE,OK"])
    #expect(host.ask("PQTMCFGMSGRATE,R,PQTMEPE,2") == ["PQTMCFGMSGRATE,OK,PQTMEPE,1,2"])
    #expect(host.ask("PQTMRESTOREPAR") == ["PQTMRESTOREPAR,OK"])
  }
}
