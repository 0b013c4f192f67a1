internal import CairnTypes
internal import CairnUBX

/// Builds a payload by the fields of a row, from the wire values that a source supplies by name;
/// reverses the reader.
///
/// Values that the source lacks are counted, and written as the row says, nearly always as zero.
struct UBXRowBuilder<Source: FieldSource> {
  private(set) var source: Source
  private(set) var bytes: [UInt8] = []
  /// Number of fields that the source lacks or whose values do not fit.
  private(set) var missing = 0
  /// Name of the first missing field.
  private(set) var firstMissing: String?
  /// Numbers whose fine part comes later: their offsets in `bytes`, and the sums to divide.
  private var sums: [(offset: Int, sum: Int64, parts: Int)] = []

  init(_ source: Source) { self.source = source }

  mutating func build(_ fields: [UBXRowField]) {
    for field in fields {
      switch field.content {
      case .number(let number, let initial): append(number, field.name, initial)
      case .coarse(let number, let parts, _): appendCoarse(number, field.name, parts)
      case .fine(let number): appendFine(number, field.name)
      case .bits(let width, let bits): append(bits, width)
      case .array(let number, .toEnd): appendToEnd(number, field.name)
      case .array(let number, let count):
        for index in 0..<self.count(count) {
          append(number, source.element(field.name, index &+ 1), field.name)
        }
      case .octets(let count, _): append(field.name, width: self.count(count))
      case .text(let width?): append(field.name, width: width)
      case .text(nil): appendText(field.name)
      case .reserved(let width): appendReserved(width)
      case .group(let count, let members, _): append(members, count)
      case .end: if !source.hasUnread { return }
      }
    }
  }

  /// Appends the octets that the source has after the last field.
  mutating func finish() {
    switch source.reserved() {
    case nil: break
    case .octets(let octets)?: bytes += octets
    default: miss("reserved")
    }
  }

  private mutating func miss(_ name: String) {
    missing &+= 1
    if firstMissing == nil { firstMissing = name }
  }

  private func count(_ count: UBXRowField.Count) -> Int {
    switch count {
    case .fixed(let number): number
    case .toEnd: source.groupCount
    case .declared(let place):
      min(
        Int(clamping: place.value { bytes.indices.contains($0) ? bytes[$0] : 0 }),
        UBXFrame.maximumPayload)
    }
  }

  // MARK: - Numbers

  private mutating func append(_ number: WireNumber, _ name: String, _ initial: UInt64) {
    let bits = number.bits(of: source.field(named: name))
    if bits == nil { miss(name) }
    bytes += littleEndian(bits ?? initial, width: number.width)
  }

  private mutating func append(_ number: WireNumber, _ value: FieldValue?, _ name: String) {
    let bits = number.bits(of: value)
    if bits == nil { miss(name) }
    bytes += littleEndian(bits ?? 0, width: number.width)
  }

  private mutating func appendToEnd(_ number: WireNumber, _ name: String) {
    var index = 1
    while index <= UBXFrame.maximumPayload, let value = source.element(name, index) {
      append(number, value, name)
      index &+= 1
    }
  }

  private mutating func appendCoarse(_ number: WireNumber, _ name: String, _ parts: Int) {
    guard case .scaled(let scale) = number.notation else { return append(number, name, 0) }
    let whole = WireNumber(width: 8, isSigned: true, .scaled(scale / Double(parts)))
    let bits = whole.bits(of: source.field(named: name))
    if bits == nil { miss(name) }
    let sum = Int64(bitPattern: bits ?? 0)
    sums.append((bytes.count, sum, parts))
    bytes += Self.octets(of: nearest(Double(sum) / Double(parts)))
  }

  private mutating func appendFine(_ number: WireNumber, _ name: String) {
    guard let (offset, sum, parts) = sums.first else { return append(number, name, 0) }
    sums.removeFirst()
    let fine: Int8
    if let bits = number.bits(of: source.field(named: name)) {
      fine = Int8(truncatingIfNeeded: bits)
    } else {
      // The sum alone determines the fine part if the coarse number is the nearest one.
      let coarse: Int32 = nearest(Double(sum) / Double(parts))
      fine = Int8(clamping: sum &- Int64(coarse) &* Int64(parts))
    }
    let coarse: Int32 = nearest(Double(sum &- Int64(fine)) / Double(parts))
    for (index, octet) in Self.octets(of: coarse).enumerated() { bytes[offset &+ index] = octet }
    bytes.append(UInt8(bitPattern: fine))
  }

  private static func octets(of coarse: Int32) -> [UInt8] {
    littleEndian(UInt64(UInt32(bitPattern: coarse)), width: 4)
  }

  // MARK: - Bits

  private mutating func append(_ bits: [UBXRowField.Bits], _ width: Int) {
    let number = WireNumber(width: 8, isSigned: false, .integer)
    var word: UInt64 = 0
    var shift: UInt64 = 0
    for field in bits {
      var value = field.initial
      if field.name.isEmpty {
        value = unused(field.width)
      } else if let given = number.bits(of: source.field(named: field.name)),
        given <= mask(field.width)
      {
        value = given
      } else {
        miss(field.name)
      }
      word |= value &<< shift
      shift &+= UInt64(field.width)
    }
    bytes += littleEndian(word, width: width)
  }

  private mutating func unused(_ width: Int) -> UInt64 {
    switch source.reserved() {
    case nil: return 0
    case .unsigned(let given)? where given <= mask(width): return given
    default:
      miss("reserved")
      return 0
    }
  }

  // MARK: - Octets

  private mutating func append(_ name: String, width: Int) {
    let octets = source.field(named: name)?.octets(width: width)
    if octets == nil { miss(name) }
    pad(octets ?? [], to: width)
  }

  private mutating func appendText(_ name: String) {
    guard case .text(let text)? = source.field(named: name),
      text.unicodeScalars.allSatisfy({ $0.value < 0x100 })
    else { return miss(name) }
    bytes += text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
  }

  private mutating func appendReserved(_ width: Int) {
    switch source.reserved() {
    case nil: pad([], to: width)
    case .octets(let given)? where given.count == width: bytes += given
    default:
      miss("reserved")
      pad([], to: width)
    }
  }

  private mutating func pad(_ octets: [UInt8], to width: Int) {
    bytes += octets
    if octets.count < width { bytes += repeatElement(0, count: width &- octets.count) }
  }

  private mutating func append(_ members: [UBXRowField], _ count: UBXRowField.Count) {
    let given = source.groupCount
    let wanted = self.count(count)
    if given < wanted { miss("groups") }
    for index in 0..<min(wanted, given) {
      source.beginGroup(index)
      build(members)
      source.endGroup()
    }
  }
}
