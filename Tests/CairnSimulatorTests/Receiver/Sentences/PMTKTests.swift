import CairnSimulator
import CairnTypes
import Testing

@Suite("PMTK of a simulated receiver")
struct PMTKTests {
  private static let position = "PMTK314,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"

  @Test(arguments: [
    ("PMTK000", "PMTK001,0,3"), ("PMTK220,500", "PMTK001,220,3"), ("PMTK220,99", "PMTK001,220,0"),
    ("PMTK220", "PMTK001,220,0"), ("PMTK220,10001", "PMTK001,220,0"),
    ("PMTK300,1000,0,0,0,0", "PMTK001,300,3"), ("PMTK400", "PMTK500,1000,0,0,0,0"),
    ("PMTK301,2", "PMTK001,301,3"), ("PMTK301,3", "PMTK001,301,0"), ("PMTK401", "PMTK501,0"),
    ("PMTK313,1", "PMTK001,313,3"), ("PMTK413", "PMTK513,0"), ("PMTK386,0.4", "PMTK001,386,3"),
    ("PMTK386,9", "PMTK001,386,0"), ("PMTK605", "PMTK705,AXN_2.31_3339_13101700,5632,PA6H,1.0"),
    ("PMTK607", "PMTK707,0,0,0,0,0,0,0,0,0"), ("PMTK869,0", "PMTK869,2,1"),
    ("PMTK869,1,0", "PMTK001,869,3"), ("PMTK886,2", "PMTK001,886,3"),
    ("PMTK886,9", "PMTK001,886,0"), ("PMTK887", "PMTK887,0"), ("PMTK999", "PMTK001,999,1"),
    ("PMTK353,1,1,0,0,0", "PMTK001,353,1"), ("PMTK314,1,1", "PMTK001,314,0"),
    ("PMTK414", "PMTK514,0,1,1,1,1,5,0,0,0,0,0,0,0,0,0,0,0,0,0"),
  ])
  func `every command has its answer`(command: String, answer: String) {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask(command) == [answer])
  }

  @Test func `what is set is given back`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask(Self.position) == ["PMTK001,314,3"])
    #expect(host.ask("PMTK414") == ["PMTK514,0,1,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"])
    _ = host.listen(for: .seconds(2))
    #expect(host.reports(for: .seconds(5)) == ["RMC", "GGA"])
    #expect(host.ask("PMTK301,2") == ["PMTK001,301,3"])
    #expect(host.ask("PMTK401") == ["PMTK501,2"])
    #expect(host.ask("PMTK314,-1") == ["PMTK001,314,3"])
    #expect(host.reports(for: .seconds(6)) == ["RMC", "GGA", "VTG", "GSA", "GSV"])
  }

  @Test func `a period for which the line is too slow fails`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask("PMTK220,100") == ["PMTK001,220,2"])
    #expect(host.period == .seconds(1))
    #expect(host.ask(Self.position) == ["PMTK001,314,3"])
    #expect(host.ask("PMTK220,200") == ["PMTK001,220,3"])
    #expect(host.ask("PMTK251,4800") == ["PMTK001,251,2"])
    #expect(host.ask("PMTK251,115200").isEmpty)
    #expect(host.ask("PMTK220,100") == ["PMTK001,220,3"])
    #expect(host.period == .milliseconds(100))
  }

  @Test func `a change of the speed is not acknowledged`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask("PMTK251,38400").isEmpty)
    #expect(host.baudRate == 38_400)
    #expect(host.ask("PMTK251,38400") == ["PMTK001,251,3"])
    #expect(host.ask("PMTK251,12345") == ["PMTK001,251,0"])
    #expect(host.ask("PMTK251,0").isEmpty)
    #expect(host.baudRate == 9600)
  }

  @Test func `a start is announced, and only the full one forgets settings`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask(Self.position) == ["PMTK001,314,3"])
    #expect(host.ask("PMTK251,38400").isEmpty)
    _ = host.listen(for: .seconds(40))
    for (command, start) in [
      ("PMTK101", ReceiverStart.hot), ("PMTK102", .warm), ("PMTK103", .cold),
    ] {
      #expect(host.ask(command).isEmpty)
      let said = host.listen(for: .milliseconds(500))
      #expect(said.contains("PMTK010,001"))
      #expect(host.receiver.lastStart == start)
      #expect(host.baudRate == 38_400)
      _ = host.listen(for: .seconds(40))
    }
    #expect(host.ask("PMTK104").isEmpty)
    #expect(host.baudRate == 9600)
    #expect(host.reports(for: .seconds(6)).contains("VTG"))
  }

  @Test func `standby ends with a byte, and the speed is that of the factory`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask(Self.position) == ["PMTK001,314,3"])
    #expect(host.ask("PMTK251,38400").isEmpty)
    #expect(host.ask("PMTK161,0") == ["PMTK001,161,3"])
    #expect(host.listen(for: .seconds(60)).isEmpty)
    #expect(host.receiver.powerState == .softwareBackup)
    #expect(host.ask("PMTK000").isEmpty)
    #expect(host.listen(for: .seconds(1)).contains("PMTK010,002"))
    #expect(host.baudRate == 9600)
    #expect(host.reports(for: .seconds(6)) == ["RMC", "GGA"])
  }

  @Test func `an L76 searches what it is told, but not GLONASS and BeiDou together`() {
    var host = SentenceHost(.quectelL76)
    #expect(host.ask("PMTK353,1,0,1,0,0") == ["PMTK001,353,3,1,0,1,0,0,13"])
    #expect(host.receiver.configuration.systems == [.gps, .galileo])
    #expect(host.ask("PMTK353,1,1,0,0,1") == ["PMTK001,353,2"])
    #expect(host.ask("PMTK353,0,0,0,0,0") == ["PMTK001,353,0"])
    #expect(host.receiver.configuration.systems == [.gps, .galileo])
  }

  @Test func `an L76 keeps the speed that Quectel's own command sets`() {
    var host = SentenceHost(.quectelL76)
    #expect(host.ask("PQVERNO,R") == ["PQVERNO,R,L76LNR02A02SC,2019/06/28,04:29"])
    #expect(host.ask("PQBAUD,W,9600") == ["PQBAUD,W,OK"])
    #expect(host.ask("PQBAUD,W,115200").isEmpty)
    #expect(host.baudRate == 115_200)
    #expect(host.ask("PMTK220,200") == ["PMTK001,220,3"])
    host.receiver.restart(at: .seconds(2))
    #expect(host.baudRate == 115_200)
    #expect(host.period == .seconds(1))
    _ = host.listen(for: .seconds(1))
    #expect(host.ask("PQTMVERNO").isEmpty)
  }

  @Test func `what is no command is not answered`() {
    var host = SentenceHost(.mediaTekPA6H)
    #expect(host.ask("PMTK001,314,3").isEmpty)
    #expect(host.ask("PAIR020").isEmpty)
    #expect(host.ask("PQVERNO,R").isEmpty)
    let broken = Array("$PMTK000*00\r\n".utf8)
    #expect(host.receiver.receive(broken.span).isEmpty)
  }
}
