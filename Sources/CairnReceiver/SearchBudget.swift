/// What a search for frames may spend on checksums that turn out wrong.
///
/// False headers can make each byte of a stream part of hundreds of claims, and every claim costs a checksum over
/// all the bytes that it claims. So each byte that arrives pays for 16 bytes of the cheapest checksum, and what a
/// frame with a right checksum costs is free. A receiver's stream needs less than one, damaged or read at a wrong
/// speed. Where the credit is short a claim is taken for false unseen, the long ones first: one claim may take an
/// eighth of what there is. Hence short frames are found longest, and behind the last false header a UBX frame of
/// 100 bytes is found again after 50 bytes, one of RTCM 3 of 1 KiB after 5 KiB, and every one after 33 KiB.
///
/// The same bytes in the same pieces always give the same frames.
struct SearchBudget {
  /// Earned by each byte.
  private static let grant = 16
  /// Of the credit, for one claim: its reciprocal.
  private static let share = 8
  /// What can be saved up: twice what the longest claim must find.
  private static let capacity = 1 << 20
  /// From it on every claim is affordable: the longest is one of UBX, 65,543 bytes.
  private static let ample = share * 65_543

  /// In the work of one byte of the cheapest checksum, of UBX. At first every claim is affordable.
  private var credit = Self.ample
  /// Up to where the stream has paid.
  private var position = 0

  /// Whether any claim can be afforded, as far as the stream has paid.
  var isAmple: Bool { credit >= Self.ample }

  /// The search has come to that position of the stream: what lies behind it pays for nothing yet, so that it does
  /// not matter how the stream is cut.
  mutating func earn(upTo position: Int) {
    guard position > self.position else { return }
    let bytes = min(position &- self.position, Self.capacity)
    credit = min(Self.capacity, credit &+ bytes &* Self.grant)
    self.position = position
  }

  /// Whether the checksum of so many bytes may be computed.
  func affords(_ wireProtocol: WireProtocol, _ length: Int) -> Bool {
    Self.cost(wireProtocol, length) <= credit / Self.share
  }

  /// The checksum of so many bytes was computed, and is wrong.
  mutating func spend(_ wireProtocol: WireProtocol, _ length: Int) {
    credit = max(0, credit &- Self.cost(wireProtocol, length))
  }

  /// By the instructions that a byte takes.
  private static func cost(_ wireProtocol: WireProtocol, _ length: Int) -> Int {
    switch wireProtocol {
    case .ubx: length
    case .rtcm3, .casic: 8 &* length
    // Each time that a byte comes, while the end has not.
    case .nmea: 16 &* length
    }
  }
}
