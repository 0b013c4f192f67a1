/// Reads the information elements of beacons and probe responses.
///
/// Source: IEEE Std 802.11, elements.
public enum InformationElements {
  /// Element number of the SSID.
  static let ssid: UInt8 = 0

  /// Calls `body` for every whole element, in order, with its number and content.
  ///
  /// - Returns: whether the elements fill the bytes exactly; an element that is cut short ends the
  ///   iteration.
  @discardableResult
  public static func forEach(
    in bytes: Span<UInt8>, _ body: (UInt8, Span<UInt8>) -> Void
  ) -> Bool {
    var position = 0
    while bytes.count - position >= 2 {
      let start = position + 2
      let end = start + Int(bytes[position + 1])
      guard end <= bytes.count else { return false }
      body(bytes[position], bytes.extracting(start..<end))
      position = end
    }
    return position == bytes.count
  }

  /// Returns the network's name; `nil` when there is no such element or it is too long.
  public static func ssid(in bytes: Span<UInt8>) -> SSID? {
    var found: SSID?
    forEach(in: bytes) { number, content in
      guard number == ssid, found == nil, content.count <= 32 else { return }
      found = SSID(content.indices.map { content[$0] })
    }
    return found
  }
}
