internal import CairnNMEA
internal import CairnTypes

/// The commands of a u-blox receiver whose first UART does not accept UBX: `PUBX` and a number.
/// None is acknowledged; an unknown command is answered by a notice.
///
/// Source: u-blox UBX-13003221 R28 (M8), "NMEA protocol", PUBX.
struct PUBX: Sendable {
  /// Field index of the first UART's rate in PUBX,40.
  private static let rate = 3

  fileprivate func answer(
    _ command: SentenceCommand, _ settings: inout SentenceSettings
  ) -> [CommandEffect] {
    switch (command.address, command.integer(0)) {
    case ("PUBX", 0): return [.answer(Self.position)]
    case ("PUBX", 4): return [.answer(Self.time)]
    case ("PUBX", 40):
      guard command.fields.count == 8, let rate = command.integer(Self.rate),
        (0...255).contains(rate)
      else { return [] }
      if let formatter = Self.known.first(where: { $0.description == command.fields[1] }) {
        settings.rates[formatter] = rate
      }
    case ("PUBX", 41):
      guard command.integer(1) == 1, let baudRate = command.integer(4),
        (4800...921_600).contains(baudRate)
      else { return [] }
      settings.baudRate = UInt32(baudRate)
    default: return [.answer("GNTXT,01,01,01,NMEA unknown msg")]
    }
    return []
  }

  private static let known: [SentenceFormatter] = [
    "GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "GRS", "GST", "ZDA",
  ]

  /// PUBX,00 of a receiver without a position.
  private static let position =
    "PUBX,00,,0000.00000,N,00000.00000,E,0.000,NF,5303302,3750001,0.000,0.00,0.000,,99.99,99.99,"
    + "99.99,0,0,0"

  /// PUBX,04 of a receiver that does not know the time.
  private static let time = "PUBX,04,000000.00,060180,0.00,0000,18D,3750001,0.000,21"
}

extension SentenceDialect {
  /// The dialect of a u-blox receiver besides UBX; handles every command that begins with `$P`.
  static var pubx: SentenceDialect {
    let port = PUBX()
    return SentenceDialect(
      prefix: "P", answer: { command, settings, _ in port.answer(command, &settings) },
      refuse: { _ in [] })
  }
}
