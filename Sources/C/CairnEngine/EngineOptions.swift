internal import CCairnCore
internal import Cairn
internal import CairnCore
internal import CairnTypes
internal import CairnUpdates

/// What one manager wants of its services.
struct EngineOptions {
  /// Those that `cairn-core` has as well.
  var core: CoreOptions
  /// Degrees between two headings; `nil` tells each.
  var headingFilter: Double?
  var headingOrientation: DeviceOrientation

  init(_ options: cairn_options) {
    core = CoreOptions(options)
    headingFilter = positive(options.heading_filter)
    let number = UInt8(truncatingIfNeeded: options.heading_orientation)
    headingOrientation = DeviceOrientation(rawValue: number) ?? .portrait
  }
}

extension Region {
  /// Creates an area, or where a beacon is heard.
  init?(_ region: cairn_region, named identifier: String) {
    guard unsafe region.shape == bits(CAIRN_BEACON) else {
      unsafe self.init(region, identifier: identifier)
      return
    }
    self.init(identifier: identifier, shape: unsafe .beacon(BeaconConstraint(region)))
    notifyOnEntry = unsafe region.flags & bits(CAIRN_QUIET_ENTRY) == 0
    notifyOnExit = unsafe region.flags & bits(CAIRN_QUIET_EXIT) == 0
  }
}

extension BeaconConstraint {
  /// The numbers are in range (front.c).
  fileprivate init(_ region: cairn_region) {
    var halves: [UInt64] = [0, 0]
    var octets = unsafe region.uuid
    unsafe withUnsafeBytes(of: &octets) { octets in
      for index in octets.indices {
        unsafe halves[index / 8] = halves[index / 8] << 8 | UInt64(octets[index])
      }
    }
    self.init(uuid: UUID128(high: halves[0], low: halves[1]))
    // CAIRN_ANY is no number of 16 bits.
    major = unsafe UInt16(exactly: region.major)
    minor = unsafe UInt16(exactly: region.minor)
  }
}
