public import CairnHAL
public import CairnLinux
public import CairnTypes

/// Where a GNSS receiver's bytes come from.
@nonexhaustive
public enum ReceiverSource: Hashable, Sendable {
  /// The first receiver that the kernel announces and that certainly is one. A bridge that may lead
  /// to anything is left alone.
  case discovered
  /// A device, a TCP server or a file, and the line's speed in baud if known.
  case address(SourceAddress, baudRate: UInt32? = nil)

  /// Creates an address from a device path, `tcp://host:port` or `file:path`.
  ///
  /// Whether there is a receiver is not checked: it may be plugged in later.
  ///
  /// - Parameter address: the address as a person writes it.
  /// - Throws: `.invalidConfiguration` with a reason, for an address under which no receiver can ever
  ///   be: an empty one, one of another kind such as `gpsd://`, one without a valid port, a folder.
  public init(_ address: String) throws(LocationError) {
    if let fault = SourceAddress.fault(of: address) {
      throw LocationError(.invalidConfiguration, reason: fault)
    }
    self = .address(SourceAddress(address))
  }
}

extension SourceAddress {
  /// Whether the bytes were recorded in the past.
  var isRecording: Bool {
    if case .file = self { true } else { false }
  }
}

extension ProviderDescriptor {
  /// A single-band receiver of which nothing else is known: its powers are assumed.
  ///
  /// Source: u-blox UBX-16012619 R04 (SAM-M8Q): 2.5 m CEP, which is 3.2 m at 68 %; 26 s cold and 1
  /// s hot start; 32 mA acquiring and 29 mA tracking at 3.0 V. The urban and indoor radii and the
  /// floor are estimates.
  public static func genericGNSS(id: ProviderID = "gnss") -> ProviderDescriptor {
    var energy = ReceiverEnergy(
      acquiring: 96, tracking: 87, startTimes: .init(hot: 1, aided: 1, warm: 26, cold: 26))
    energy.isAssumed = true
    return ProviderDescriptor(
      id: id, technology: .gnss,
      capabilities: [.altitude, .speed, .course, .utc, .satellites, .needsSky],
      accuracy: AccuracyModel(openSky: 3.2, urban: 8, indoor: 50, floor: 0.01),
      energy: .receiver(energy))
  }

  /// A position that was entered by hand, which costs nothing whatever its accuracy.
  public static func fixed(id: ProviderID = "fixed", accuracy: Double) -> ProviderDescriptor {
    ProviderDescriptor(
      id: id, technology: .fixed, capabilities: [],
      accuracy: AccuracyModel(openSky: accuracy, urban: accuracy, indoor: accuracy, floor: 0),
      energy: .operation(OperationEnergy(energy: 0, duration: 0)), naturalInterval: .seconds(60))
  }
}
