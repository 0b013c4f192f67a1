internal import CairnNMEA
internal import CairnReceiver
package import CairnTypes

/// The NMEA 0183 sentences of one receiver, for programs that read nothing else: its own where it sends
/// them, and made of its fixes otherwise.
///
/// Isolation: belongs to whoever passes the bytes on.
package final class SentenceStream {
  private var framer = Framer()
  private var sky = GPSDSky()
  /// Whether the receiver has sent sentences since the last fix.
  private var hasSentences = false

  /// Creates a stream of a receiver of which nothing is known.
  package init() {}

  /// Returns a sentence that tells a person an error (TXT), with its end.
  package static func notice(_ text: String) -> [UInt8] {
    var sentence = TXT()
    (sentence.messageCount, sentence.messageNumber, sentence.kind) = (1, 1, 0)
    // What delimits fields and sentences is left out.
    let allowed = text.utf8.filter { (0x20...0x7E).contains($0) && !"$*,!\\^~".utf8.contains($0) }
    sentence.text = String(decoding: allowed, as: UTF8.self)
    return sentence.encode(talker: "GN")
  }

  /// Takes the receiver's next bytes.
  ///
  /// - Returns: the sentences that they complete, with their ends.
  package func receive(_ bytes: Span<UInt8>) -> [[UInt8]] {
    var collector = SentenceCollector()
    framer.receive(bytes, into: &collector)
    if !collector.sentences.isEmpty { hasSentences = true }
    return collector.sentences
  }

  /// Takes a list of satellites, for the next fix.
  package func note(_ satellites: [Satellite], _ dilution: DilutionOfPrecision) {
    sky.dilution = dilution.known
    sky.rows = satellites.rows
  }

  /// Takes a fix.
  ///
  /// - Returns: sentences made of it, with their ends; none if the receiver sends its own.
  package func note(_ fix: Location) -> [[UInt8]] {
    defer { hasSentences = false }
    if hasSentences { return [] }
    let lines = MadeSentences.of(fix, sky).split(separator: 0x0A)
    return lines.map { Array($0) + [0x0A] }
  }
}

private struct SentenceCollector: FrameSink {
  var sentences: [[UInt8]] = []

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    guard info.wireProtocol == .nmea else { return }
    var content: [UInt8] = []
    content.reserveCapacity(frame.count)
    for index in frame.indices { content.append(frame[index]) }
    sentences.append(content)
  }
}
