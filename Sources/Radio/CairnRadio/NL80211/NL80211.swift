/// Numbers of the kernel's Wi-Fi interface.
///
/// Source: Linux, include/uapi/linux/nl80211.h.
enum NL80211 {
  static let family = "nl80211"
  /// Multicast group of the events of scans.
  static let scanGroup = "scan"
  /// Multicast group of the events of interfaces.
  static let configurationGroup = "config"

  /// `enum nl80211_commands`.
  enum Command {
    static let getInterface: UInt8 = 5
    static let newInterface: UInt8 = 7
    static let deleteInterface: UInt8 = 8
    static let getScan: UInt8 = 32
    static let triggerScan: UInt8 = 33
    static let newScanResults: UInt8 = 34
    static let scanAborted: UInt8 = 35
  }

  /// `enum nl80211_attrs`.
  enum Attribute {
    static let radio: UInt16 = 1
    static let interfaceIndex: UInt16 = 3
    static let interfaceName: UInt16 = 4
    static let interfaceType: UInt16 = 5
    static let scanFrequencies: UInt16 = 44
    static let scanSSIDs: UInt16 = 45
    static let bss: UInt16 = 47
  }

  /// `enum nl80211_bss`.
  enum BSS {
    static let bssid: UInt16 = 1
    static let frequency: UInt16 = 2
    static let informationElements: UInt16 = 6
    static let signalInHundredthsOfDBm: UInt16 = 7
    static let signalInPercent: UInt16 = 8
    static let status: UInt16 = 9
    static let millisecondsAgo: UInt16 = 10
    static let beaconElements: UInt16 = 11
    static let lastSeenBootTime: UInt16 = 15
  }

  /// `enum nl80211_bss_status`.
  enum Status {
    static let associated: UInt32 = 1
    static let joined: UInt32 = 2
  }

  /// Most channels in one request; more than any radio has.
  static let maximumFrequencies = 256
}
