internal import CairnTypes

/// Builds a payload from the wire values that a source supplies by name; reverses the printer.
///
/// Also reads, so that a field that decides whether others follow has its value in time. Values
/// that the source lacks are written as zero and counted.
struct PayloadBuilder<Source: FieldSource, Names: ConfigurationNaming>: UBXFieldVisitor,
  UBXBitVisitor
{
  static var reads: Bool { true }
  static var readsBits: Bool { true }

  private(set) var source: Source
  private(set) var bytes: [UInt8] = []
  /// Number of fields that the source lacks or whose values do not fit.
  private(set) var missing = 0
  /// Name of the first missing field.
  private(set) var firstMissing: StaticString?
  private var word = BitWriter()
  /// Number of bits of the word not stated yet.
  private var bitsLeft = 0
  /// Number of groups that enclose the present field.
  private var depth = 0

  init(_ source: consuming Source, naming names: Names.Type) { self.source = source }

  mutating func number<W: UBXWireInteger>(
    _ name: StaticString, _ raw: inout W, _ notation: UBXNotation
  ) {
    let value = source.field(name)
    if let bits: W = wire(value, notation) { raw = bits } else { miss(name) }
    append(raw)
  }

  mutating func bits<W: UBXWireInteger, B: UBXBitField>(
    _ name: StaticString, _ width: W.Type, _ value: inout B
  ) {
    word = BitWriter()
    bitsLeft = MemoryLayout<W>.size &* 8
    value.bits(&self)
    if bitsLeft > 0 { unused(bitsLeft) }
    append(W(truncatingIfNeeded: word.word))
  }

  mutating func field(_ name: StaticString, _ width: Int, _ value: inout UInt64) {
    let given = source.field(name)
    if let bits: UInt64 = wire(given, .integer), bits <= mask(width) {
      value = bits
    } else {
      miss(name)
    }
    word.field(name, width, &value)
    bitsLeft &-= width
  }

  mutating func unused(_ width: Int) {
    bitsLeft &-= width
    var bits: UInt64 = 0
    switch source.reserved() {
    case nil: break
    case .unsigned(let given)? where given <= mask(width): bits = given
    default: miss("reserved")
    }
    word.field("", width, &bits)
  }

  mutating func unnamed(_ width: Int, _ value: inout UInt64) { unused(width) }

  mutating func wide(_ name: StaticString, _ width: Int, _ raw: inout UInt64) {
    let value = source.field(name)
    if let bits: UInt64 = wire(value, .integer), bits <= mask(width &* 8) {
      raw = bits
    } else {
      miss(name)
    }
    for index in 0..<width { bytes.append(UInt8(truncatingIfNeeded: raw &>> UInt64(8 &* index))) }
  }

  mutating func array<W: UBXWireInteger>(
    _ name: StaticString, _ count: Int, _ values: inout [W], as notation: UBXNotation
  ) {
    values.removeAll(keepingCapacity: true)
    // Limits a huge count from the source: a payload has 65,535 bytes at most.
    for index in 0..<min(count, UBXFrame.maximumPayload) {
      var value: FieldValue?
      if depth == 0 {
        value = source.element("\(name)", index &+ 1)
      } else if index < source.groupCount {
        source.beginGroup(index)
        value = source.field(name)
        source.endGroup()
      }
      let bits: W? = wire(value, notation)
      if bits == nil { miss(name) }
      values.append(bits ?? 0)
      append(bits ?? 0)
    }
  }

  mutating func ch(_ name: StaticString, _ width: Int, _ value: inout UBXText) {
    value.octets = octets(name, width)
    pad(value.octets, to: width)
  }

  mutating func reserved(_ count: Int) {
    var octets: [UInt8] = []
    switch source.reserved() {
    case nil: break
    case .octets(let given)? where given.count == count: octets = given
    default: miss("reserved")
    }
    pad(octets, to: count)
  }

  mutating func groups<G: UBXGroup>(_ count: Int, _ elements: inout [G]) {
    elements.removeAll(keepingCapacity: true)
    let given = source.groupCount
    if given < count { miss("groups") }
    depth &+= 1
    for index in 0..<min(count, given) {
      source.beginGroup(index)
      var element = G()
      element.fields(&self)
      elements.append(element)
      source.endGroup()
    }
    depth &-= 1
  }

  mutating func groupsToEnd<G: UBXGroup>(_ elements: inout [G]) {
    groups(source.groupCount, &elements)
  }

  mutating func configuration(_ values: inout [ConfigurationValue]) {
    values.removeAll(keepingCapacity: true)
    while let (name, value) = source.nextField() {
      let known = Names.key(named: name)
      let key = known?.key ?? ConfigurationKey(description: name)
      let built = key.flatMap {
        ConfigurationValue($0, shown: value, as: known?.notation ?? .octets)
      }
      if let built { values.append(built) } else { miss("value") }
    }
    var writer = PayloadWriter()
    writer.configuration(&values)
    bytes += writer.bytes
  }

  mutating func configurationKeys(_ name: StaticString, _ keys: inout [ConfigurationKey]) {
    keys.removeAll(keepingCapacity: true)
    for index in 0..<source.groupCount {
      source.beginGroup(index)
      var key: UInt32 = 0
      number(name, &key, .integer)
      keys.append(ConfigurationKey(rawValue: key))
      source.endGroup()
    }
  }

  mutating func more(when present: Bool) -> Bool { source.hasUnread }

  /// Appends the octets that the source has after the last field.
  mutating func finish() {
    switch source.reserved() {
    case nil: break
    case .octets(let octets)?: bytes.append(contentsOf: octets)
    default: miss("reserved")
    }
  }

  // MARK: - Values

  private mutating func append<W: UBXWireInteger>(_ raw: W) {
    var rest = UInt64(truncatingIfNeeded: raw)
    for _ in 0..<MemoryLayout<W>.size {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest = rest &>> 8
    }
  }

  private mutating func pad(_ octets: [UInt8], to width: Int) {
    for index in 0..<max(0, width) { bytes.append(index < octets.count ? octets[index] : 0) }
  }

  /// Returns the octets of a field of fixed width; none unless they fit.
  private mutating func octets(_ name: StaticString, _ width: Int) -> [UInt8] {
    let octets = source.field(name)?.octets(width: width)
    if octets == nil { miss(name) }
    return octets ?? []
  }

  private mutating func miss(_ name: StaticString) {
    missing &+= 1
    if firstMissing == nil { firstMissing = name }
  }

  /// Returns the wire bits of a value; `nil` if it is not a number or the wire cannot hold it.
  private func wire<W: UBXWireInteger>(_ value: FieldValue?, _ notation: UBXNotation) -> W? {
    WireNumber(W.self, notation).bits(of: value).map { W(truncatingIfNeeded: $0) }
  }
}
