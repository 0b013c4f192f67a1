package import CairnHAL
package import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// Data about a receiver before its port is opened, from its profile or the kind of device.
struct ReceiverKnowledge: Sendable {
  /// How to find and configure the receiver.
  var setup = ReceiverSetup()
  /// The setups of models that the receiver may turn out to be.
  var alternatives: [ReceiverSetup] = []
  /// How its supply can be controlled, which depends on the board and not on the receiver.
  var supply = HardwareProfile.Supply()
  /// Where its pulses arrive; `nil` for those on its own line, if any.
  var pulses: String?

  init() {}

  /// Uses the best matching profile, or the kind of device alone. Once the receiver reports its
  /// model, the profile of that model applies, whatever the device is.
  ///
  /// A connection or recording is never written to unless a profile allows it. A device that the
  /// kernel or a rule calls a receiver may be queried while silent; any other must send first.
  init(
    _ address: SourceAddress, _ device: DiscoveredDevice?, _ control: ReceiverControl,
    _ profiles: [HardwareProfile], _ energy: EnergyModel, hasModem: Bool = false
  ) {
    let port: ReceiverPort = Self.isUSB(address, device) ? .usb : .uart1
    if let profile = Self.best(of: profiles, for: address, device) {
      supply = Self.supply(profile.supply, of: device, hasModem: hasModem)
      pulses = profile.pulses
      setup = ReceiverSetup(profile, port: port)
      setup.traits = ReceiverPowerTraits(profile, supply: supply, port: port, energy)
    } else {
      supply = Self.supply(supply, of: device, hasModem: hasModem)
      setup.port = port
      switch address {
      case .file, .tcp: setup.permission = .never
      case .device:
        setup.permission = device?.classification == .gnss ? .whileSilent : .afterFirstFrame
      }
    }
    alternatives = profiles.map {
      var alternative = ReceiverSetup($0, port: port)
      alternative.traits = ReceiverPowerTraits($0, supply: supply, port: port, energy)
      return alternative
    }
    if control == .listen { setup.permission = .never }
    guard control != .configure else { return }
    setup.traits = nil
    for index in alternatives.indices { alternatives[index].traits = nil }
  }

  /// Returns a profile's supply, or that of a receiver within a modem, which keeps its data while
  /// it is off.
  private static func supply(
    _ supply: HardwareProfile.Supply, of device: DiscoveredDevice?, hasModem: Bool
  ) -> HardwareProfile.Supply {
    switch supply.powerSwitch {
    case .none where hasModem && device?.classification == .modemGNSSPort:
      HardwareProfile.Supply(powerSwitch: .modem, keepsBackup: true)
    case .modem where !hasModem: HardwareProfile.Supply()
    default: supply
    }
  }

  /// Whether the receiver has its own USB port, not a bridge; by its name if no monitor knows it.
  private static func isUSB(_ address: SourceAddress, _ device: DiscoveredDevice?) -> Bool {
    if let device { return device.driver == "cdc_acm" }
    return if case .device(let path) = address { path.hasPrefix("/dev/ttyACM") } else { false }
  }

  /// Fetches the orbits that the receiver has learnt before it is left, whatever model it is.
  mutating func keepDatabase() {
    setup.keepsDatabase = true
    for index in alternatives.indices { alternatives[index].keepsDatabase = true }
  }

  /// Returns the best matching profile, the first among equals.
  private static func best(
    of profiles: [HardwareProfile], for address: SourceAddress, _ device: DiscoveredDevice?
  ) -> HardwareProfile? {
    let traits = HardwareProfile.Traits(address, device)
    var best: (profile: HardwareProfile, certainty: HardwareProfile.Certainty)?
    for profile in profiles {
      guard let certainty = profile.identity.certainty(of: traits) else { continue }
      if best.map({ certainty > $0.certainty }) ?? true { best = (profile, certainty) }
    }
    return best?.profile
  }
}

extension HardwareProfile.Traits {
  /// Reads the traits of a device from what the kernel reports.
  package init(_ address: SourceAddress, _ device: DiscoveredDevice?) {
    self.init()
    usbVendor = device?.vendorID
    usbProduct = device?.productID
    usbInterface = device?.interfaceNumber
    productName = device?.product?.raw
    serialNumber = device?.serialNumber?.raw
    kernelType = device?.gnssType
    if case .device(let path) = address { paths = [path] }
    paths += device?.links ?? []
  }
}

extension ReportDemand {
  /// Translates a provider's work for its receiver: reports at the natural rate, more often if that
  /// is wanted, or more rarely if the receiver should sleep in between.
  ///
  /// - Parameters:
  ///   - tracking: the provider's work.
  ///   - takesCorrections: whether the receiver will be given corrections.
  init(_ tracking: ProviderWork.Tracking, takesCorrections: Bool) {
    self.init()
    accuracy = tracking.accuracy
    isCyclic = tracking.isCyclic
    fixInterval = max(tracking.interval, .milliseconds(40))
    if !isCyclic { fixInterval = min(.seconds(1), fixInterval) }
    activity = tracking.activity
    wantsSatellites = true
    wantsHealth = true
    self.takesCorrections = takesCorrections
  }
}

/// Kind of writing to a receiver that is allowed.
public enum ReceiverControl: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is ever written to it.
  case listen
  /// The receiver is identified at its present speed and left as it was found.
  case identify
  /// The receiver is identified, configured as needed, and put to sleep where its profile allows. A
  /// device of unknown kind is written to only after it has sent data like a receiver.
  case configure
}
