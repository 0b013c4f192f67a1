import CairnHAL
import CairnLinux
import CairnReceiver
import CairnSimulator
import CairnTypes
import Testing

@testable import CairnProviders

/// Corrections from RTKLIB's caster to a simulated F9P.
@Suite(
  "Corrections from a real caster", .serialized, .tags(.loopback),
  .disabled(if: RealCaster.isMissing))
struct RealCasterTests {
  @Test func `with the right password the receiver gets all of them, and its solution floats`()
    async throws
  {
    let caster = try await RealCaster()
    let rover = try await Rover(caster.mountpoint())
    try await rover.start()
    var sent = try await stream(caster, to: rover)
    var known = 0
    while known < 15, sent < 60 {
      caster.station.send(Rover.epoch)
      sent += 1
      _ = await rover.bench.waitUntil(atMost: .seconds(4)) {
        await rover.port.receivedCorrections[1087] ?? 0 > known
      }
      known = await rover.port.receivedCorrections[1087] ?? 0
      await rover.pass(.seconds(1))
    }
    #expect(known >= 15, "\(String(describing: rover.corrections))")
    let received = await rover.port.receivedCorrections
    #expect(Set(received.keys) == [1005, 1077, 1087] && Set(received.values).count == 1)
    #expect((15...sent).contains(received[1005] ?? 0))
    let fix = try #require(rover.bench.fixes.last)
    #expect(fix.source.fix == .rtkFloat)
    #expect(fix.source.correctionAge == 1)
    #expect(fix.horizontalAccuracy < 0.5)
    let report = try #require(rover.corrections)
    #expect(report.state == .streaming)
    #expect(report.source == "ntrip://127.0.0.1:\(caster.port)/BASE")
    #expect(report.messages >= 30 && report.messagesDropped == 0 && report.bytesSkipped == 0)
    #expect(try #require(report.age) <= 5)
    #expect(rover.bench.errors.isEmpty)
    // The caster was told the position, and passed it on.
    let isTold = await rover.bench.waitUntil {
      caster.station.read()
      return caster.station.received.contains("$GPGGA,")
    }
    #expect(isTold)
    await rover.end()
  }

  /// Has the base send until the first message has come: what it sends before the caster has taken its client on is
  /// lost to that one.
  ///
  /// - Returns: how many epochs were sent.
  private func stream(_ caster: RealCaster, to rover: Rover) async throws -> Int {
    for sent in 1...30 {
      caster.station.send(Rover.epoch)
      let isStreaming = await rover.bench.waitUntil(atMost: .seconds(2)) {
        rover.corrections?.state == .streaming
      }
      if isStreaming { return sent }
    }
    try #require(await rover.wait(for: .streaming))
    return 30
  }

  @Test func `a wrong password is named once, tried again after a minute, and costs no fix`()
    async throws
  {
    let caster = try await RealCaster()
    let rover = try await Rover(caster.mountpoint(password: "wrong"))
    try await rover.start()
    try #require(await rover.wait(for: .waiting))
    #expect(
      rover.corrections?.explanation
        == "the caster refuses user and password: check them; next attempt in 60 s")
    #expect(rover.bench.codes == [.correctionsUnavailable])
    #expect(rover.bench.errors.first?.severity == .degraded)
    let attempts = rover.attempts.count
    rover.bench.clear()
    await rover.pass(.seconds(59))
    #expect(rover.bench.fixes.count >= 58)
    #expect(rover.attempts.isEmpty && attempts == 1)
    let isTriedAgain = await rover.pass(atMost: .seconds(2)) { !rover.attempts.isEmpty }
    #expect(isTriedAgain)
    #expect(await rover.wait(for: .waiting))
    #expect(rover.bench.errors.isEmpty, "reported once")
    await rover.end()
  }

  @Test func `a mountpoint that the caster does not have is named`() async throws {
    let caster = try await RealCaster()
    let rover = try await Rover(caster.mountpoint("MOON"))
    try await rover.start()
    try #require(await rover.wait(for: .waiting))
    #expect(
      rover.corrections?.explanation.hasPrefix("the caster has no such mountpoint") == true)
    #expect(rover.bench.codes == [.correctionsUnavailable])
    #expect(rover.bench.errors.first?.severity == .degraded)
    await rover.end()
  }

  @Test func `a caster that dies is asked again after 1, 2 and 4 s until it is back`() async throws
  {
    let caster = try await RealCaster()
    let rover = try await Rover(caster.mountpoint())
    try await rover.start()
    _ = try await stream(caster, to: rover)
    rover.bench.clear()
    await caster.kill()
    try #require(await rover.wait(for: .waiting))
    #expect(rover.bench.codes == [.correctionsUnavailable])
    #expect(rover.bench.errors.first?.severity == .transient)
    for attempt in 1...3 {
      try #require(await rover.pass(atMost: .seconds(5)) { rover.attempts.count == attempt })
      try #require(await rover.wait(for: .waiting))
    }
    #expect(rover.corrections?.explanation.contains("nothing listens") == true)
    #expect(rover.pauses == [1, 2, 4].map { .seconds($0) })
    #expect(rover.bench.codes.count == 1, "reported once")

    let heir = try await RealCaster(port: caster.port)
    try #require(await rover.pass(atMost: .seconds(9)) { rover.attempts.count == 4 })
    let before = await rover.port.receivedCorrections[1087] ?? 0
    _ = try await stream(heir, to: rover)
    let isThere = await rover.bench.waitUntil {
      await rover.port.receivedCorrections[1087] ?? 0 > before
    }
    #expect(isThere)
    await rover.end()
  }
}

extension Rover {
  /// When the caster was asked.
  var attempts: [MonotonicTime] {
    var last: ReceiverReport.Corrections.State?
    return bench.correctionReports.compactMap { time, report in
      defer { last = report.state }
      return report.state == .connecting && last != .connecting ? time : nil
    }
  }

  /// How long was waited before each attempt but the first.
  var pauses: [Duration] {
    var failure: MonotonicTime?
    return bench.correctionReports.compactMap { time, report in
      switch report.state {
      case .waiting: failure = failure ?? time
      case .connecting:
        defer { failure = nil }
        return failure.map { time - $0 }
      case .paused, .streaming: failure = nil
      }
      return nil
    }
  }
}
