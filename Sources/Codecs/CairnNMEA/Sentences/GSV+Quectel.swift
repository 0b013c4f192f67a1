extension GSV {
  /// Reads the satellites from a Quectel `PQGSV` sentence; `nil` for any other.
  ///
  /// Quectel's modems send GSV for BeiDou as a sentence of their own, with an additional last field
  /// that names the system. The talker here is that of the named system.
  ///
  /// - Parameter sentence: bytes from `$` on, with or without checksum and line ending.
  ///
  /// Source: Quectel EG25-G, as recorded from firmware that sends NMEA 4.10.
  public init?(quectel sentence: Span<UInt8>) {
    let layout: SentenceLayout
    do throws(NMEAError) { layout = try SentenceLayout(sentence) } catch { return nil }
    guard layout.addressEnd == 6, sentence[1] == ascii("P"), sentence[2] == ascii("Q"),
      sentence[3] == ascii("G"), sentence[4] == ascii("S"), sentence[5] == ascii("V")
    else { return nil }
    var lastComma = layout.end &- 1
    while lastComma > 6, sentence[lastComma] != ascii(",") { lastComma &-= 1 }
    guard lastComma > 6, layout.end &- lastComma == 2,
      let letter = Self.talkerLetter(ofSystem: sentence[lastComma &+ 1])
    else { return nil }
    var plain: [UInt8] = [ascii("$"), ascii("G"), letter, ascii("G"), ascii("S"), ascii("V")]
    for index in 6..<lastComma { plain.append(sentence[index]) }
    do throws(NMEAError) { self = try GSV.decode(plain.span) } catch { return nil }
  }

  /// Returns the talker's second letter for NMEA's system identifier.
  private static func talkerLetter(ofSystem digit: UInt8) -> UInt8? {
    switch digit {
    case ascii("1"): ascii("P")
    case ascii("2"): ascii("L")
    case ascii("3"): ascii("A")
    case ascii("4"): ascii("B")
    case ascii("5"): ascii("Q")
    case ascii("6"): ascii("I")
    default: nil
    }
  }
}
