extension GSA {
  /// Reads the satellites used from a Quectel `PQGSA` sentence; `nil` for any other.
  ///
  /// The sentence is GSA by another name; its last field holds the system. It goes with `PQGSV`.
  ///
  /// - Parameter sentence: bytes from `$` on, with or without checksum and line ending.
  ///
  /// Source: Quectel EG25-G, as recorded from firmware that sends NMEA 4.10.
  public init?(quectel sentence: Span<UInt8>) {
    let layout: SentenceLayout
    do throws(NMEAError) { layout = try SentenceLayout(sentence) } catch { return nil }
    guard layout.addressEnd == 6, sentence[1] == ascii("P"), sentence[2] == ascii("Q"),
      sentence[3] == ascii("G"), sentence[4] == ascii("S"), sentence[5] == ascii("A")
    else { return nil }
    var plain: [UInt8] = [
      ascii("$"), ascii("G"), ascii("N"), ascii("G"), ascii("S"), ascii("A"),
    ]
    for index in 6..<layout.end { plain.append(sentence[index]) }
    do throws(NMEAError) { self = try GSA.decode(plain.span) } catch { return nil }
  }
}
