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
