extension NL80211 {
  /// Returns the request for a list of all interfaces.
  static func listInterfaces(family: UInt16, sequence: UInt32) -> [UInt8] {
    message(family, Command.getInterface, [.request, .dump], sequence) { _ in }
  }

  /// Returns the request for the access points that the kernel remembers.
  static func listAccessPoints(family: UInt16, interface: UInt32, sequence: UInt32) -> [UInt8] {
    message(family, Command.getScan, [.request, .dump], sequence) {
      $0.attribute(Attribute.interfaceIndex, interface)
    }
  }

  /// Returns the request for a scan. Needs the capability CAP_NET_ADMIN.
  static func triggerScan(
    family: UInt16, interface: UInt32, _ request: WiFiScanRequest, sequence: UInt32
  ) -> [UInt8] {
    message(family, Command.triggerScan, [.request, .acknowledge], sequence) {
      $0.attribute(Attribute.interfaceIndex, interface)
      if !request.frequencies.isEmpty {
        $0.nested(Attribute.scanFrequencies) { list in
          for (index, frequency) in request.frequencies.prefix(maximumFrequencies).enumerated() {
            list.attribute(UInt16(clamping: index), frequency)
          }
        }
      }
      // One empty name asks every network to answer; without names the radio only listens.
      if request.isActive { $0.nested(Attribute.scanSSIDs) { $0.attribute(0, [UInt8]()) } }
    }
  }

  private static func message(
    _ family: UInt16, _ command: UInt8, _ flags: NetlinkHeader.Flags, _ sequence: UInt32,
    _ attributes: (inout NetlinkWriter) -> Void
  ) -> [UInt8] {
    var writer = NetlinkWriter()
    writer.message(NetlinkHeader(type: family, flags: flags, sequence: sequence)) { message in
      message.command(command, version: 0)
      attributes(&message)
    }
    return writer.bytes
  }
}
