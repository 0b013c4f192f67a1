package import CairnRadio
package import CairnTypes

/// Answers requests as the kernel's nl80211 does, in datagrams of one message each.
package struct FakeKernel {
  package struct Entry {
    package var bssid: BSSID
    package var signal: Double
    package var ssid = "net"
    /// Centre frequency of its channel, in MHz.
    package var frequency: UInt32 = 2437
    package var lastSeen: MonotonicTime
    package var isAssociated = false

    package init(bssid: BSSID, signal: Double, lastSeen: MonotonicTime) {
      self.bssid = bssid
      self.signal = signal
      self.lastSeen = lastSeen
    }
  }

  package static let family: UInt16 = 28
  package static let scanGroup: UInt32 = 8
  package static let configurationGroup: UInt32 = 7

  package var hasWiFi = true
  package var interfaces: [WiFiInterface] = [WiFiInterface(index: 3, name: "wlan0", radio: 0)]
  package var entries: [UInt32: [Entry]] = [:]
  /// Errno of the answer to a request for a scan.
  package var triggerErrno: Int32 = 0
  /// Errno of the answer to a request for the interfaces.
  package var listErrno: Int32 = 0
  /// How many of the next dumps are marked as interrupted.
  package var interruptions = 0
  /// Whether requests are ignored.
  package var isSilent = false
  package private(set) var joined: [UInt32] = []
  package private(set) var triggers: [[UInt8]] = []
  /// How often it was asked for access points.
  package private(set) var dumps = 0
  /// How often it was asked for interfaces.
  package private(set) var lists = 0

  /// The channels of the last request for a scan, in MHz; empty for all.
  package var triggeredFrequencies: [UInt32] {
    var frequencies: [UInt32] = []
    let trigger = triggers.last ?? []
    NetlinkMessages.forEach(in: trigger.span) { _, content in
      NetlinkAttributes.forEach(in: content.extracting(4..<content.count)) { number, list in
        guard number == Self.scanFrequencies else { return }
        NetlinkAttributes.forEach(in: list) { frequencies.append(Self.number($1)) }
      }
    }
    return frequencies
  }

  private static let scanFrequencies: UInt16 = 44

  private static func number(_ value: Span<UInt8>) -> UInt32 {
    guard value.count >= 4 else { return 0 }
    return (0..<4).reduce(0) { $0 | UInt32(value[$1]) << UInt32(8 * $1) }
  }

  package init() {}

  package mutating func join(_ group: UInt32) { joined.append(group) }

  /// Returns the datagrams that answer a request.
  package mutating func answer(_ request: [UInt8]) -> [[UInt8]] {
    guard !isSilent else { return [] }
    var answers: [[UInt8]] = []
    NetlinkMessages.forEach(in: request.span) { header, content in
      guard content.count >= 4 else { return }
      var numbers: [UInt16: UInt32] = [:]
      NetlinkAttributes.forEach(in: content.extracting(4..<content.count)) { number, value in
        if value.count >= 4 { numbers[number] = Self.number(value) }
      }
      switch (header.type, content[0]) {
      case (16, 3): answers = describe(header.sequence)
      case (Self.family, 5): answers = list(header.sequence)
      case (Self.family, 32): answers = dump(numbers[3] ?? 0, header.sequence)
      case (Self.family, 33):
        triggers.append(request)
        answers = [Self.error(triggerErrno, header.sequence)]
      default: answers = [Self.error(95, header.sequence)]
      }
    }
    return answers
  }

  private func describe(_ sequence: UInt32) -> [[UInt8]] {
    guard hasWiFi else { return [Self.error(2, sequence)] }
    return [Self.familyMessage(1, sequence), Self.error(0, sequence)]
  }

  private mutating func list(_ sequence: UInt32) -> [[UInt8]] {
    lists += 1
    guard listErrno == 0 else { return [Self.error(listErrno, sequence)] }
    let flags = dumpFlags()
    return interfaces.map { interface in
      Self.message(Self.family, 7, flags, sequence) { Self.fields(interface, &$0) }
    } + [Self.done(flags, sequence)]
  }

  private mutating func dump(_ index: UInt32, _ sequence: UInt32) -> [[UInt8]] {
    dumps += 1
    guard interfaces.contains(where: { $0.index == index }) else {
      return [Self.error(19, sequence)]
    }
    let flags = dumpFlags()
    return (entries[index] ?? []).map { entry in
      Self.message(Self.family, 34, flags, sequence) { message in
        message.attribute(46, UInt32(1))
        message.attribute(3, index)
        message.nested(47) { Self.fields(entry, &$0) }
      }
    } + [Self.done(flags, sequence)]
  }

  private mutating func dumpFlags() -> NetlinkHeader.Flags {
    guard interruptions > 0 else { return .multipart }
    interruptions -= 1
    return [.multipart, .dumpInterrupted]
  }

  // MARK: Messages

  package static func fields(_ interface: WiFiInterface, _ message: inout NetlinkWriter) {
    message.attribute(3, interface.index)
    message.attribute(4, text: interface.name)
    if let kind = interface.kind { message.attribute(5, kind.rawValue) }
    if let radio = interface.radio { message.attribute(1, radio) }
  }

  package static func fields(_ entry: Entry, _ bss: inout NetlinkWriter) {
    let octets = (0..<6).map {
      UInt8(truncatingIfNeeded: entry.bssid.rawValue >> UInt64(40 - 8 * $0))
    }
    bss.attribute(1, octets)
    bss.attribute(3, UInt64(123_456))
    bss.attribute(6, [0, UInt8(entry.ssid.utf8.count)] + Array(entry.ssid.utf8) + [1, 1, 0x82])
    bss.attribute(2, entry.frequency)
    bss.attribute(7, UInt32(bitPattern: Int32((entry.signal * 100).rounded())))
    bss.attribute(10, UInt32(40))
    bss.attribute(15, UInt64(entry.lastSeen.nanoseconds))
    if entry.isAssociated { bss.attribute(9, UInt32(1)) }
  }

  /// Returns an event for all listeners: 34 a scan has ended, 35 it was aborted, 7 and 8 an
  /// interface has appeared or disappeared.
  package static func event(_ command: UInt8, interface: UInt32) -> [UInt8] {
    message(family, command, [], 0) {
      $0.attribute(1, UInt32(0))
      $0.attribute(3, interface)
    }
  }

  /// Returns the controller's description of nl80211: command 1 when it has appeared, 2 when it
  /// disappears.
  package static func familyMessage(_ command: UInt8, _ sequence: UInt32) -> [UInt8] {
    message(16, command, [], sequence) { message in
      message.attribute(2, text: "nl80211")
      message.attribute(1, family)
      message.attribute(3, UInt32(1))
      message.nested(7) { groups in
        for (index, group) in [("config", configurationGroup), ("scan", scanGroup)].enumerated() {
          groups.nested(UInt16(index + 1)) {
            $0.attribute(2, group.1)
            $0.attribute(1, text: group.0)
          }
        }
      }
    }
  }

  package static func message(
    _ type: UInt16, _ command: UInt8, _ flags: NetlinkHeader.Flags, _ sequence: UInt32,
    _ content: (inout NetlinkWriter) -> Void
  ) -> [UInt8] {
    var writer = NetlinkWriter()
    writer.message(NetlinkHeader(type: type, flags: flags, sequence: sequence)) {
      $0.command(command, version: 1)
      content(&$0)
    }
    return writer.bytes
  }

  package static func error(_ errno: Int32, _ sequence: UInt32) -> [UInt8] {
    ending(NetlinkHeader.error, [], errno, sequence)
  }

  private static func done(_ flags: NetlinkHeader.Flags, _ sequence: UInt32) -> [UInt8] {
    ending(NetlinkHeader.done, flags, 0, sequence)
  }

  private static func ending(
    _ type: UInt16, _ flags: NetlinkHeader.Flags, _ errno: Int32, _ sequence: UInt32
  ) -> [UInt8] {
    var writer = NetlinkWriter()
    writer.message(NetlinkHeader(type: type, flags: flags, sequence: sequence)) {
      let code = UInt32(bitPattern: -errno)
      $0.octets((0..<4).map { UInt8(truncatingIfNeeded: code >> UInt32(8 * $0)) })
    }
    return writer.bytes
  }
}
