import CairnTypes
import CairnUpdates
import Testing

@Suite("Policy files: what holds for a client")
struct PolicyRulesTests {
  private func status(_ rules: PolicyRules, _ name: String, unit: String? = nil)
    -> AuthorizationStatus
  {
    rules.answer(for: name, unit: unit, otherwise: allowed).authorization.status
  }

  @Test
  func `other names of a client count as its own`() throws {
    let rules = try rules("[default]\nstatus = denied\n[client user:p*]\nstatus = always")
    let answer = rules.answer(
      for: "/usr/bin/maps", aliases: ["user:pi", "uid:1000"], otherwise: allowed)
    #expect(answer.authorization.status == .authorizedAlways)
    #expect(status(rules, "/usr/bin/maps") == .denied)
  }

  @Test
  func `without rules what was given holds, with its reason`() {
    #expect(PolicyRules().answer(for: "a", otherwise: reduced).authorization == reduced)
  }

  @Test
  func `a client's own section wins over the default, wherever it stands`() throws {
    let rules = try rules("[client a]\nstatus = always\n[default]\nstatus = denied")
    #expect(status(rules, "a") == .authorizedAlways)
    #expect(status(rules, "b") == .denied)
  }

  @Test
  func `later sections and files win, key by key`() throws {
    var rules = try rules(
      "[client *]\nstatus = denied\naccuracy = reduced\n[client a]\nstatus = when-in-use")
    #expect(status(rules, "a") == .authorizedWhenInUse)
    try rules.add("20-test.conf", Array("[client a*]\nstatus = restricted".utf8))
    let answer = rules.answer(for: "a", otherwise: allowed).authorization
    #expect(answer.status == .restricted)
    #expect(answer.accuracy == .reducedAccuracy)
  }

  @Test(
    "a star stands for any characters, also for none",
    arguments: [
      ("bus", "bus", true), ("bus", "bus2", false), ("bus", "abus", false), ("bus*", "bus", true),
      ("bus*", "bus2", true), ("*bus", "/opt/bus", true), ("*bus", "bus2", false),
      ("a*b*c", "a-b-b-c", true), ("a*b*c", "a-c-b", false), ("*", "", true), ("**a", "ba", true),
      ("a*aab", "aaaab", true), ("?", "a", false),
    ])
  func patterns(pattern: String, name: String, matches: Bool) throws {
    let rules = try rules("[client \(pattern)]\nstatus = denied")
    #expect((status(rules, name) == .denied) == matches)
  }

  @Test
  func `a client is also known by its systemd unit`() throws {
    let rules = try rules("[client bus@*.service]\nstatus = denied")
    #expect(status(rules, "x", unit: "bus@2.service") == .denied)
    #expect(status(rules, "x", unit: "tram.service") == .authorizedAlways)
    #expect(status(rules, "x") == .authorizedAlways)
  }

  @Test
  func `the master switch refuses everyone, and the last one counts`() throws {
    var rules = try rules("[client a]\nstatus = always\npurpose = p\n[system]\nenabled = no")
    let answer = rules.answer(for: "a", otherwise: allowed)
    #expect(answer.authorization.status == .denied)
    #expect(answer.authorization.reason == "switched off by 10-test.conf:5 [system]")
    #expect(answer.purpose == "p")
    try rules.add("20-test.conf", Array("[system]\nenabled = yes".utf8))
    #expect(status(rules, "a") == .authorizedAlways)
  }

  @Test("J154: the reason names file, line and section of each rule that decided")
  func reason() throws {
    var rules = try rules("[default]\nstatus = always\naccuracy = full")
    try rules.add("20-bus.conf", Array("\n[client bus*]\naccuracy = reduced".utf8))
    #expect(
      rules.answer(for: "bus2", otherwise: allowed).authorization.reason
        == "status by 10-test.conf:2 [default], accuracy by 20-bus.conf:3 [client bus*]")
  }

  @Test("J154: where no rule says anything of the status, the reason says what did")
  func reasonWithoutRule() throws {
    let rules = try rules("[default]\nservices = standard")
    #expect(
      rules.answer(for: "a", otherwise: allowed).authorization.reason
        == "test, services by 10-test.conf:2 [default]")
  }
}
