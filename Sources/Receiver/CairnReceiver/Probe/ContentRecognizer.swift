/// Recognises the content of a byte stream in which no message was found.
///
/// It takes bytes in pieces of any size and keeps the first 2 KiB. It searches the first 16 KiB for
/// languages, and the kept bytes for everything else.
public struct ContentRecognizer {
  /// Bytes at the beginning of a format.
  private struct Signature {
    let content: HeardContent
    let offset: Int
    let octets: [UInt8]

    init(_ content: HeardContent, _ octets: [UInt8], offset: Int = 0) {
      self.content = content
      self.offset = offset
      self.octets = octets
    }
  }

  /// Source: RFC 1952, RFC 8878, the .xz format 1.2.1, APPNOTE 6.3 of ZIP, the drafts of pcap and
  /// pcapng, RINEX 3.05, gpsd_json(5).
  private static let signatures = [
    Signature(.gzip, [0x1F, 0x8B, 0x08]),
    Signature(.xz, [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00]),
    Signature(.zstandard, [0x28, 0xB5, 0x2F, 0xFD]),
    Signature(.bzip2, [0x31, 0x41, 0x59, 0x26, 0x53, 0x59], offset: 4),
    Signature(.zip, [0x50, 0x4B, 0x03, 0x04]),
    // `{"class":`, the beginning of each object.
    Signature(.gpsd, [0x7B, 0x22, 0x63, 0x6C, 0x61, 0x73, 0x73, 0x22, 0x3A]),
    Signature(.packetCapture, [0xD4, 0xC3, 0xB2, 0xA1]),
    Signature(.packetCapture, [0xA1, 0xB2, 0xC3, 0xD4]),
    Signature(.packetCapture, [0x0A, 0x0D, 0x0D, 0x0A]),
    // "<?xml", "<gpx", "<kml".
    Signature(.xml, [0x3C, 0x3F, 0x78, 0x6D, 0x6C]),
    Signature(.xml, [0x3C, 0x67, 0x70, 0x78]),
    Signature(.xml, [0x3C, 0x6B, 0x6D, 0x6C]),
    // "RINEX VERSION", the label in the first line.
    Signature(
      .rinex, [0x52, 0x49, 0x4E, 0x45, 0x58, 0x20, 0x56, 0x45, 0x52, 0x53, 0x49, 0x4F, 0x4E],
      offset: 60),
  ]

  private static let headSize = 2048
  private static let searchSize = 16_384
  /// With fewer bytes, the lack of a pattern proves nothing.
  private static let leastBytes = 64
  /// This many printable bytes are no accident.
  private static let leastText = 24

  private var head: [UInt8] = []
  private var scanner = ForeignScanner()
  private var judge = LineJudge()
  private var searched = 0

  /// Creates a recognizer that has heard nothing.
  public init() {}

  /// Takes the next bytes of the stream.
  public mutating func receive(_ bytes: Span<UInt8>) {
    let kept = min(bytes.count, Self.headSize &- head.count)
    for index in 0..<kept { head.append(bytes[index]) }
    let part = bytes.extracting(first: min(bytes.count, Self.searchSize &- searched))
    searched &+= part.count
    scanner.receive(part)
    for index in 0..<part.count { judge.add(part[index]) }
  }

  /// Content recognised in the bytes so far; `nil` while there are too few.
  public var content: HeardContent? {
    for signature in Self.signatures where begins(with: signature) { return signature.content }
    var scanner = scanner
    scanner.conclude()
    if let speech = scanner.found { return .speech(speech) }
    if TextShape.isUTF16(head.span) { return .utf16 }
    if let dump = TextShape.dump(in: head.span) { return dump }
    if head.count >= Self.leastText, TextShape.isText(head.span) { return .text }
    guard head.count >= Self.leastBytes else { return nil }
    switch judge.verdict {
    case .tooFast(let ratio): return .oversampled(ratio)
    case .onlyZeros: return .zeros
    case .undecided, .tooSlow: return .noise
    }
  }

  private func begins(with signature: Signature) -> Bool {
    guard head.count >= signature.offset &+ signature.octets.count else { return false }
    for index in signature.octets.indices
    where head[signature.offset &+ index] != signature.octets[index] {
      return false
    }
    return true
  }
}
