/// A language that Cairn does not speak, proven by its framing.
public enum ForeignSpeech: UInt8, Sendable, CaseIterable {
  /// Answers and notices of a modem.
  case modem
  /// SiRF binary: `A0 A2`, length, payload, checksum, `B0 B3`.
  case sirf
  /// MediaTek binary: `04 24`, length, command, checksum, `0D 0A`.
  case mediaTek
  /// Garmin's link protocol: DLE, number, size, checksum, DLE, ETX.
  case garmin
  /// Trimble TSIP: DLE, number, DLE, ETX.
  case tsip
  /// SkyTraq binary: `A0 A1`, length, payload, checksum, `0D 0A`.
  case skyTraq
  /// Allystar binary: `F1 D9`, class, number, length, checksum.
  case allystar
  /// Septentrio Binary Format: `24 40`, checksum, number, length.
  case sbf
  /// NovAtel's and Unicore's logs as text: `#` or `%`, name, fields, `*`, checksum.
  case asciiLog
}
