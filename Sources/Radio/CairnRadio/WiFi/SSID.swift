/// The name of a Wi-Fi network.
///
/// Kept in memory only: it is never stored, submitted or printed, because it may name a person.
public struct SSID: Hashable, Sendable {
  /// Up to 32 octets in no particular encoding; empty for a hidden network.
  public let octets: [UInt8]

  /// Creates a name; octets after the 32nd are dropped.
  public init(_ octets: some Sequence<UInt8>) { self.octets = Array(octets.prefix(32)) }

  /// Whether the network hides its name: it sends none, or only zeros.
  public var isHidden: Bool { octets.allSatisfy { $0 == 0 } }

  /// Whether the owner has opted out of location services: the name ends in `_nomap` or contains
  /// `_optout`, in either case of letters.
  ///
  /// Source for `_nomap`: support.google.com/maps/answer/1725632.
  public var isOptedOut: Bool {
    let name = octets.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let ending = Array("_nomap".utf8)
    let word = Array("_optout".utf8)
    if name.suffix(ending.count).elementsEqual(ending) { return true }
    guard name.count >= word.count else { return false }
    return (0...name.count - word.count).contains {
      name[$0..<$0 + word.count].elementsEqual(word)
    }
  }
}

extension SSID: CustomStringConvertible, CustomReflectable {
  /// Only the length, so that no log contains the name.
  public var description: String { "SSID of \(octets.count) octets" }

  /// Shows no octets, so that `dump` does not print the name.
  public var customMirror: Mirror { Mirror(self, children: ["count": octets.count]) }
}
