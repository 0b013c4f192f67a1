import CCairnLinux
import CairnBus
import CairnDBus
import CairnHAL
import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc
import Synchronization
import Testing

@testable import CairnWireless

/// A controller behind a socket, which answers each command with success.
///
/// `@unchecked Sendable`: touched on the loop only, or while the test waits for it.
final class FakeController: HCISocket, @unchecked Sendable {
  let descriptor: Int32
  private let far: Int32
  /// What `send` fails with; 0 for nothing.
  var failure: Int32 = 0
  private(set) var commands: [UInt16] = []
  private(set) var isClosed = false
  /// The interval and window of the last command that sets them, and whether it listens.
  private(set) var timing: (UInt16, UInt16) = (0, 0)
  private(set) var isListening = false

  init() {
    var ends: [Int32] = [0, 0]
    let kind = SOCK_SEQPACKET.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue
    socketpair(AF_UNIX, Int32(kind), 0, &ends)
    (descriptor, far) = (ends[0], ends[1])
  }

  deinit {
    Glibc.close(descriptor)
    Glibc.close(far)
  }

  func send(_ packet: [UInt8]) throws(DeviceError) {
    guard failure == 0 else { throw DeviceError(.write, path: "test", code: failure) }
    let code = UInt16(packet[1]) | UInt16(packet[2]) << 8
    commands.append(code)
    if code == 0x200C { isListening = packet[4] == 1 }
    if code == 0x200B {
      timing = (
        UInt16(packet[5]) | UInt16(packet[6]) << 8, UInt16(packet[7]) | UInt16(packet[8]) << 8
      )
    }
    emit([4, 0x0E, 4, 1, packet[1], packet[2], 0])
  }

  func receive(into buffer: inout [UInt8]) throws(DeviceError) -> Int? {
    let count = Glibc.recv(descriptor, &buffer, buffer.count, 0)
    if count > 0 { return count }
    if count < 0, errno == EAGAIN { return nil }
    throw DeviceError(.read, path: "test", code: EPIPE)
  }

  func close() { isClosed = true }

  func emit(_ packet: [UInt8]) { _ = Glibc.send(far, packet, packet.count, Int32(MSG_NOSIGNAL)) }

  /// Takes the adapter away.
  func unplug() { shutdown(far, Int32(SHUT_RDWR)) }

  /// One advertisement of an iBeacon.
  func advertise(rssi: Int8 = -60) {
    let data = Beacons.advertisement
    emit(
      [4, 0x3E, UInt8(12 + data.count), 2, 1, 3, 1, 0x66, 0x55, 0x44, 0x33, 0x22, 0xC1]
        + [UInt8(data.count)] + data + [UInt8(bitPattern: rssi)])
  }
}

/// A beacon, as radios and BlueZ show it.
enum Beacons {
  static let content: [UInt8] = [0x02, 0x15] + [UInt8](0x10...0x1F) + [0, 1, 0, 2, 0xC5]
  static let advertisement: [UInt8] = [26, 0xFF, 0x4C, 0x00] + content
  static let address: UInt64 = 0xC122_3344_5566
}

/// A scanner in virtual time, with a controller and a message bus that a test plays.
///
/// `@unchecked Sendable`: what the loop touches is touched while the test waits for it.
final class BluetoothBench: @unchecked Sendable {
  static let adapter: ObjectPath = "/org/bluez/hci0"
  static let device: ObjectPath = "/org/bluez/hci0/dev_C1_22_33_44_55_66"
  static let service: BusName = ":1.9"

  let loop: EventLoop
  let scanner: BluetoothScanner
  let peer: BusPeer
  private let folder: TemporaryFolder
  private let heard = Mutex<[String]>([])
  private let sockets: Sockets

  /// What the next sockets are, or the errno of opening one.
  final class Sockets: @unchecked Sendable {
    var next: Result<FakeController, DeviceError>
    init(_ next: Result<FakeController, DeviceError>) { self.next = next }
  }

  // What BlueZ has.
  var isRunning = true
  var hasAdapter = true
  var isOn = true
  var hasMonitors = true
  var refusal: InterfaceName?
  private(set) var calls: [String] = []

  init(_ socket: Result<FakeController, DeviceError>, hasHardware: Bool = true) throws {
    loop = try EventLoop(clock: .virtual(start: MonotonicTime(nanoseconds: 100_000_000_000)))
    peer = try BusPeer()
    folder = try TemporaryFolder()
    if hasHardware { mkdir("\(folder.path)/hci0", 0o755) }
    let sockets = Sockets(socket)
    self.sockets = sockets
    scanner = BluetoothScanner(
      loop: loop, adapters: folder.path, bus: [peer.address], switches: nil
    ) { () throws(DeviceError) in
      switch sockets.next {
      case .success(let controller): return controller
      case .failure(let error): throw error
      }
    }
    loop.post { [self] in
      scanner.assumeIsolated { scanner in
        scanner.sink = BeaconScannerSink { [self] in note($0) }
      }
    }
    loop.settle()
  }

  deinit { loop.shutdown() }

  /// What opening a socket gives from now on.
  func provide(_ socket: Result<FakeController, DeviceError>) { sockets.next = socket }

  func listen(_ duty: Double) {
    loop.post { [self] in scanner.assumeIsolated { $0.listen(duty: duty) } }
    loop.settle()
  }

  /// What was told since the last time, without silence that repeats itself.
  func events() -> [String] {
    loop.settle()
    return heard.withLock { events in
      defer { events = [] }
      return events
    }
  }

  private func note(_ event: BeaconScannerEvent) {
    let text =
      switch event {
      case .heard(let sighting):
        "heard \(String(sighting.device, radix: 16)) \(sighting.rssi.map { "\($0)" } ?? "-")"
      case .lost(let device, let time):
        "lost \(String(device, radix: 16)) \((loop.now() - time) / .seconds(1))"
      case .listening(let duty): "listening \(duty)"
      case .issue(let issue): "issue \(issue.kind)"
      case .resolved(let kind): "resolved \(kind)"
      }
    heard.withLock { if $0.last != text || !text.hasSuffix(" 0.0") { $0.append(text) } }
  }

  // MARK: BlueZ

  /// Accepts the connection, and answers until nothing is asked any more.
  func accept() throws {
    try peer.admit { loop.settle() }
    try answer()
  }

  /// Answers until nothing is asked any more.
  func answer() throws {
    try peer.serve({ loop.settle() }, { try answer($0) })
  }

  /// Calls an object of the program, as BlueZ does; returns whether it was answered without an error.
  @discardableResult
  func call(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ body: [DBusValue] = [],
    from sender: BusName = service
  ) throws -> DBusMessage? {
    try peer.send(.methodCall(BusPeer.name, path, interface, member, body), from: sender)
    loop.settle()
    let messages = try peer.messages()
    for message in messages where message.kind == .methodCall { try answer(message) }
    return messages.first { $0.replySerial != nil }
  }

  func signal(
    _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName, _ body: [DBusValue]
  ) throws {
    try peer.send(.signal(path, interface, member, body), from: Self.service)
    try answer()
  }

  /// Tells of a device's properties that have changed.
  func change(_ properties: DBusValue) throws {
    try signal(
      Self.device, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string("org.bluez.Device1"), properties, .strings([])])
  }

  /// Tells of a device that is new.
  func addDevice(rssi: Int16) throws {
    var manufacturer = DBusDictionary(key: .uint16, value: .variant)
    manufacturer.append(.uint16(0x004C), .variant(.bytes(Beacons.content)))
    var interfaces = DBusDictionary(key: .string, value: .dictionary(.string, .variant))
    interfaces.append(
      .string("org.bluez.Device1"),
      .properties([
        "Address": .string("C1:22:33:44:55:66"), "RSSI": .int16(rssi),
        "ManufacturerData": .dictionary(manufacturer),
      ]))
    try signal(
      "/", "org.freedesktop.DBus.ObjectManager", "InterfacesAdded",
      [.objectPath(Self.device), .dictionary(interfaces)])
  }

  /// Ends bluetoothd, or starts it.
  func run(_ runs: Bool) throws {
    isRunning = runs
    let owners = runs ? ["", Self.service.text] : [Self.service.text, ""]
    try peer.send(
      .signal(
        "/org/freedesktop/DBus", .bus, "NameOwnerChanged",
        [.string("org.bluez")] + owners.map { .string($0) }))
    try answer()
  }

  /// Tells that the adapter was switched on or off.
  func power(_ isOn: Bool) throws {
    self.isOn = isOn
    try signal(
      Self.adapter, "org.freedesktop.DBus.Properties", "PropertiesChanged",
      [.string("org.bluez.Adapter1"), .properties(["Powered": .boolean(isOn)]), .strings([])])
  }

  private func answer(_ call: DBusMessage) throws {
    let member = call.member?.text ?? ""
    if call.destination != .bus { calls.append(member) }
    // Who wants no reply may have closed the connection.
    guard !call.flags.contains(.noReplyExpected) else { return }
    if call.destination == .bus {
      guard member == "GetNameOwner" else { return try peer.send(call.reply()) }
      let reply =
        isRunning
        ? call.reply([.string(Self.service.text)]) : call.error(.nameHasNoOwner, "no owner")
      return try peer.send(reply)
    }
    switch member {
    case "GetManagedObjects": try peer.send(call.reply([objects]), from: Self.service)
    case "RegisterMonitor":
      let reply = refusal.map { call.error($0, "no") } ?? call.reply()
      try peer.send(reply, from: Self.service)
      if refusal == nil {
        try self.call("/org/cairn/beacons/all", "org.bluez.AdvertisementMonitor1", "Activate")
      }
    default: try peer.send(call.reply(), from: Self.service)
    }
  }

  private var objects: DBusValue {
    let properties = DBusType.dictionary(.string, .variant)
    var objects = DBusDictionary(key: .objectPath, value: .dictionary(.string, properties))
    if hasAdapter {
      var interfaces = DBusDictionary(key: .string, value: properties)
      interfaces.append(
        .string("org.bluez.Adapter1"), .properties(["Powered": .boolean(isOn)]))
      if hasMonitors {
        interfaces.append(
          .string("org.bluez.AdvertisementMonitorManager1"), .properties([:]))
      }
      objects.append(.objectPath(Self.adapter), .dictionary(interfaces))
    }
    return .dictionary(objects)
  }
}
