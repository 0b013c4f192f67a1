import CairnRadio
import CairnSimulator
import CairnTypes
import Testing

@Suite("Requested scans")
struct ScanRequestTests {
  private func started() -> DialogueBench {
    var bench = DialogueBench()
    bench.start()
    bench.forget()
    return bench
  }

  @Test func `a request ends once, after its results`() {
    var bench = started()
    bench.request()
    #expect(bench.reports.isEmpty)
    bench.pass(.seconds(3))
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.scans.count == 1)
    #expect(bench.reports.last == .requestEnded(.finished))
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.outcomes == [.finished])
  }

  @Test func `channels and the kind of scan are in the message`() {
    var bench = started()
    bench.request(WiFiScanRequest(frequencies: [2412, 5180], isActive: false))
    bench.receive(FakeKernel.event(34, interface: 3))
    bench.request()
    let found = bench.kernel.triggers.map { attributes(of: $0) }
    #expect(found.count == 2)
    #expect(found[0][3] == [3, 0, 0, 0])
    #expect(found[0][44]?.count == 16 && found[0][45] == nil)
    #expect(found[1][44] == nil)
    #expect(found[1][45] == [4, 0, 0, 0], "one name, which is empty")
  }

  @Test func `without permission the kernel is asked once`() {
    var bench = started()
    bench.kernel.triggerErrno = 1
    bench.request()
    bench.request()
    #expect(bench.outcomes == [.notPermitted, .notPermitted])
    #expect(bench.kernel.triggers.count == 1)
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.scans.count == 1, "listening goes on")
  }

  @Test func `without permission another program is asked, and its scan is as good`() {
    var bench = started()
    bench.kernel.triggerErrno = 1
    bench.isStartedByOthers = true
    let request = WiFiScanRequest(frequencies: [2412], isActive: false)
    bench.request(request)
    var asked = request
    asked.interface = 3
    #expect(bench.asked == [asked])
    #expect(bench.outcomes.isEmpty)
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.scans.count == 1 && bench.outcomes == [.finished])
    bench.request()
    #expect(bench.asked.count == 2 && bench.kernel.triggers.count == 1)
    bench.pass(.seconds(16))
    #expect(bench.outcomes == [.finished, .timedOut])
  }

  @Test(arguments: [true, false])
  func `a scan that ends before the other program answers counts only if it has started one`(
    isStarted: Bool
  ) {
    var bench = started()
    bench.kernel.triggerErrno = 1
    bench.isStartedByOthers = nil
    bench.request()
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.scans.count == 1 && bench.outcomes.isEmpty)
    bench.pass(.seconds(5))
    bench.answer(isStarted)
    #expect(bench.outcomes == [isStarted ? .finished : .notPermitted])
    bench.answer(isStarted)
    #expect(bench.outcomes.count == 1 && bench.dialogue.deadline == nil)
  }

  @Test func `a scan that is started for the program cannot be refused afterwards`() {
    var bench = started()
    bench.kernel.triggerErrno = 1
    bench.isStartedByOthers = true
    bench.request()
    bench.answer(false)
    #expect(bench.outcomes.isEmpty)
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.outcomes == [.finished])
  }

  @Test func `a busy radio is waited for`() {
    var bench = started()
    bench.kernel.triggerErrno = 16
    bench.request()
    #expect(bench.outcomes.isEmpty)
    bench.pass(.seconds(2))
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.outcomes == [.finished])
  }

  @Test func `an aborted scan yields what it has found`() {
    var bench = started()
    bench.request()
    bench.receive(FakeKernel.event(35, interface: 3))
    #expect(bench.scans.map(\.isPartial) == [true])
    #expect(bench.outcomes == [.aborted])
  }

  @Test func `a scan that never ends times out, and what is there is read`() {
    var bench = started()
    bench.request()
    bench.pass(.seconds(14))
    #expect(bench.reports.isEmpty)
    bench.pass(.seconds(1))
    #expect(bench.scans.map(\.isPartial) == [true])
    #expect(bench.outcomes == [.timedOut])
    #expect(bench.dialogue.deadline == nil)
    bench.request()
    #expect(bench.kernel.triggers.count == 2)
  }

  @Test func `requests at the same time share a scan`() {
    var bench = started()
    bench.request()
    bench.request()
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.outcomes == [.finished, .finished])
    #expect(bench.kernel.triggers.count == 1)
  }

  @Test(
    arguments: [
      (100, WiFiScanOutcome.interfaceDown), (132, .interfaceDown), (19, .noInterface),
      (22, .failed(errno: 22)),
    ] as [(Int32, WiFiScanOutcome)])
  func `other refusals end the request`(errno: Int32, outcome: WiFiScanOutcome) {
    var bench = started()
    bench.kernel.triggerErrno = errno
    bench.request()
    #expect(bench.outcomes == [outcome])
    #expect(bench.dialogue.deadline == nil)
  }

  @Test func `an interface that disappears ends the request`() {
    var bench = started()
    bench.request()
    bench.kernel.interfaces = []
    bench.receive(FakeKernel.event(8, interface: 3))
    #expect(bench.outcomes == [.noInterface])
  }

  @Test func `an access point's interface is not asked, unless it is named`() {
    var bench = DialogueBench()
    bench.kernel.interfaces[0].kind = .accessPoint
    bench.start()
    bench.request()
    #expect(bench.outcomes == [.noInterface])
    bench.request(WiFiScanRequest(interface: 3))
    #expect(bench.kernel.triggers.count == 1)
    bench.receive(FakeKernel.event(34, interface: 3))
    #expect(bench.outcomes == [.noInterface, .finished])
  }

  @Test func `an answer that never comes ends the request and is not repeated`() {
    var bench = started()
    bench.kernel.isSilent = true
    bench.request()
    bench.pass(.seconds(60))
    #expect(bench.outcomes == [.timedOut])
  }

  private func attributes(of request: [UInt8]) -> [UInt16: [UInt8]] {
    var found: [UInt16: [UInt8]] = [:]
    NetlinkMessages.forEach(in: request.span) { _, content in
      NetlinkAttributes.forEach(in: content.extracting(4..<content.count)) { number, value in
        found[number] = value.indices.map { value[$0] }
      }
    }
    return found
  }
}
