import CairnSimulator
import CairnTypes
import Testing

@Suite("PSTM of a simulated receiver")
struct PSTMTests {
  @Test func `a command is answered and repeated`() {
    var host = SentenceHost(.teseo)
    #expect(
      host.ask("PSTMGETSWVER,6") == ["PSTMVER,BINIMG_4.5.5_ARM", "PSTMGETSWVER,6"])
    #expect(
      host.ask("PSTMSETPAR,1303,0.2") == ["PSTMSETPAROK,1303", "PSTMSETPAR,1303,0.2"])
    #expect(host.ask("PSTMSETPAR,1303,9999") == ["PSTMSETPARERROR", "PSTMSETPAR,1303,9999"])
    #expect(host.ask("PSTMCFGMSGL,0,1,zz,0") == ["PSTMCFGMSGLERROR", "PSTMCFGMSGL,0,1,zz,0"])
    #expect(host.ask("PSTMCFGMSGL,2,1,0,0").first == "PSTMCFGMSGLERROR")
  }

  @Test func `lists of sentences count at once`() {
    var host = SentenceHost(.teseo)
    #expect(host.ask("PSTMCFGMSGL,0,1,00000042,00000000").first == "PSTMCFGMSGLOK")
    _ = host.listen(for: .seconds(2))
    #expect(host.reports(for: .seconds(4)) == ["GGA", "RMC"])
    #expect(host.ask("PSTMCFGMSGL,1,2,00080000,00000000").first == "PSTMCFGMSGLOK")
    _ = host.listen(for: .seconds(2))
    #expect(host.reports(for: .seconds(4)) == ["GGA", "GSV", "RMC"])
  }

  @Test func `a fix rate counts from the next start, where it was saved`() {
    var host = SentenceHost(.teseo)
    _ = host.ask("PSTMSETPAR,1303,0.2")
    #expect(host.period == .seconds(1))
    _ = host.ask("PSTMSRR")
    _ = host.listen(for: .seconds(3))
    #expect(host.period == .seconds(1))
    _ = host.ask("PSTMSETPAR,1303,0.2")
    #expect(host.ask("PSTMSAVEPAR").first == "PSTMSAVEPAROK")
    #expect(host.period == .seconds(1))
    _ = host.ask("PSTMSRR")
    _ = host.listen(for: .seconds(3))
    #expect(host.period == .milliseconds(200))
  }

  @Test func `systems are bits`() {
    var host = SentenceHost(.teseo)
    #expect(host.ask("PSTMSETCONSTMASK,9").first == "PSTMSETCONSTMASKOK")
    #expect(host.receiver.configuration.systems == [.gps, .galileo])
    #expect(host.ask("PSTMSETCONSTMASK,0").first == "PSTMSETCONSTMASKERROR")
  }
}

@Suite("PUBX of a simulated receiver")
struct PUBXTests {
  @Test func `rates and speed are taken without a word`() {
    var host = SentenceHost(.uBloxSentences)
    #expect(host.ask("PUBX,40,GLL,1,0,1,1,1,0").isEmpty)
    _ = host.listen(for: .seconds(2))
    #expect(!host.reports(for: .seconds(4)).contains("GLL"))
    #expect(host.ask("PUBX,41,1,0007,0003,38400,0").isEmpty)
    #expect(host.baudRate == 38_400)
  }

  @Test func `what it does not know is answered by a notice`() {
    var host = SentenceHost(.uBloxSentences)
    #expect(host.ask("PMTK605") == ["GNTXT,01,01,01,NMEA unknown msg"])
    #expect(host.ask("PUBX,00").first?.hasPrefix("PUBX,00,") == true)
  }
}
