internal import CairnTypes

extension AccessPointSighting {
  /// Reads one entry of the kernel's list of access points; `nil` without an address, a signal
  /// strength or a time.
  ///
  /// - Parameters:
  ///   - entry: the value of the attribute `NL80211_ATTR_BSS`.
  ///   - now: the time of reading; an entry cannot be younger.
  init?(bss entry: Span<UInt8>, now: MonotonicTime) {
    var bssid: BSSID?
    var (signal, time): (Double?, MonotonicTime?)
    var (ssid, beaconSSID): (SSID?, SSID?)
    var frequency: UInt32?
    var ago: UInt32?
    var isConnected = false
    NetlinkAttributes.forEach(in: entry) { number, value in
      switch number {
      case NL80211.BSS.bssid: bssid = BSSID(octets: value)
      case NL80211.BSS.frequency: frequency = value.native32(at: 0)
      case NL80211.BSS.signalInHundredthsOfDBm:
        signal = value.native32(at: 0).map { Double(Int32(bitPattern: $0)) / 100 }
      case NL80211.BSS.signalInPercent:
        if value.count > 0 { signal = Double(min(100, value[0])) / 2 - 100 }
      case NL80211.BSS.lastSeenBootTime:
        time = value.native64(at: 0).map { MonotonicTime(nanoseconds: Int64(clamping: $0)) }
      case NL80211.BSS.millisecondsAgo: ago = value.native32(at: 0)
      case NL80211.BSS.informationElements: ssid = InformationElements.ssid(in: value)
      case NL80211.BSS.beaconElements: beaconSSID = InformationElements.ssid(in: value)
      case NL80211.BSS.status:
        let status = value.native32(at: 0)
        isConnected = status == NL80211.Status.associated || status == NL80211.Status.joined
      default: break
      }
    }
    // Zero means that the driver does not know when.
    if time == MonotonicTime(nanoseconds: 0) { time = nil }
    let seen = time ?? ago.map { now - .milliseconds(Int64($0)) }
    guard let bssid, let signal, let seen else { return nil }
    self.init(
      bssid: bssid, ssid: ssid ?? beaconSSID ?? SSID([]), signal: signal, frequency: frequency,
      time: min(now, seen), isConnected: isConnected)
  }
}
