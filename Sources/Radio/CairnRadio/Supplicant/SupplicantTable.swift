internal import CairnTypes

/// A part of the list of access points that wpa_supplicant keeps.
///
/// Source: wpa_supplicant, wpa_supplicant/ctrl_iface.c (`BSS RANGE=…`, `SCAN_RESULTS`) and
/// src/utils/common.c (`printf_encode`).
struct SupplicantTable {
  /// The access points, without those whose address or signal is missing or wrong.
  private(set) var sightings: [AccessPointSighting] = []
  /// The number of the last access point; `nil` if there is none.
  private(set) var last: UInt32?
  /// Whether the list ends with this part.
  private(set) var isEnd = false

  /// The requested fields of an access point: number, address, frequency, level, age, name, and
  /// lines between blocks. Source: wpa_supplicant, src/common/wpa_ctrl.h, `WPA_BSS_MASK_…`.
  static let mask = "0x21287"
  /// Longest line that is read.
  private static let longestLine = 512

  /// Reads the answer to `BSS RANGE=…`: a block of lines for each access point.
  init(blocks text: Span<UInt8>, at now: MonotonicTime) {
    var entry = Entry()
    Self.forEachLine(text) { line in
      if line == Array("====".utf8) || line == Array("####".utf8) {
        add(entry, now)
        entry = Entry()
        if line[0] == UInt8(ascii: "#") { isEnd = true }
      } else if let separator = line.firstIndex(of: UInt8(ascii: "=")) {
        entry.set(line[..<separator], line[(separator + 1)...])
      }
    }
    // A block without its end was cut, and is requested again.
    if sightings.isEmpty, last == nil { isEnd = true }
  }

  /// Reads the answer to `SCAN_RESULTS`: a line for each access point, without its age.
  init(lines text: Span<UInt8>, heard: MonotonicTime) {
    isEnd = true
    Self.forEachLine(text) { line in
      let fields = line.split(
        separator: UInt8(ascii: "\t"), maxSplits: 4, omittingEmptySubsequences: false)
      guard fields.count == 5 else { return }
      var entry = Entry()
      for (name, field) in zip(["bssid", "freq", "level"], fields) {
        entry.set(Array(name.utf8)[...], field)
      }
      entry.set(Array("ssid".utf8)[...], fields[4])
      entry.age = 0
      add(entry, heard)
    }
  }

  /// Fields of one access point, as far as they have been read.
  private struct Entry {
    var number: UInt32?
    var bssid: BSSID?
    var frequency: UInt32?
    var level: Int32?
    var age: UInt32?
    var ssid = SSID([])

    mutating func set(_ name: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) {
      let text = String(decoding: value.prefix(32), as: UTF8.self)
      switch String(decoding: name, as: UTF8.self) {
      case "id": number = UInt32(text)
      case "bssid": bssid = BSSID(text)
      case "freq": frequency = UInt32(text)
      case "level": level = Int32(text)
      case "age": age = UInt32(text)
      case "ssid": ssid = SupplicantTable.name(value)
      default: break
      }
    }
  }

  private mutating func add(_ entry: Entry, _ now: MonotonicTime) {
    // Numbers that do not grow would be requested again forever.
    if let number = entry.number { last = max(last ?? 0, number) }
    guard let bssid = entry.bssid, let level = entry.level, (-150...0).contains(level),
      let age = entry.age
    else { return }
    sightings.append(
      AccessPointSighting(
        bssid: bssid, ssid: entry.ssid, signal: Double(level), frequency: entry.frequency,
        time: now - .seconds(Int64(age))))
  }

  private static func forEachLine(_ text: Span<UInt8>, _ body: ([UInt8]) -> Void) {
    var line: [UInt8] = []
    for index in text.indices {
      if text[index] == UInt8(ascii: "\n") {
        body(line)
        line = []
      } else if line.count < longestLine {
        line.append(text[index])
      }
    }
    if !line.isEmpty { body(line) }
  }

  /// Decodes the escapes of a name; other text stands for itself.
  private static func name(_ text: ArraySlice<UInt8>) -> SSID {
    var octets: [UInt8] = []
    var rest = text
    while let octet = rest.popFirst() {
      guard octet == UInt8(ascii: "\\"), let mark = rest.popFirst() else {
        octets.append(octet)
        continue
      }
      switch mark {
      case UInt8(ascii: "n"): octets.append(10)
      case UInt8(ascii: "r"): octets.append(13)
      case UInt8(ascii: "t"): octets.append(9)
      case UInt8(ascii: "e"): octets.append(27)
      case UInt8(ascii: "x"):
        let digits = rest.prefix(2)
        guard digits.count == 2,
          let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
          octets.append(mark)
          continue
        }
        octets.append(value)
        rest = rest.dropFirst(2)
      default: octets.append(mark)
      }
    }
    return SSID(octets)
  }
}
