@testable import CairnReceiver
import CairnTypes
import CairnUBX
import Testing

/// A predicted orbit of one satellite and day.
private func orbit(_ satellite: UInt8, year: UInt8, month: UInt8, day: UInt8) -> [UInt8] {
  var payload = [UInt8](repeating: satellite, count: 76)
  (payload[0], payload[1], payload[2]) = (0, 0, satellite)
  (payload[4], payload[5], payload[6]) = (year, month, day)
  return UBXFrame.encode(MessageID(.mga, 0x20), payload.span)
}

/// MGA-GPS-EPH by its header alone.
private func ephemeris(_ satellite: UInt8) -> [UInt8] {
  var payload = [UInt8](repeating: 0, count: 68)
  (payload[0], payload[2]) = (1, satellite)
  return UBXFrame.encode(MessageID(.mga, 0x00), payload.span)
}

@Suite("Assistance")
struct AssistanceTests {
  private func assistance() throws -> Assistance {
    var assistance = Assistance()
    let date = try #require(CalendarDate(year: 2026, month: 11, day: 21))
    let time = try #require(TimeOfDay(hour: 12, minute: 30, second: 15))
    let utc = try #require(Timestamp(date, time))
    assistance.time = .init(utc, at: seconds(995), accuracy: .milliseconds(2500))
    assistance.leapSeconds = 18
    assistance.position = Coordinate(latitude: 47.2852, longitude: 8.5653)
    assistance.positionAccuracy = 5000
    assistance.data =
      orbit(1, year: 26, month: 11, day: 20) + orbit(1, year: 26, month: 11, day: 21)
      + orbit(2, year: 26, month: 11, day: 21) + orbit(1, year: 26, month: 11, day: 22)
    return assistance
  }

  @Test
  func `time comes first, then the position, then today's orbits`() throws {
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxKeys, baudRate: 9600))
    exchange.run { [isAssistance($0) ? used($0) : acknowledge($0)] }
    let sent = exchange.sent
    #expect(sent.count == 5)
    let enable = try read(CfgValSet.self, sent[0])
    #expect(enable.values.map { $0.key.rawValue } == [0x1011_0025])
    let time = try read(MgaIniTimeUTC.self, sent[1])
    #expect((time.year, time.month, time.day) == (2026, 11, 21))
    #expect((time.hour, time.minute, time.second) == (12, 30, 20))
    #expect((time.accuracySeconds, time.accuracyNanoseconds) == (2, 500_000_000))
    #expect(time.leapSeconds == 18)
    let position = try read(MgaIniPosLLH.self, sent[2])
    #expect(abs(position.latitude - 47.2852) < 1e-7)
    #expect(position.accuracy == 5000)
    #expect(sent[3] == orbit(1, year: 26, month: 11, day: 21))
    #expect(sent[4] == orbit(2, year: 26, month: 11, day: 21))
    let report = try #require(exchange.dialogue.outcome)
    #expect(report.used == 4 && report.sent == 4 && report.skipped == 2)
    #expect(report.isAcknowledged && report.isComplete)
  }

  @Test
  func `a message that is refused for the moment is sent again, others are not`() throws {
    var refusals = 2
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxKeys, baudRate: 9600))
    exchange.run { frame in
      guard isAssistance(frame) else { return [acknowledge(frame)] }
      if frame[3] == 0x40, refusals > 0 {
        refusals -= 1
        return [unused(frame, .notReady)]
      }
      return [frame[3] == 0x20 ? unused(frame, .notStored) : used(frame)]
    }
    let report = try #require(exchange.dialogue.outcome)
    #expect(report.sent == 4 && report.used == 2 && report.refused == 2)
    #expect(report.lastReason == AssistanceOutcome.notStored.rawValue)
    #expect(exchange.sent.count == 7)
  }

  @Test
  func `the time that is told again is a later one`() throws {
    var isLost = true
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxKeys, baudRate: 9600))
    exchange.run { frame in
      guard isAssistance(frame) else { return [acknowledge(frame)] }
      if isLost {
        isLost = false
        return []
      }
      return [used(frame)]
    }
    let first = try read(MgaIniTimeUTC.self, exchange.sent[1])
    let second = try read(MgaIniTimeUTC.self, exchange.sent[2])
    #expect(first.second == 20 && second.second == 21)
    #expect(exchange.dialogue.outcome?.used == 4)
  }

  @Test
  func `a receiver that falls silent is given up after three messages`() throws {
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxKeys, baudRate: 9600))
    exchange.run { isAssistance($0) ? [] : [acknowledge($0)] }
    let report = try #require(exchange.dialogue.outcome)
    #expect(report.unanswered == 3 && !report.isComplete && report.used == 0)
    #expect(exchange.sent.count == 10)
  }

  @Test(arguments: [true, false])
  func `without answers the line paces the messages`(refuses: Bool) throws {
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxKeys, baudRate: 9600))
    exchange.run { !isAssistance($0) && refuses ? [refuse($0)] : [] }
    let report = try #require(exchange.dialogue.outcome)
    #expect(!report.isAcknowledged && report.isComplete && report.sent == 4)
    // 84 octets of ten bits at 9600 baud take 87.5 ms.
    let gap = exchange.times[exchange.times.count - 1] - exchange.times[exchange.times.count - 2]
    #expect(gap == .milliseconds(175))
  }

  @Test
  func `an older receiver is asked for answers by the message it knows`() throws {
    var exchange = Exchange(
      AssistanceDialogue(try assistance(), .uBloxLegacy, baudRate: nil))
    exchange.run { frame in
      if isAssistance(frame) { return [used(frame)] }
      return [frame[6] == 0 ? acknowledge(frame) : refuse(frame)]
    }
    #expect(exchange.sent[0][2...3].elementsEqual([0x06, 0x23]))
    #expect(exchange.sent[0][6] == 2 && exchange.sent[1][6] == 0)
    // Bit 10 of the mask, and the setting.
    #expect(exchange.sent[1][9] == 4 && exchange.sent[1][6 + 17] == 1)
    #expect(exchange.dialogue.outcome?.used == 4)
  }

  @Test
  func `a receiver that is no u-blox is told nothing`() throws {
    var exchange = Exchange(AssistanceDialogue(try assistance(), .pmtk, baudRate: 9600))
    exchange.run { _ in [] }
    #expect(exchange.sent.isEmpty)
    #expect(exchange.dialogue.outcome?.isComplete == false)
  }

  @Test
  func `without a date no predicted orbit is sent, but ephemerides are`() throws {
    var assistance = try assistance()
    assistance.time = nil
    assistance.data += ephemeris(7)
    var exchange = Exchange(AssistanceDialogue(assistance, .uBloxKeys, baudRate: 9600))
    exchange.run { [isAssistance($0) ? used($0) : acknowledge($0)] }
    #expect(exchange.sent.last == ephemeris(7))
    #expect(exchange.dialogue.outcome?.sent == 2)
    #expect(exchange.dialogue.outcome?.skipped == 4)
  }

  @Test
  func `the time of a download is left out unless it is fresh`() {
    let time = MgaIniTimeUTC().encode()
    let position = MgaIniPosLLH().encode()
    var stale = AssistanceData(time + position, today: nil)
    #expect(stale.next() == position)
    #expect(stale.next() == nil)
    #expect(stale.skipped == 1)
    var fresh = AssistanceData(time + position, today: nil, trustsTime: true)
    #expect(fresh.next() == time)
  }

  @Test
  func `data are walked through whatever lies between the messages`() {
    let broken: [UInt8] = Array(ephemeris(3).dropLast(1)) + [0]
    let foreign = MonVer().encode()
    let flash = UBXFrame.encode(MessageID(.mga, 0x21), [UInt8](repeating: 1, count: 6).span)
    var data = AssistanceData(
      [1, 2, 0xB5] + ephemeris(1) + broken + foreign + flash + ephemeris(2) + [0xB5, 0x62],
      today: nil)
    #expect(data.next() == ephemeris(1))
    #expect(data.next() == ephemeris(2))
    #expect(data.next() == nil)
    #expect(data.skipped == 2)
    #expect(data.foreignBytes == 3 + broken.count + 2)
  }
}
