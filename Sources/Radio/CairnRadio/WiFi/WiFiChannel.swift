/// A band of Wi-Fi channels.
@nonexhaustive
public enum WiFiBand: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// 2.4 GHz.
  case band2GHz
  /// 4.9 and 5 GHz.
  case band5GHz
  /// 6 GHz.
  case band6GHz
  /// 60 GHz.
  case band60GHz
}

/// The number of a channel within its band.
///
/// Source: IEEE Std 802.11, channel starting frequencies and numbers.
public struct WiFiChannel: Hashable, Sendable, BitwiseCopyable {
  /// The band, without which the number is ambiguous.
  public let band: WiFiBand
  /// The number, 1...253.
  public let number: UInt8

  /// Finds the channel with a centre frequency; `nil` for a frequency that no channel has.
  ///
  /// - Parameter frequency: centre frequency of the primary 20 MHz channel, in MHz.
  public init?(frequency: UInt32) {
    let found: (band: WiFiBand, number: UInt32)
    switch frequency {
    case 2484: found = (.band2GHz, 14)
    case 2412...2472 where (frequency &- 2407) % 5 == 0:
      found = (.band2GHz, (frequency &- 2407) / 5)
    case 4910...4980 where frequency % 5 == 0: found = (.band5GHz, (frequency &- 4000) / 5)
    case 5005...5895 where frequency % 5 == 0: found = (.band5GHz, (frequency &- 5000) / 5)
    case 5935: found = (.band6GHz, 2)
    case 5955...7115 where frequency % 5 == 0: found = (.band6GHz, (frequency &- 5950) / 5)
    case 58_320...70_200 where (frequency &- 56_160) % 2160 == 0:
      found = (.band60GHz, (frequency &- 56_160) / 2160)
    default: return nil
    }
    band = found.band
    number = UInt8(truncatingIfNeeded: found.number)
  }
}
