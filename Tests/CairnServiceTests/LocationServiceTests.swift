import Cairn
import CairnExports
import CairnLinux
import CairnTestSupport
import CairnTypes
import Testing

@testable import CairnService

extension LocationService {
  /// What is wanted of the system at the moment.
  fileprivate var isTimeWanted: Bool { demands.isWanted(at: .chrony) }
  fileprivate var isWanted: Bool { demands.isWanted(at: .gpsd) }
  fileprivate var manager: ObjectIdentifier? {
    demands.managers.first { $0.key.door == .gpsd }.map { ObjectIdentifier($0.value) }
  }
  fileprivate var demand: LocationConfiguration? {
    demands.managers.first { $0.key.door == .gpsd }?.value.configuration
  }
}

@Suite("the service with other settings", .tags(.loopback))
struct LocationServiceTests {
  @Test func `the clients of an address that stays remain, and those of another one go`()
    async throws
  {
    let bench = try ServiceBench()
    let folder = try TemporaryFolder()
    let port = try await bench.start { $0.gpsd.addresses.append("\(folder.path)/first") }
    let client = try LocalClient(port: port)
    let other = try LocalClient(path: "\(folder.path)/first")
    #expect(await Patience.wait { client.read()?.contains("VERSION") ?? false })
    #expect(await Patience.wait { other.read()?.contains("VERSION") ?? false })
    try await bench.apply { $0.gpsd.addresses[1] = "\(folder.path)/second" }
    #expect(await Patience.wait { other.read() == nil })
    client.send("?POLL;")
    #expect(await Patience.wait { client.read()?.contains("POLL") ?? false })
    let third = try LocalClient(path: "\(folder.path)/second")
    #expect(await Patience.wait { third.read()?.contains("VERSION") ?? false })
    #expect(throws: (any Error).self) { try LocalClient(path: "\(folder.path)/first") }
    #expect(
      bench.log.take() == [
        "listening at \(folder.path)/second", "listening no longer at \(folder.path)/first",
      ])
    await bench.end()
  }

  @Test func `an address that cannot be used leaves all as it was`() async throws {
    let bench = try ServiceBench()
    let port = try await bench.start()
    _ = bench.receivers.take()
    await #expect(throws: DeviceError.self) {
      try await bench.apply {
        $0.gpsd.addresses = ["127.0.0.1:0", "/nonexistent/socket"]
        $0.receivers = [ServiceSettings.Receiver(.address("/dev/b"))]
        $0.logLevel = .debug
      }
    }
    #expect(bench.receivers.take() == ["gnss2", "end of gnss2"])
    #expect(await bench.service.settings.logLevel == nil)
    let client = try LocalClient(port: port)
    #expect(await Patience.wait { client.read()?.contains("VERSION") ?? false })
    await bench.end()
  }

  @Test func `a receiver that stays is left alone, and one that changes is made again`()
    async throws
  {
    let bench = try ServiceBench()
    let port = try await bench.start {
      $0.receivers = ["/dev/a", "/dev/b"].map { ServiceSettings.Receiver(.address($0)) }
    }
    #expect(bench.receivers.take() == ["gnss", "gnss2"])
    try await bench.apply { $0.receivers[1].baudRate = 9600 }
    #expect(bench.receivers.take() == ["gnss3", "end of gnss2"])
    try await bench.apply { $0.gpsd.accuracy = 100 }
    #expect(bench.receivers.take() == [])
    let client = try LocalClient(port: port)
    client.send("?DEVICES;")
    var text = ""
    #expect(
      await Patience.wait {
        text += client.read() ?? ""
        return text.contains("DEVICES")
      })
    #expect(text.contains("/dev/gnss\"") && text.contains("/dev/gnss3") && !text.contains("gnss2"))
    try await bench.apply { $0.stateFolder = "/var/lib/other" }
    #expect(Set(bench.receivers.take()) == ["gnss4", "gnss5", "end of gnss", "end of gnss3"])
    await bench.end()
    #expect(bench.receivers.take() == ["end of gnss4", "end of gnss5"])
  }

  @Test func `a receiver that cannot be made leaves all as it was`() async throws {
    let bench = try ServiceBench()
    _ = try await bench.start()
    await #expect(throws: DeviceError.self) {
      try await bench.apply {
        $0.receivers = [.init(.address("/dev/b")), .init(.simulated("broken"))]
      }
    }
    #expect(bench.receivers.take() == ["gnss", "gnss2", "end of gnss2"])
    #expect(await bench.service.settings.receivers.isEmpty)
    await bench.end()
  }

  @Test func `a client of gpsd that comes again at once finds its demand as it was`() async throws {
    let bench = try ServiceBench()
    let port = try await bench.start()
    let watch = "?WATCH={\"enable\":true,\"json\":true};"
    let first = try LocalClient(port: port)
    first.send(watch)
    #expect(await Patience.wait { await bench.service.isWanted })
    let manager = await bench.service.manager
    #expect(manager != nil)
    first.hangUp()
    #expect(await Patience.wait { await !bench.service.isWanted })
    bench.loop.advance(by: DemandTail.length - .nanoseconds(1))
    let second = try LocalClient(port: port)
    second.send(watch)
    #expect(await Patience.wait { await bench.service.isWanted })
    bench.loop.advance(by: .seconds(60))
    #expect(await bench.service.manager == manager)
    second.hangUp()
    #expect(await Patience.wait { await !bench.service.isWanted })
    bench.loop.advance(by: DemandTail.length)
    #expect(await bench.service.manager == nil)
    await bench.end()
  }

  @Test func `a demand in progress follows the settings`() async throws {
    let bench = try ServiceBench()
    let port = try await bench.start()
    let client = try LocalClient(port: port)
    client.send("?WATCH={\"enable\":true,\"json\":true};")
    #expect(await Patience.wait { await bench.service.demand?.desiredAccuracy == .best })
    try await bench.apply {
      $0.gpsd.accuracy = .hundredMeters
      $0.gpsd.interval = .seconds(5)
    }
    let demand = await bench.service.demand
    #expect(demand?.desiredAccuracy == .hundredMeters)
    #expect(demand?.interval == .seconds(5))
    await bench.end()
  }

  @Test func `the service is idle once nobody has been connected for long enough`() async throws {
    let bench = try ServiceBench()
    let port = try await bench.start {
      $0.idleExit = .after(.seconds(60))
      $0.logLevel = .debug
    }
    bench.loop.advance(by: .seconds(59))
    #expect(bench.idle.take() == [])
    let client = try LocalClient(port: port)
    #expect(await Patience.wait { bench.log.take().contains("1 client") })
    bench.loop.advance(by: .seconds(3600))
    #expect(bench.idle.take() == [])
    client.hangUp()
    #expect(await Patience.wait { bench.log.take().contains("0 clients") })
    bench.loop.advance(by: .seconds(59))
    #expect(bench.idle.take() == [])
    bench.loop.advance(by: .seconds(1))
    #expect(bench.idle.take() == ["idle"])
    await bench.end()
  }

  @Test func `chronyd is a demand as long as it is configured, and no idleness`() async throws {
    let bench = try ServiceBench()
    _ = try await bench.start { $0.idleExit = .after(.seconds(60)) }
    #expect(await !bench.service.isTimeWanted)
    try await bench.apply { $0.chrony.socket = "/nonexistent/chrony" }
    #expect(await bench.service.isTimeWanted)
    bench.loop.advance(by: .seconds(3600))
    #expect(bench.idle.take() == [])
    try await bench.apply { $0.chrony.socket = nil }
    #expect(await !bench.service.isTimeWanted)
    bench.loop.advance(by: .seconds(60))
    #expect(bench.idle.take() == ["idle"])
    await bench.end()
  }

  @Test func `without a time for it, the service is never idle`() async throws {
    let bench = try ServiceBench()
    _ = try await bench.start()
    bench.loop.advance(by: .seconds(100_000))
    #expect(bench.idle.take() == [])
    try await bench.apply { $0.idleExit = .after(.seconds(1)) }
    bench.loop.advance(by: .seconds(1))
    #expect(bench.idle.take() == ["idle"])
    await bench.end()
  }
}
