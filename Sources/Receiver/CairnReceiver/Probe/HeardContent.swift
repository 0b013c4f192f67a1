/// What bytes without any message look like.
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

  /// What to do about it, as one command or request.
  public var advice: String { advice(for: "FILE") }

  private func advice(for file: String) -> String {
    switch self {
    case .speech(let speech): speech.advice
    case .gzip: "decompress it: gzip -dc \(file) | cairn decode -"
    case .bzip2: "decompress it: bzip2 -dc \(file) | cairn decode -"
    case .xz: "decompress it: xz -dc \(file) | cairn decode -"
    case .zstandard: "decompress it: zstd -dc \(file) | cairn decode -"
    case .zip: "unpack it: unzip -p \(file) | cairn decode -"
    case .gpsd:
      "Cairn reads the receiver itself: name its device, or pass on what gpspipe -R prints"
    case .packetCapture:
      "extract the stream: tshark -r \(file) -q -z follow,tcp,raw,0 | xxd -r -p | cairn decode -"
    case .xml: "decode the recording that it was made from"
    case .rinex: "decode the receiver's own recording that it was made from"
    case .utf16: "convert it: iconv -f UTF-16 -t UTF-8 \(file) | cairn decode -"
    case .hexText: "convert it: sed 's/0[xX]//g' \(file) | xxd -r -p | cairn decode -"
    case .xxdDump: "convert it: xxd -r \(file) | cairn decode -"
    case .hexDump:
      "convert it: sed 's/^[0-9A-Fa-f]* *//; s/|.*//' \(file) | xxd -r -p | cairn decode -"
    case .text: "check that it is the output of a receiver"
    case .oversampled(let ratio): "record again at the speed divided by \(ratio)"
    case .zeros: "check the wiring and the speed of the line"
    case .noise:
      "if it comes from a serial line, record again without --baud, so that the speed is found"
    }
  }

  /// One line that says what it looks like and what to do.
  public var explanation: String { explanation(of: nil) }

  /// Returns one line about a recording: what it looks like and what to do.
  ///
  /// - Parameter file: the path of the recording, for the command that makes it readable; `nil` if
  ///   there is none.
  /// - Returns: what it looks like, and what to do.
  public func explanation(of file: String?) -> String {
    "looks like \(name); \(file.map { advice(for: Self.quoted($0)) } ?? advice)"
  }

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

  /// Returns a path quoted as one word for a shell.
  private static func quoted(_ path: String) -> String {
    let isPlain = path.utf8.allSatisfy { octet in
      switch octet {
      case 0x2B...0x3A, 0x40...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
      default: false
      }
    }
    if isPlain, !path.isEmpty, path.utf8.first != 0x2D { return path }
    var text = path.utf8.first == 0x2D ? "'./" : "'"
    for character in path.unicodeScalars {
      if character == "'" { text += "'\\''" } else { text.unicodeScalars.append(character) }
    }
    return text + "'"
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
    }
  }

  /// What to do about it.
  public var advice: String {
    switch self {
    case .modem: "name the modem's port for positions, or switch its GNSS on with its AT command"
    case .sirf: "switch the receiver to NMEA with SiRF's message 129"
    case .sbf: "have the receiver send NMEA with its command setNMEAOutput"
    case .mediaTek, .garmin, .tsip, .skyTraq, .allystar:
      "switch the receiver to NMEA with its maker's tool"
    }
  }
}
