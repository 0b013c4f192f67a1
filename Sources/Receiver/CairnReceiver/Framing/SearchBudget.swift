/// Credit of a search for frames, spent on checksums that turn out wrong.
///
/// False headers can make each byte part of hundreds of claims, each with a checksum to compute. So
/// each byte that arrives earns 16 bytes of the cheapest checksum; right checksums are free. Even
/// when damaged or read at a wrong speed, a receiver's stream needs less than one. When credit is
/// short, claims are rejected unseen, long ones first: one claim may take an eighth of the credit.
/// After the last false header, a UBX frame of 100 bytes is found again after 50 bytes, an RTCM 3
/// frame of 1 KiB after 5 KiB, and any frame after 33 KiB.
///
/// The same bytes in the same pieces always give the same frames.
struct SearchBudget {
  /// Credit earned per byte.
  private static let grant = 16
  /// One claim may use the credit divided by this.
  private static let share = 8
  /// The most credit: twice what the longest claim needs.
  private static let capacity = 1 << 20
  /// Credit that affords any claim: the longest is UBX with 65,543 bytes.
  private static let ample = share * 65_543

  /// Credit in bytes of the cheapest checksum, UBX. Initially affords any claim.
  private var credit = Self.ample
  /// Stream position up to which bytes have been credited.
  private var position = 0

  /// Whether the credit affords any claim.
  var isAmple: Bool { credit >= Self.ample }

  /// Credits the bytes up to a position that the search has reached; not later ones, so that the
  /// result does not depend on how the stream is cut.
  mutating func earn(upTo position: Int) {
    guard position > self.position else { return }
    let bytes = min(position &- self.position, Self.capacity)
    credit = min(Self.capacity, credit &+ bytes &* Self.grant)
    self.position = position
  }

  /// Returns whether the checksum of a frame of that length may be computed.
  func affords(_ wireProtocol: WireProtocol, _ length: Int) -> Bool {
    Self.cost(wireProtocol, length) <= credit / Self.share
  }

  /// Charges a checksum that was computed and is wrong.
  mutating func spend(_ wireProtocol: WireProtocol, _ length: Int) {
    credit = max(0, credit &- Self.cost(wireProtocol, length))
  }

  /// Returns the cost, from the instructions per byte.
  private static func cost(_ wireProtocol: WireProtocol, _ length: Int) -> Int {
    switch wireProtocol {
    case .ubx: length
    case .rtcm3, .casic: 8 &* length
    // Charged again with each arriving byte until the end is found.
    case .nmea: 16 &* length
    }
  }
}
