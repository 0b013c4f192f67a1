public import CairnTypes

/// Chooses the channels of a scan: where access points were heard lately, or all.
///
/// A device hears most access points on few channels. Scanning only those takes a fraction of the
/// energy and of the interruption of traffic; scanning all of them now and then, and when the few
/// were not enough, finds what is new.
public struct ChannelChoice: Sendable {
  /// Most channels of a scan that is not one of all.
  public static let maximum = 6
  /// How long after a scan of all channels the next one is due.
  public static let fullInterval = Duration.seconds(600)
  /// How many channels a radio of two bands has, to say what share a few of them are: 13 at 2.4 GHz
  /// and 25 at 5 GHz.
  public static let usualChannels = 38
  /// An access point that was heard longer ago was heard during another scan.
  private static let maximumAge = Duration.seconds(10)

  private struct Channel {
    /// Access points that may be looked up.
    var count: Int
    var time: MonotonicTime
  }

  private var channels: [UInt32: Channel] = [:]
  /// When a scan of all channels has ended; `nil` when one is needed.
  private var fullScan: MonotonicTime?

  /// Creates a choice that begins with a scan of all channels.
  public init() {}

  /// Takes what a scan has heard, whoever started it.
  public mutating func take(_ scan: WiFiScan) {
    var heard: [UInt32: Int] = [:]
    for sighting in scan.eligible where scan.time - sighting.time <= Self.maximumAge {
      if let frequency = sighting.frequency { heard[frequency, default: 0] += 1 }
    }
    take(heard, at: scan.time)
  }

  /// Takes how many access points that may be looked up a scan has heard, by the channel's centre frequency
  /// in MHz.
  public mutating func take(_ heard: [UInt32: Int], at time: MonotonicTime) {
    for (frequency, count) in heard {
      channels[frequency] = count > 0 ? Channel(count: count, time: time) : nil
    }
    channels = channels.filter { time - $0.value.time <= Self.fullInterval }
  }

  /// Notes that a requested scan of all channels has ended.
  public mutating func noteFullScan(at now: MonotonicTime) { fullScan = now }

  /// Notes that a scan of a few channels was refused or gave no position, so that the next one is of
  /// all.
  public mutating func noteFailure() { fullScan = nil }

  /// Returns the request for the next scan: of the channels on which most access points were heard,
  /// or of all if that is due or nothing was heard.
  public func request(at now: MonotonicTime) -> WiFiScanRequest {
    guard let fullScan, now - fullScan < Self.fullInterval else { return WiFiScanRequest() }
    let best = channels.sorted { ($0.value.count, $1.key) > ($1.value.count, $0.key) }
    return WiFiScanRequest(frequencies: best.prefix(Self.maximum).map(\.key).sorted())
  }
}

extension WiFiScanRequest {
  /// How much of the energy of a scan of all channels it takes, above 0 and up to 1.
  public var share: Double {
    guard !frequencies.isEmpty else { return 1 }
    return min(1, Double(frequencies.count) / Double(ChannelChoice.usualChannels))
  }
}
