import Foundation
import Testing

@Suite("What cairn monitor prints")
struct MonitorOutputTests {
  @Test func `each line of JSON is as the schema describes it, and all kinds are there`()
    async throws
  {
    let outcome = try await Cairn.run("monitor", "--simulate", "m9", "--json", "--duration", "10")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let objects = outcome.objects
    #expect(objects.count == outcome.lines.count)
    let schema = try MonitorSchema()
    for object in objects { #expect(schema.faults(of: object) == []) }
    let kinds = Set(objects.compactMap { $0["event"] as? String })
    #expect(kinds == ["update", "satellites", "receiver", "plan", "energy"])
    let skies = objects.filter { $0["event"] as? String == "satellites" }
    let satellites = try #require(skies.last?["satellites"] as? [[String: Any]])
    #expect(satellites.count > 10)
    #expect(satellites.contains { $0["used"] as? Bool == true })
  }

  @Test(arguments: [
    #"{"event":"update"}"#, #"{"event":"news"}"#,
    #"{"event":"energy","joules":"1","unattributed":0,"providers":[],"clients":[]}"#,
    #"{"event":"energy","joules":1,"unattributed":0,"providers":[],"clients":[],"watts":1}"#,
    #"{"event":"energy","joules":1,"unattributed":0,"providers":[{"provider":"a"}],"clients":[]}"#,
  ])
  func `the schema refuses what it does not describe`(line: String) throws {
    let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
    #expect(try !MonitorSchema().faults(of: object).isEmpty)
  }

  @Test func `what a recording says that cannot be true is left out and counted`() async throws {
    // NAV-PVT of 1999 with a position, an altitude of -2,147 km, 2,147 km/s, 255 satellites and no errors.
    var bytes: [UInt8] = []
    for second in 0..<5 {
      var payload = [UInt8](repeating: 0, count: 92)
      func put(_ value: UInt32, at offset: Int) {
        for byte in 0..<4 {
          payload[offset + byte] = UInt8(truncatingIfNeeded: value >> (8 * byte))
        }
      }
      put(UInt32(second) * 1000, at: 0)
      (payload[4], payload[5], payload[6], payload[7]) = (0xCF, 0x07, 6, 1)
      (payload[10], payload[11]) = (UInt8(second), 0x37)
      (payload[20], payload[21], payload[23]) = (3, 1, 255)
      put(1_270_000_000, at: 24)
      put(375_000_000, at: 28)
      put(0x8000_0000, at: 32)
      put(0x8000_0000, at: 36)
      put(0x7FFF_FFFF, at: 60)
      bytes += Sample.ubx(1, 7, payload)
    }
    let file = try TemporaryFile(bytes)
    let outcome = try await Cairn.run("monitor", "--device", "file:\(file.path)", "--json")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    let schema = try MonitorSchema()
    for object in outcome.objects { #expect(schema.faults(of: object) == []) }
    let updates = outcome.objects.filter { $0["event"] as? String == "update" }
    let fix = try #require((updates.first?["locations"] as? [[String: Any]])?.first)
    #expect(fix["latitude"] as? Double == 37.5)
    // A recording may be of 1999.
    #expect((fix["utc"] as? String)?.hasPrefix("1999-06-01T00:00:0") == true)
    for name in ["altitude", "ellipsoidalAltitude", "speed", "satellitesUsed"] {
      #expect(fix[name] is NSNull, "\(name)")
    }
    #expect((fix["flags"] as? [String])?.contains("accuracyEstimated") == true)
    let intake = try #require(outcome.objects.last { $0["event"] as? String == "intake" })
    let repaired = try #require(intake["repaired"] as? [String: Int])
    let fixes = try #require(intake["accepted"] as? Int)
    #expect(fixes >= 4)
    #expect(repaired["altitude"] == 2 * fixes && repaired["speed"] == fixes)
    #expect(repaired["satellites"] == fixes)
    let lines = try await Cairn.run("monitor", "--device", "file:\(file.path)")
    #expect(lines.complaints.contains("values left out: \(2 * fixes) altitude"))
  }

  @Test func `on a pipe standard output has fixes alone`() async throws {
    let outcome = try await Cairn.run("monitor", "--simulate", "m9", "--duration", "10")
    #expect(outcome.exitCode == 0, "\(outcome.complaints)")
    #expect(outcome.lines.first?.hasPrefix("UTC ") == true)
    #expect(outcome.lines.count > 1)
    for line in outcome.lines.dropFirst() {
      #expect(line.firstMatch(of: /^\d{4}-\d\d-\d\dT\S+ +37\.\d+ +126\.\d+\s/) != nil, "\(line)")
    }
    #expect(outcome.complaints.contains("cairn: plan: gnss on"))
    #expect(outcome.complaints.contains("cairn: receiver: NEO-M9N"))
    #expect(outcome.complaints.contains("cairn: energy: "))
  }

  @Test func `an interval limits what is printed`() async throws {
    let outcome = try await Cairn.run(
      "monitor", "--simulate", "m9", "--json", "--interval", "3", "--duration", "12")
    let fixes = outcome.objects.compactMap { $0["locations"] as? [[String: Any]] }.flatMap { $0 }
    let times = fixes.compactMap { ($0["time"] as? NSNumber)?.int64Value }
    #expect(times.count >= 2)
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= 2_900_000_000) }
  }

  @Test func `lists of satellites are ten seconds apart after that of the first fix`() async throws
  {
    let outcome = try await Cairn.run("monitor", "--simulate", "m9", "--json", "--duration", "16")
    let skies = outcome.objects.filter { $0["event"] as? String == "satellites" }
    let used = skies.drop { sky in
      let satellites = sky["satellites"] as? [[String: Any]] ?? []
      return !satellites.contains { $0["used"] as? Bool == true }
    }
    #expect(skies.count - used.count <= 1)
    let times = used.compactMap { ($0["time"] as? NSNumber)?.int64Value }
    #expect((1...2).contains(times.count))
    for (one, next) in zip(times, times.dropFirst()) { #expect(next - one >= 10_000_000_000) }
  }
}
