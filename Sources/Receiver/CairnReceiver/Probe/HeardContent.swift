/// Content of a line without any message that Cairn reads.
public enum HeardContent: Hashable, Sendable {
  /// A language of receivers or modems that Cairn does not read.
  case speech(ForeignSpeech)
  case gzip, bzip2, xz, zstandard, zip
  /// The JSON objects of gpsd, which holds the receiver.
  case gpsd
  /// Network packets, as `tcpdump` and Wireshark store them.
  case packetCapture
  /// XML, such as GPX or KML: positions, not a receiver's messages.
  case xml
  /// RINEX: observations, not a receiver's messages.
  case rinex
  /// Text with two bytes per character.
  case utf16
  /// Bytes as hexadecimal digits.
  case hexText
  /// Bytes as hexadecimal digits after an offset and a colon, as `xxd` prints them.
  case xxdDump
  /// Bytes as hexadecimal digits after an offset, as `hexdump -C` and `od` print them.
  case hexDump
  /// Text without any sentence.
  case text
  /// A serial line that was read this many times too fast.
  case oversampled(Int)
  /// Almost only zeros.
  case zeros
  /// Neither text nor any known format.
  case noise

  /// Whether marks or checksums prove it; the others are found by elimination.
  public var isProven: Bool {
    switch self {
    case .text, .oversampled, .zeros, .noise: false
    default: true
    }
  }

  /// The content's name, to follow "looks like".
  public var name: String {
    switch self {
    case .speech(let speech): speech.name
    case .gzip: "a gzip file"
    case .bzip2: "a bzip2 file"
    case .xz: "an xz file"
    case .zstandard: "a Zstandard file"
    case .zip: "a ZIP archive"
    case .gpsd: "gpsd's protocol"
    case .packetCapture: "a capture of network packets"
    case .xml: "XML, such as GPX or KML"
    case .rinex: "RINEX"
    case .utf16: "UTF-16 text"
    case .hexText, .xxdDump, .hexDump: "a hex dump"
    case .text: "text without NMEA sentences"
    case .oversampled(let ratio): "a serial line that was read \(ratio) times too fast"
    case .zeros: "nothing but zeros"
    case .noise: "noise, or a format that Cairn does not know"
    }
  }

  /// The remedy, as a request to a person.
  public var advice: String {
    switch self {
    case .speech(let speech): speech.advice
    case .gzip, .bzip2, .xz, .zstandard: "decompress it"
    case .zip: "unpack it"
    case .gpsd: "Cairn reads the receiver itself: name its device"
    case .packetCapture: "extract the stream"
    case .xml: "decode the recording that it was made from"
    case .rinex: "decode the receiver's own recording that it was made from"
    case .utf16: "convert it to UTF-8"
    case .hexText, .xxdDump, .hexDump: "convert it to bytes"
    case .text: "check that it is the output of a receiver"
    case .oversampled(let ratio): "record again at the speed divided by \(ratio)"
    case .zeros: "check the wiring and the speed of the line"
    case .noise: "if it comes from a serial line, record again so that its speed is found"
    }
  }

  /// One line that says what it looks like and what to do.
  public var explanation: String { "looks like \(name); \(advice)" }

  /// One line about a server's bytes, whose advice mentions no serial line.
  public var explanationOfServer: String {
    switch self {
    case .oversampled, .zeros, .noise:
      let name = self == .zeros ? name : HeardContent.noise.name
      return
        "looks like \(name); check the address, and that the server passes on what a receiver sends"
    default: return explanation
    }
  }
}

extension ForeignSpeech {
  /// The language's name, to follow "looks like".
  public var name: String {
    switch self {
    case .modem: "a modem that answers AT commands"
    case .sirf: "SiRF binary"
    case .mediaTek: "MediaTek binary"
    case .garmin: "Garmin's link protocol"
    case .tsip: "Trimble TSIP"
    case .skyTraq: "SkyTraq binary"
    case .allystar: "Allystar binary"
    case .sbf: "Septentrio SBF"
    case .asciiLog: "NovAtel's or Unicore's logs as text"
    }
  }

  /// The remedy, as a request to a person.
  public var advice: String {
    switch self {
    case .modem: "name the modem's port for positions, or switch its GNSS on with its AT command"
    case .sirf: "switch the receiver to NMEA with SiRF's message 129"
    case .sbf: "have the receiver send NMEA with its command setNMEAOutput"
    case .asciiLog:
      "have the receiver send NMEA: LOG GPGGA ONTIME 1 for NovAtel, GPGGA 1 for Unicore"
    case .mediaTek, .garmin, .tsip, .skyTraq, .allystar:
      "switch the receiver to NMEA with its maker's tool"
    }
  }
}
