extension HardwareProfile {
  /// How certain a match is.
  public enum Certainty: UInt8, Sendable, CaseIterable, Comparable {
    /// A bridge that may lead to anything: opened only where allowed, and listened to first.
    case bridge = 0
    /// The device is the receiver.
    case certain = 1

    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  /// A USB device that the profile describes.
  public struct USBMatch: Equatable, Sendable {
    /// Four hexadecimal digits, in lower case.
    public var vendor: String
    /// Four hexadecimal digits, in lower case; `x` matches any digit.
    public var product: String
    /// Two hexadecimal digits that select one of several interfaces; `nil` matches all.
    public var interface: String?
    /// The product name that the device reports, with `*` for any text. `nil` matches all.
    public var productName: String?
    /// The device's serial number, with `*` for any text. `nil` matches all.
    public var serialNumber: String?
    /// How certain the match is.
    public var certainty: Certainty
    /// Where the match is known from.
    public var provenance: Provenance

    /// See the properties.
    public init(
      vendor: String, product: String, interface: String? = nil, productName: String? = nil,
      serialNumber: String? = nil, certainty: Certainty, _ provenance: Provenance
    ) {
      self.vendor = vendor
      self.product = product
      self.interface = interface
      self.productName = productName
      self.serialNumber = serialNumber
      self.certainty = certainty
      self.provenance = provenance
    }
  }

  /// How a receiver is recognised; any one match suffices.
  public struct Identity: Equatable, Sendable {
    /// USB devices.
    public var usb: [USBMatch]
    /// Types in the kernel's GNSS subsystem: `UBX`, `NMEA`, `MTK`, `SiRF`.
    public var kernelTypes: [String]
    /// `compatible` strings of the device tree, for example `u-blox,neo-m8`.
    public var compatible: [String]
    /// Paths on this machine, with `*` for any text: `/dev/serial/by-path/*-usb-0:1.2:1.0`.
    public var paths: [String]
    /// Prefixes of the model name that the receiver reports when asked: `NEO-M9N`.
    public var models: [String]
    /// Hardware versions that it reports, for receivers without a model name: `000A0000`.
    public var hardwareVersions: [String]

    /// See the properties.
    public init(
      usb: [USBMatch] = [], kernelTypes: [String] = [], compatible: [String] = [],
      paths: [String] = [], models: [String] = [], hardwareVersions: [String] = []
    ) {
      self.usb = usb
      self.kernelTypes = kernelTypes
      self.compatible = compatible
      self.paths = paths
      self.models = models
      self.hardwareVersions = hardwareVersions
    }
  }

  /// Properties of a device that the operating system reports and that help to choose a profile.
  public struct Traits: Equatable, Sendable {
    /// Four hexadecimal digits, in lower case.
    public var usbVendor: String?
    /// Four hexadecimal digits, in lower case.
    public var usbProduct: String?
    /// Two hexadecimal digits.
    public var usbInterface: String?
    /// The product name that the device reports.
    public var productName: String?
    /// The device's serial number.
    public var serialNumber: String?
    /// The type in the kernel's GNSS subsystem.
    public var kernelType: String?
    /// The `compatible` strings of its node in the device tree.
    public var compatible: [String] = []
    /// Its node and the links to it.
    public var paths: [String] = []

    /// Creates the traits of a device of which nothing is known.
    public init() {}
  }
}

extension HardwareProfile.Identity {
  /// Returns how certain it is that a device is what the profile describes.
  ///
  /// - Returns: the most certain match; `nil` when nothing matches. A path, a kernel type or a
  ///   device-tree node is certain.
  public func certainty(of traits: HardwareProfile.Traits) -> HardwareProfile.Certainty? {
    if let type = traits.kernelType, kernelTypes.contains(type) { return .certain }
    for name in traits.compatible where compatible.contains(name) { return .certain }
    for pattern in paths {
      for path in traits.paths where globMatches(pattern, path) { return .certain }
    }
    var best: HardwareProfile.Certainty?
    for match in usb where match.matches(traits) && match.certainty >= best ?? .bridge {
      best = match.certainty
    }
    return best
  }
}

extension HardwareProfile.USBMatch {
  /// Whether the device matches.
  public func matches(_ traits: HardwareProfile.Traits) -> Bool {
    guard traits.usbVendor == vendor, let id = traits.usbProduct, digitsMatch(product, id) else {
      return false
    }
    if let interface, interface != traits.usbInterface { return false }
    if let productName, !globMatches(productName, traits.productName ?? "") { return false }
    if let serialNumber, !globMatches(serialNumber, traits.serialNumber ?? "") { return false }
    return true
  }
}

/// Whether the digits match the pattern, in which `x` is any digit.
private func digitsMatch(_ pattern: String, _ digits: String) -> Bool {
  guard pattern.utf8.count == digits.utf8.count else { return false }
  for (wanted, found) in zip(pattern.utf8, digits.utf8)
  where wanted != found && wanted != UInt8(ascii: "x") {
    return false
  }
  return true
}

/// Whether the text matches the pattern, in which `*` is any text, even none. Takes at most as many
/// steps as the product of both lengths.
func globMatches(_ pattern: String, _ text: String) -> Bool {
  let pattern = Array(pattern.utf8)
  let text = Array(text.utf8)
  var (p, t) = (0, 0)
  var retry: (pattern: Int, text: Int)?
  while t < text.count {
    if p < pattern.count, pattern[p] == UInt8(ascii: "*") {
      p += 1
      retry = (p, t)
    } else if p < pattern.count, pattern[p] == text[t] {
      p += 1
      t += 1
    } else if let (start, skipped) = retry {
      p = start
      t = skipped + 1
      retry = (start, t)
    } else {
      return false
    }
  }
  while p < pattern.count, pattern[p] == UInt8(ascii: "*") { p += 1 }
  return p == pattern.count
}
