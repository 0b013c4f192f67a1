package import CairnHAL
package import CairnLinux
internal import CairnReceiver
internal import CairnTypes

/// What is known of a receiver before its port is open: from its profile, or from what kind of device it is.
struct ReceiverKnowledge: Sendable {
  /// How it is found and shall work.
  var setup = ReceiverSetup()
  /// What it may turn out to be when it says its model.
  var alternatives: [ReceiverSetup] = []
  /// What can be done to its supply, which is a matter of the board, whatever the receiver turns out to be.
  var supply = HardwareProfile.Supply()
  /// Where its pulses arrive; `nil` for those on its own line, if there are any.
  var pulses: String?

  init() {}

  /// What the profile that fits best tells, or the kind of device alone; once the receiver says its model,
  /// what the profile of that model tells, whatever the device is.
  ///
  /// Nobody answers on a connection or in a recording unless a profile says so. What the kernel or a rule
  /// calls a receiver may be asked while it is silent; anything else has to speak first.
  init(
    _ address: SourceAddress, _ device: DiscoveredDevice?, _ control: ReceiverControl,
    _ profiles: [HardwareProfile], _ energy: EnergyModel
  ) {
    let port: ReceiverPort = Self.isUSB(address, device) ? .usb : .uart1
    if let profile = Self.best(of: profiles, for: address, device) {
      supply = profile.supply
      pulses = profile.pulses
      setup = ReceiverSetup(profile, port: port)
      setup.traits = ReceiverPowerTraits(profile, supply: supply, port: port, energy)
    } else {
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

  /// Whether the receiver has the USB port itself, and no bridge: by its name where no monitor knows the device.
  private static func isUSB(_ address: SourceAddress, _ device: DiscoveredDevice?) -> Bool {
    if let device { return device.driver == "cdc_acm" }
    return if case .device(let path) = address { path.hasPrefix("/dev/ttyACM") } else { false }
  }

  /// What the receiver has learnt is fetched before it is left, whatever it turns out to be.
  mutating func keepDatabase() {
    setup.keepsDatabase = true
    for index in alternatives.indices { alternatives[index].keepsDatabase = true }
  }

  /// Of profiles that fit equally well, the first.
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
  /// What the kernel says of a device.
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

extension ReceiverDemand {
  /// What a provider's work means for its receiver: reports at the natural rate, or as often as wanted
  /// where that is more often.
  ///
  /// - Parameters:
  ///   - tracking: the provider's work.
  ///   - takesCorrections: whether it will be given corrections.
  init(_ tracking: ProviderWork.Tracking, takesCorrections: Bool) {
    var reports = ReportDemand()
    reports.accuracy = tracking.accuracy
    reports.fixInterval = min(.seconds(1), max(tracking.interval, .milliseconds(40)))
    reports.activity = tracking.activity
    reports.wantsSatellites = true
    reports.wantsHealth = true
    reports.takesCorrections = takesCorrections
    self.init(reports)
  }
}

/// What may be done to a receiver.
public enum ReceiverControl: UInt8, Hashable, Sendable, CaseIterable {
  /// Nothing is ever written to it.
  case listen
  /// It is asked what it is, at the speed that it has, and left as it was found.
  case identify
  /// It is asked what it is, configured for what is wanted, and sent to sleep where its profile allows.
  /// A device that may be anything is written to only after it has spoken like a receiver.
  case configure
}
