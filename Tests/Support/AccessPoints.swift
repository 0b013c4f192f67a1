package import CairnRadio

/// Access points for tests.
package enum AccessPoints {
  /// An eligible address for a number below 2^40.
  package static func bssid(_ number: UInt64) -> BSSID {
    guard let bssid = BSSID(rawValue: 0x0400_0000_0000 | number) else {
      preconditionFailure("a number of more than 40 bits")
    }
    return bssid
  }
}
