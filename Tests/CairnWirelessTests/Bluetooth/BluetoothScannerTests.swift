import CCairnLinux
import CairnBus
import CairnDBus
import CairnLinux
import CairnTypes
import Testing

@testable import CairnWireless

@Suite("Bluetooth scanner", .timeLimit(.minutes(15)))
struct BluetoothScannerTests {
  private static let heard = "heard c12233445566 -60"

  private static func failed(_ code: Int32) -> Result<FakeController, DeviceError> {
    .failure(DeviceError(.open, path: "test", code: code))
  }

  // MARK: The raw socket

  @Test func `listens through a raw socket for the share that is wanted, and hears every value`()
    throws
  {
    let controller = FakeController()
    let bench = try BluetoothBench(.success(controller))
    bench.listen(0.1)
    #expect(bench.events() == ["listening 0.1"])
    #expect(controller.timing == (1760, 176) && controller.isListening)
    controller.advertise()
    controller.advertise(rssi: -61)
    #expect(bench.events() == [Self.heard, "heard c12233445566 -61"])
    bench.listen(1)
    #expect(bench.events() == ["listening 1.0"])
    #expect(controller.timing == (176, 176))
    bench.listen(0)
    #expect(!controller.isListening && controller.isClosed)
  }

  @Test func `an adapter that is unplugged is an issue until it is back`() throws {
    let controller = FakeController()
    let bench = try BluetoothBench(.success(controller), hasHardware: false)
    bench.listen(1)
    #expect(bench.events() == ["listening 1.0"])
    bench.provide(Self.failed(Int32(cairnlinux_ENODEV)))
    controller.unplug()
    #expect(bench.events() == ["listening 0.0"])
    bench.loop.advance(by: .seconds(3))
    #expect(bench.events() == ["issue absent"])
    bench.loop.advance(by: .seconds(30))
    #expect(bench.events().isEmpty)
    bench.provide(.success(FakeController()))
    bench.loop.advance(by: .seconds(3))
    #expect(bench.events() == ["resolved absent", "listening 1.0"])
  }

  @Test func `an adapter that is off is an issue until it is on`() throws {
    let bench = try BluetoothBench(Self.failed(cairnlinux_ENETDOWN))
    bench.listen(1)
    #expect(bench.events() == ["issue radioOff"])
    bench.provide(.success(FakeController()))
    bench.loop.advance(by: .seconds(3))
    #expect(bench.events() == ["resolved radioOff", "listening 1.0"])
  }

  // MARK: BlueZ

  /// A scanner that may not send commands.
  private func ordinary() throws -> BluetoothBench {
    let controller = FakeController()
    controller.failure = Int32(cairnlinux_EPERM)
    return try BluetoothBench(.success(controller))
  }

  @Test func `without CAP_NET_RAW, registers a monitor at BlueZ and hears what matches`() throws {
    let bench = try ordinary()
    bench.listen(0.1)
    try bench.accept()
    #expect(bench.calls == ["GetManagedObjects", "RegisterMonitor"])
    #expect(bench.events().suffix(1) == ["listening 0.5"])
    try bench.addDevice(rssi: -60)
    #expect(bench.events() == [Self.heard])
    try bench.change(.properties(["RSSI": .int16(-72)]))
    #expect(bench.events() == ["heard c12233445566 -72"])
    // What changes without having been heard is no sighting.
    try bench.change(.properties(["Connected": .boolean(false)]))
    #expect(bench.events().isEmpty)
    bench.listen(0)
    try bench.answer()
    #expect(bench.calls.last == "UnregisterMonitor")
  }

  @Test func `a device counts as heard from DeviceFound until DeviceLost, which is late by 5 s`()
    throws
  {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    try bench.addDevice(rssi: -60)
    _ = bench.events()
    let path: [DBusValue] = [.objectPath(BluetoothBench.device)]
    try bench.call(
      "/org/cairn/beacons/all", "org.bluez.AdvertisementMonitor1", "DeviceFound", path)
    #expect(bench.events() == [Self.heard])
    bench.loop.advance(by: .seconds(3))
    #expect(bench.events() == [Self.heard, Self.heard, Self.heard])
    try bench.call("/org/cairn/beacons/all", "org.bluez.AdvertisementMonitor1", "DeviceLost", path)
    #expect(bench.events() == ["lost c12233445566 5.0"])
    bench.loop.advance(by: .seconds(5))
    #expect(bench.events().isEmpty)
  }

  @Test func `shows BlueZ its monitor: three patterns, found after 1 s and lost after 5 s`() throws
  {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    let objects = try bench.call(
      "/org/cairn/beacons", "org.freedesktop.DBus.ObjectManager", "GetManagedObjects")
    let monitor = objects?.body.first?["/org/cairn/beacons/all"]?["org.bluez.AdvertisementMonitor1"]
    #expect(monitor?["Type"]?.string == "or_patterns")
    #expect(monitor?["RSSILowTimeout"]?.uint16 == 5 && monitor?["RSSIHighTimeout"]?.uint16 == 1)
    #expect(
      monitor?["Patterns"]?.elements?.map { $0[2]?.bytes } == [
        [0x4C, 0, 2, 0x15], [0xBE, 0xAC], [0xAA, 0xFE],
      ])
  }

  @Test func `nobody but BlueZ is answered`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    try bench.addDevice(rssi: -60)
    _ = bench.events()
    let answer = try bench.call(
      "/org/cairn/beacons/all", "org.bluez.AdvertisementMonitor1", "DeviceFound",
      [.objectPath(BluetoothBench.device)], from: ":1.66")
    #expect(answer?.errorName == .accessDenied)
    #expect(bench.events().isEmpty)
  }

  @Test func `bluetoothd that ends is an issue until it is back and listens again`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    _ = bench.events()
    try bench.run(false)
    #expect(bench.events() == ["listening 0.0", "issue noService"])
    try bench.run(true)
    #expect(
      bench.events().filter { $0 != "listening 0.0" } == ["resolved noService", "listening 0.5"])
    #expect(bench.calls.filter { $0 == "RegisterMonitor" }.count == 2)
  }

  @Test func `bluetoothd that ends and starts all the time is asked seldom, and heard in the end`()
    throws
  {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    for _ in 0..<100 {
      try bench.run(false)
      try bench.run(true)
    }
    #expect(bench.calls.count { $0 == "GetManagedObjects" } <= 8)
    #expect(bench.events().last != "listening 0.5")
    for _ in 0..<3 {
      bench.loop.advance(by: .seconds(1))
      try bench.answer()
    }
    #expect(bench.events().contains("listening 0.5"))
    #expect(bench.calls.count { $0 == "GetManagedObjects" } <= 10)
  }

  @Test func `an adapter that BlueZ switches off is an issue until it is on`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    _ = bench.events()
    try bench.power(false)
    #expect(bench.events() == ["listening 0.0", "issue radioOff"])
    try bench.power(true)
    #expect(
      bench.events().filter { $0 != "listening 0.0" } == ["resolved radioOff", "listening 0.5"])
  }

  @Test(arguments: ["adapter", "monitors", "rights"])
  func `what BlueZ lacks is said`(lack: String) throws {
    let bench = try ordinary()
    if lack == "adapter" { bench.hasAdapter = false }
    if lack == "monitors" { bench.hasMonitors = false }
    if lack == "rights" { bench.refusal = .accessDenied }
    bench.listen(1)
    try bench.accept()
    let issue = ["adapter": "absent", "monitors": "noService", "rights": "permission"][lack] ?? ""
    #expect(bench.events().last == "issue \(issue)")
  }

  @Test func `a monitor that BlueZ releases is registered again`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    _ = bench.events()
    try bench.call("/org/cairn/beacons/all", "org.bluez.AdvertisementMonitor1", "Release")
    #expect(bench.events() == ["listening 0.0", "issue busy"])
    bench.loop.advance(by: .seconds(2))
    try bench.answer()
    #expect(bench.events().last == "listening 0.5")
  }

  private static let monitor: ObjectPath = "/org/cairn/beacons/all"
  private static let interface: InterfaceName = "org.bluez.AdvertisementMonitor1"

  @Test func `a monitor that BlueZ activates and releases all the time is one issue`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    _ = bench.events()
    for _ in 0..<100 {
      try bench.call(Self.monitor, Self.interface, "Release")
      try bench.call(Self.monitor, Self.interface, "Activate")
    }
    #expect(bench.events() == ["listening 0.0", "issue busy"])
    bench.loop.advance(by: .seconds(2))
    try bench.answer()
    #expect(bench.events() == ["resolved busy", "listening 0.5"])
  }

  @Test func `devices without number about which nothing is told are asked about once a second`()
    throws
  {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    func find() throws {
      for number in 0..<100 {
        let path = try ObjectPath("/org/bluez/hci0/dev_\(number)")
        try bench.call(
          Self.monitor, Self.interface, "DeviceFound", [.objectPath(path)])
      }
    }
    for _ in 0..<5 { try find() }
    // Eight at once, and then all of them together, each once.
    #expect(bench.calls.count { $0 == "GetAll" } <= 8)
    bench.loop.advance(by: .seconds(1))
    try bench.answer()
    #expect((100...108).contains(bench.calls.count { $0 == "GetAll" }))
  }

  @Test func `values of other types than theirs do no harm`() throws {
    let bench = try ordinary()
    bench.listen(1)
    try bench.accept()
    _ = bench.events()
    try bench.change(
      .properties([
        "RSSI": .string("loud"), "ManufacturerData": .int16(3), "ServiceData": .strings(["x"]),
        "Address": .string("C1:22"),
      ]))
    try bench.change(
      .properties(["RSSI": .int16(-30_000), "Address": .string("zz:zz:zz:zz:zz:zz")]))
    try bench.signal("/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded", [.int16(1)])
    #expect(bench.events().isEmpty)
    #expect(BlueZDevice.number("C1:22:33:44:55:66") == Beacons.address)
    #expect(BlueZDevice.number("+1:22:33:44:55:66") == nil)
  }
}
