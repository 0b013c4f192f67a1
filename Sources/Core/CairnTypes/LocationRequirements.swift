/// Values a client requires beside a position.
public struct LocationRequirements: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16

  /// - Parameter rawValue: a union of the static members.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// Altitude.
  public static let altitude = Self(rawValue: 1 << 0)
  /// Speed over ground.
  public static let speed = Self(rawValue: 1 << 1)
  /// Course over ground, which a device at rest does not have.
  public static let course = Self(rawValue: 1 << 2)
  /// The time in UTC.
  public static let utc = Self(rawValue: 1 << 3)
  /// A solution in three dimensions.
  public static let threeD = Self(rawValue: 1 << 4)
  /// Measured by satellites: no radio network is scanned or queried.
  public static let satelliteOnly = Self(rawValue: 1 << 5)
  /// Found without contacting anything outside the device.
  public static let offline = Self(rawValue: 1 << 6)
  /// Carrier phases with their integer cycles resolved: centimetres.
  public static let rtkFixed = Self(rawValue: 1 << 7)

  /// Returns whether a fix meets the requirements, except `offline`, a matter of the provider.
  public func isMet(by fix: Location) -> Bool {
    guard !isEmpty else { return true }
    let quality = fix.source.fix
    return (!contains(.altitude) || fix.altitude != nil)
      && (!contains(.speed) || fix.speed != nil)
      && (!contains(.course) || fix.course != nil)
      && (!contains(.utc) || fix.timestamp != nil)
      && (!contains(.threeD) || quality.isThreeD)
      && (!contains(.satelliteOnly) || fix.source.technology == .gnss)
      && (!contains(.rtkFixed) || quality == .rtkFixed)
  }
}
