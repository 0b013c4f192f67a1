import CairnReceiver
import CairnTypes

extension HeardContent {
  /// Says about a recording what it looks like and what to do, in one line.
  ///
  /// - Parameter file: the path of the recording, for the command that makes it readable; `nil` if
  ///   there is none.
  /// - Returns: words that follow the recording's name.
  package func explanation(of file: String?) -> String {
    "looks like \(name); \(advice(for: file.map { "\(ShellWord($0))" } ?? "FILE"))"
  }

  /// What to do about it, with the command that does it.
  private func advice(for file: String) -> String {
    switch self {
    case .gzip: "\(advice): gzip -dc \(file) | cairn decode -"
    case .bzip2: "\(advice): bzip2 -dc \(file) | cairn decode -"
    case .xz: "\(advice): xz -dc \(file) | cairn decode -"
    case .zstandard: "\(advice): zstd -dc \(file) | cairn decode -"
    case .zip: "\(advice): unzip -p \(file) | cairn decode -"
    case .gpsd: "\(advice), or pass on what gpspipe -R prints"
    case .packetCapture:
      "\(advice): tshark -r \(file) -q -z follow,tcp,raw,0 | xxd -r -p | cairn decode -"
    case .utf16: "convert it: iconv -f UTF-16 -t UTF-8 \(file) | cairn decode -"
    case .hexText: "convert it: sed 's/0[xX]//g' \(file) | xxd -r -p | cairn decode -"
    case .xxdDump: "convert it: xxd -r \(file) | cairn decode -"
    case .hexDump:
      "convert it: sed 's/^[0-9A-Fa-f]* *//; s/|.*//' \(file) | xxd -r -p | cairn decode -"
    case .noise:
      "if it comes from a serial line, record again without --baud, so that the speed is found"
    default: advice
    }
  }
}
