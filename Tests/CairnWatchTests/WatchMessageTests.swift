import CairnTypes
import CairnWatch
import CairnWire
import Testing

@Suite("messages to programs that watch the service")
struct WatchMessageTests {
  private static let client: WatchedClient = {
    var client = WatchedClient()
    client.program = "/usr/bin/maps"
    client.unit = "maps.service"
    (client.user, client.userName, client.process) = (1000, "pi", 4711)
    client.connections = 3
    client.protocols = [.cairn, .gpsd]
    client.addresses = [.unix, .tcp]
    client.right = .refused
    client.services = [.standard, .heading]
    client.accuracy = .nearestTenMeters
    client.interval = .seconds(5)
    client.power = 12.5
    client.energy = Energy(millijoules: 1.5)
    return client
  }()

  private static let reports: [WatchReport] = {
    var clients = WatchedClients()
    (clients.total, clients.offset, clients.hidden) = (35, 32, 2)
    clients.clients = [client, WatchedClient()]
    var energy = WatchedEnergy()
    energy.providers = [.init("gnss", Energy(millijoules: 2)), .init("wifi", nil)]
    energy.clients = [.init("/usr/bin/maps", .zero), .init("", Energy(nanojoules: -5))]
    energy.unattributed = Energy(nanojoules: 1)
    var sky = WatchedSky()
    sky.provider = "gnss2"
    sky.time = MonotonicTime(nanoseconds: 5)
    sky.dilution.horizontal = 0.75
    sky.satellites = [
      Satellite(
        system: .galileo, number: 36, signal: 7, elevation: -90, azimuth: 359, carrierToNoise: 41.5,
        isUsed: true),
      Satellite(system: .navic, number: nil),
    ]
    var receiver = WatchedReceiver()
    receiver.provider = "gnss"
    receiver.path = "/dev/ttyACM0"
    receiver.baudRate = 9600
    receiver.isIdentified = true
    (receiver.profile, receiver.model, receiver.firmware) = ("m10", "MAX-M10S", "SPG 5.10")
    (receiver.dialect, receiver.uniqueID) = ("UBX-CFG-VALSET", "0123456789")
    (receiver.power, receiver.assistance) = ("backup", "a record")
    receiver.settings = 14
    (receiver.antenna, receiver.jamming, receiver.spoofing) = (.good, .clean, .suspected)
    receiver.frames = 12
    receiver.timeToFirstFix = .seconds(3)
    receiver.timeAccuracy = 2e-8
    return [
      .clients(clients), .energy(energy), .satellites(sky), .receiver(receiver),
      .clients(WatchedClients()), .energy(WatchedEnergy()), .satellites(WatchedSky()),
      .receiver(WatchedReceiver()),
    ]
  }()

  @Test(arguments: reports.indices)
  func `a report comes back as it was`(index: Int) throws {
    let report = Self.reports[index]
    let message = report.encoded
    let read = try WatchReport.decode(message.span)
    #expect("\(read)" == "\(report)")
    #expect(read.encoded == message)
    #expect(message.count % 8 == 0 && message.count <= WireLimits.report)
  }

  @Test func `a request comes back as it was`() throws {
    var request = WatchRequest(every: .milliseconds(1500))
    (request.wantsClients, request.wantsSatellites) = (true, true)
    let message = request.encoded
    let read = try WatchRequest.decode(message.span)
    #expect(read.wantsClients && read.wantsSatellites && read.interval == .milliseconds(1500))
    #expect(!read.wantsEnergy && !read.wantsReceivers)
    let (isOwn, isOther) = (
      WatchRequest.isType(of: message.span),
      WatchRequest.isType(of: WireRequest.stop.encoded(for: 1).span)
    )
    #expect(isOwn && !isOther)
    #expect(message.count % 8 == 0)
    for length in 0..<message.count {
      #expect(throws: WireError.self) { try self.request(message[..<length]) }
    }
  }

  private func request(_ bytes: ArraySlice<UInt8>) throws(WireError) -> WatchRequest {
    let message = Array(bytes)
    return try WatchRequest.decode(message.span)
  }

  private func report(_ bytes: [UInt8]) throws(WireError) -> WatchReport {
    try WatchReport.decode(bytes.span)
  }

  @Test(arguments: reports.indices)
  func `a report cut anywhere is refused`(index: Int) {
    var message = Self.reports[index].encoded
    for length in (8..<message.count).reversed() {
      message.removeLast()
      message[2] = UInt8(truncatingIfNeeded: length)
      message[3] = UInt8(truncatingIfNeeded: length >> 8)
      #expect(throws: WireError.self) { try report(message) }
    }
  }

  @Test func `there is an example of every kind, with numbers of their own`() {
    #expect(Set(Self.reports.map(\.kind)) == Set(WatchReport.Kind.allCases))
    let known = WireReport.Kind.allCases.map(\.rawValue)
    #expect(!WatchReport.Kind.allCases.contains { known.contains($0.rawValue) })
    #expect(WireRequest.Kind(rawValue: WatchRequest.type) == nil)
  }

  @Test func `many clients are several messages, each within its limits`() {
    let many = [WatchedClient](repeating: Self.client, count: 70)
    let messages = WatchedClients.messages(many, hidden: 1)
    #expect(messages.map(\.offset) == [0, 32, 64])
    #expect(messages.map(\.clients.count) == [32, 32, 6])
    #expect(messages.allSatisfy { $0.total == 70 && $0.hidden == 1 })
    #expect(messages.allSatisfy { WatchReport.clients($0).encoded.count <= WireLimits.report })
    #expect(WatchedClients.messages([], hidden: 3).map(\.total) == [0])
  }

  @Test func `a full ledger fits into a message`() {
    var energy = WatchedEnergy()
    energy.providers = Array(repeating: .init("gnss", nil), count: WatchedEnergy.limit)
    energy.clients = Array(repeating: .init("/usr/bin/maps", nil), count: WatchedEnergy.limit)
    #expect(WatchReport.energy(energy).encoded.count <= WireLimits.report)
  }
}
