internal import CairnRadio

/// When each device of a fleet asks for a new map, so that they do not all ask at once.
public enum MapSpread {
  /// Returns how long a device waits.
  ///
  /// Always as long for the same device, so that those which start together stay apart and each is served at a regular
  /// time.
  ///
  /// - Parameters:
  ///   - identity: what differs between devices, such as the content of `/etc/machine-id`.
  ///   - longest: the time over which the fleet is spread; none if it is not positive.
  /// - Returns: from zero to less than `longest`, in milliseconds.
  public static func delay(of identity: String, within longest: Duration) -> Duration {
    let (seconds, rest) = longest.components
    guard seconds >= 0, rest >= 0, seconds < 1 << 40 else { return .zero }
    let milliseconds =
      UInt64(clamping: seconds) &* 1000
      &+ UInt64(clamping: rest / 1_000_000_000_000_000)
    guard milliseconds > 0 else { return .zero }
    // FNV-1a, whose upper bits depend on all bytes once they are mixed. Source: RFC 9923.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in identity.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return .milliseconds(
      Int64(truncatingIfNeeded: PackJudge.mixed(hash).multipliedFullWidth(by: milliseconds).high))
  }
}
