/// Rows in a text, one per line, sorted by the bytes of their headers.
///
/// The text is a program constant: nothing is built at the start, and a row is read when a sentence
/// needs it.
struct NMEATable {
  private let text: StaticString

  init(_ text: StaticString) { self.text = text }

  /// Returns the row with a header.
  func row(_ header: String) -> NMEARow? {
    let wanted = Array(header.utf8)
    return text.withUTF8Buffer { text in
      let text = unsafe text.span
      let line = lowerBound(wanted, text)
      return compare(wanted, text.extracting(line)) == 0
        ? NMEARow(copy(text.extracting(line))) : nil
    }
  }

  /// Returns the rows whose headers begin with a text.
  func rows(beginning header: String) -> [NMEARow] {
    let wanted = Array(header.utf8)
    return text.withUTF8Buffer { text in
      let text = unsafe text.span
      var rows: [NMEARow] = []
      var line = lowerBound(wanted, text)
      while line.count >= wanted.count, begins(text.extracting(line), with: wanted) {
        if let row = NMEARow(copy(text.extracting(line))) { rows.append(row) }
        line = wholeLine(from: min(line.upperBound + 1, text.count), text)
      }
      return rows
    }
  }

  /// Returns the first line whose header does not precede `wanted`; empty after the last.
  private func lowerBound(_ wanted: [UInt8], _ text: Span<UInt8>) -> Range<Int> {
    var low = 0
    var high = text.count
    while low < high {
      var start = low + (high - low) / 2
      while start > low, text[start - 1] != 0x0A { start -= 1 }
      let line = wholeLine(from: start, text)
      if compare(wanted, text.extracting(line)) <= 0 {
        high = start
      } else {
        low = min(line.upperBound + 1, text.count)
      }
    }
    return wholeLine(from: low, text)
  }

  private func wholeLine(from start: Int, _ text: Span<UInt8>) -> Range<Int> {
    var end = start
    while end < text.count, text[end] != 0x0A { end += 1 }
    return start..<end
  }

  private func begins(_ line: Span<UInt8>, with wanted: [UInt8]) -> Bool {
    for (index, byte) in wanted.enumerated() where index >= line.count || line[index] != byte {
      return false
    }
    return !line.isEmpty
  }

  /// All rows, in order.
  var rows: [NMEARow] {
    text.withUTF8Buffer { text in
      let text = unsafe text.span
      var rows: [NMEARow] = []
      var start = 0
      for index in 0...text.count where index == text.count || text[index] == 0x0A {
        if let row = NMEARow(copy(text.extracting(start..<max(start, index)))) { rows.append(row) }
        start = index + 1
      }
      return rows
    }
  }

  /// Returns a negative number if the header precedes the line's.
  private func compare(_ header: [UInt8], _ line: Span<UInt8>) -> Int {
    var index = 0
    while true {
      let theirs = index < line.count && line[index] != 0x20 ? Int(line[index]) : -1
      let ours = index < header.count ? Int(header[index]) : -1
      if ours != theirs || ours < 0 { return ours - theirs }
      index += 1
    }
  }

  private func copy(_ bytes: Span<UInt8>) -> [UInt8] {
    (0..<bytes.count).map { bytes[$0] }
  }
}

extension NMEACatalogue {
  /// Returns the table for a header or an address.
  static func table(of header: String) -> NMEATable {
    let address = header.prefix { $0 != "," && $0 != "?" }
    // A vendor's address; some formatters also begin with P.
    guard address.utf8.count > 3, address.utf8.first == 0x50 else { return NMEATable(standard) }
    switch address.prefix(4) {
    case "PAIR": return NMEATable(airoha)
    case "PASH": return NMEATable(ashtech)
    case "PCAS": return NMEATable(casic)
    case "PERC", "PERD": return NMEATable(furuno)
    case "PGRM": return NMEATable(garmin)
    case "PMTK": return NMEATable(mediaTek)
    case "PQTM": return NMEATable(quectel)
    case "PSRF": return NMEATable(siRF)
    case "PSSN": return NMEATable(septentrio)
    case "PSTI": return NMEATable(skyTraq)
    case "PSTM": return NMEATable(st)
    case "PTNL": return NMEATable(trimble)
    case "PUBX": return NMEATable(ublox)
    default: return NMEATable(otherVendors)
    }
  }
}
