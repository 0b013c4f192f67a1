import CairnSimulator
import CairnTypes
import Testing

@Suite("PCAS of a simulated receiver")
struct PCASTests {
  @Test func `nothing is acknowledged`() {
    var host = SentenceHost(.casic)
    for command in [
      "PCAS00", "PCAS01,1", "PCAS02,1000", "PCAS03,1,1,1,1,1,1", "PCAS04,3", "PCAS11,0", "PCAS99",
    ] {
      #expect(host.ask(command).isEmpty)
    }
  }

  @Test(arguments: [
    (0, "SW=URANUS5,V5.3.0.0"), (1, "HW=AT6558D,0000000000000"), (2, "MO=GB"),
    (5, "BS=SOC_BootLoader,V6.2.0.2"),
  ])
  func `questions are answered by notices`(number: Int, text: String) {
    var host = SentenceHost(.casic)
    #expect(host.ask("PCAS06,\(number)") == ["GPTXT,01,01,02,\(text)"])
  }

  @Test func `a question that it does not know is not answered`() {
    var host = SentenceHost(.casic)
    #expect(host.ask("PCAS06,4").isEmpty)
    #expect(host.ask("PCAS06").isEmpty)
  }

  @Test(arguments: [4800, 9600, 19_200, 38_400, 57_600, 115_200].enumerated().map { $0 })
  func `a number stands for a speed`(speed: (offset: Int, element: UInt32)) {
    var host = SentenceHost(.casic)
    #expect(host.ask("PCAS01,\(speed.offset)").isEmpty)
    #expect(host.baudRate == speed.element)
    #expect(host.ask("PCAS01,6").isEmpty)
    #expect(host.baudRate == speed.element)
  }

  @Test func `a period that is none of its own is not taken`() {
    var host = SentenceHost(.casic)
    _ = host.ask("PCAS02,250")
    #expect(host.period == .milliseconds(250))
    _ = host.ask("PCAS02,300")
    #expect(host.period == .milliseconds(250))
  }

  @Test func `an empty place leaves its sentence as it is`() {
    var host = SentenceHost(.casic)
    _ = host.ask("PCAS03,1,0,,0,1,0,,,,,,,,")
    _ = host.listen(for: .seconds(2))
    #expect(host.reports(for: .seconds(4)) == ["GGA", "RMC", "GSA"])
  }

  @Test func `systems are bits`() {
    var host = SentenceHost(.casic)
    _ = host.ask("PCAS04,5")
    #expect(host.receiver.configuration.systems == [.gps, .glonass])
    _ = host.ask("PCAS04,0")
    #expect(host.receiver.configuration.systems == [.gps, .glonass])
  }

  @Test func `what is saved outlives the supply, until the factory's start`() {
    var host = SentenceHost(.casic)
    for command in ["PCAS01,5", "PCAS02,500", "PCAS00", "PCAS02,200"] { _ = host.ask(command) }
    host.receiver.restart(at: .seconds(1))
    #expect(host.baudRate == 115_200)
    #expect(host.period == .milliseconds(500))
    _ = host.listen(for: .seconds(1))
    _ = host.ask("PCAS10,3")
    #expect(host.baudRate == 9600)
    #expect(host.listen(for: .seconds(1)).contains("GPTXT,01,01,02,SW=URANUS5,V5.3.0.0"))
    #expect(host.receiver.lastStart == .cold)
    #expect(host.period == .seconds(1))
  }

  @Test func `the command to sleep is ignored, as by modules in the field`() {
    var host = SentenceHost(.casic)
    _ = host.ask("PCAS12,60")
    #expect(host.listen(for: .seconds(2)).count > 4)
  }
}
