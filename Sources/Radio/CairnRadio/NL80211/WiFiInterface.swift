/// A network interface of a Wi-Fi radio.
public struct WiFiInterface: Hashable, Sendable {
  /// Use of an interface.
  @nonexhaustive
  public enum Kind: UInt32, Hashable, Sendable {
    case unspecified = 0
    case adHoc = 1
    /// A client of access points, the usual kind.
    case station = 2
    case accessPoint = 3
    case accessPointVLAN = 4
    case monitor = 6
    case mesh = 7
    case peerToPeerClient = 8
    case peerToPeerOwner = 9
    case peerToPeerDevice = 10
  }

  /// The kernel's number of the interface; never zero.
  public var index: UInt32
  /// Its name, such as `wlan0`.
  public var name: String
  /// Use of the interface; `nil` for a kind that is not listed.
  public var kind: Kind?
  /// The kernel's number of the radio; interfaces of one radio cannot scan at the same time.
  public var radio: UInt32?

  /// Creates an interface; the properties describe the values.
  public init(index: UInt32, name: String, kind: Kind? = .station, radio: UInt32? = nil) {
    self.index = index
    self.name = name
    self.kind = kind
    self.radio = radio
  }

  /// Whether the interface can be asked to scan. Stations, ad-hoc nodes and clients of a
  /// peer-to-peer group can; an access point only where its driver permits it.
  public var canScan: Bool {
    switch kind {
    case .station, .adHoc, .peerToPeerClient: true
    default: false
    }
  }

  /// Reads the attributes of an interface; `nil` without an index and a name, as for interfaces
  /// that are no network devices.
  init?(attributes: Span<UInt8>) {
    var (index, name): (UInt32?, String?)
    var (kind, radio): (UInt32?, UInt32?)
    NetlinkAttributes.forEach(in: attributes) { number, value in
      switch number {
      case NL80211.Attribute.interfaceIndex: index = value.native32(at: 0)
      case NL80211.Attribute.interfaceName: name = value.text
      case NL80211.Attribute.interfaceType: kind = value.native32(at: 0)
      case NL80211.Attribute.radio: radio = value.native32(at: 0)
      default: break
      }
    }
    guard let index, index != 0, let name else { return nil }
    self.init(index: index, name: name, kind: kind.flatMap(Kind.init), radio: radio)
  }
}
