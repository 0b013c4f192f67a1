/// Visits the fields of a value in byte order. A writer takes them and a reader sets them, so that
/// each field is stated only once.
package protocol RecordVisitor {
  /// Visits the octets of a number, lowest first.
  mutating func octets(_ value: inout UInt64, _ width: Int)
  /// Visits any number of octets, preceded by their count.
  mutating func block(_ block: inout [UInt8])
  mutating func time(_ time: inout MonotonicTime)
  /// Marks the bytes as no valid value.
  mutating func fail()
  /// Maximum number of octets that may follow.
  var room: Int { get }
}

extension RecordVisitor {
  package mutating func integer<Integer: FixedWidthInteger>(_ value: inout Integer) {
    var bits = UInt64(truncatingIfNeeded: value)
    octets(&bits, Integer.bitWidth / 8)
    value = Integer(truncatingIfNeeded: bits)
  }

  package mutating func real(_ value: inout Double) {
    var bits = value.bitPattern
    octets(&bits, 8)
    value = Double(bitPattern: bits)
  }

  package mutating func flag(_ value: inout Bool) {
    var bits: UInt8 = value ? 1 : 0
    integer(&bits)
    value = bits != 0
  }

  package mutating func text(_ value: inout String) {
    var bytes = [UInt8](value.utf8)
    block(&bytes)
    value = String(decoding: bytes, as: UTF8.self)
  }

  /// Visits a duration, truncated to nanoseconds.
  package mutating func duration(_ value: inout Duration) {
    var nanoseconds = value.wholeNanoseconds
    integer(&nanoseconds)
    value = .nanoseconds(nanoseconds)
  }

  package mutating func time(_ time: inout MonotonicTime) { integer(&time.nanoseconds) }

  /// Visits the raw value of a case.
  package mutating func code<Code: RawRepresentable>(_ value: inout Code)
  where Code.RawValue: FixedWidthInteger {
    var number = value.rawValue
    integer(&number)
    if let known = Code(rawValue: number) { value = known } else { fail() }
  }

  /// Visits a coordinate; an invalid one fails.
  package mutating func coordinate(_ value: inout Coordinate) {
    real(&value.latitude)
    real(&value.longitude)
    if !value.isValid { fail() }
  }

  /// Visits a flag and the value, if there is one. A reader starts with `first`.
  package mutating func optional<Value>(
    _ value: inout Value?, _ first: Value, _ fields: (inout Self, inout Value) -> Void
  ) {
    var isThere = value != nil
    flag(&isThere)
    guard isThere else {
      value = nil
      return
    }
    var present = value ?? first
    fields(&self, &present)
    value = present
  }

  package mutating func optional(_ value: inout Double?) {
    optional(&value, 0) { $0.real(&$1) }
  }

  package mutating func optional(_ value: inout MonotonicTime?) {
    optional(&value, .distantFuture) { $0.time(&$1) }
  }

  /// Visits the number of elements and each of them, with at least `octets` octets per element.
  package mutating func list<Element>(
    _ elements: inout [Element], octets: Int, _ first: Element,
    _ fields: (inout Self, inout Element) -> Void
  ) {
    var count = UInt32(clamping: elements.count)
    integer(&count)
    guard count <= room / octets else { return fail() }
    if elements.isEmpty { elements = Array(repeating: first, count: Int(count)) }
    for index in elements.indices { fields(&self, &elements[index]) }
  }
}

extension WakeAction {
  /// Visits the kind and the words of the command.
  package mutating func fields(_ f: inout some RecordVisitor) {
    var (kind, words): (UInt8, [String]) =
      switch self {
      case .none: (0, [])
      case .systemdUnit(let name): (1, [name])
      case .execute(let path, let arguments): (2, [path] + arguments)
      }
    f.integer(&kind)
    f.list(&words, octets: 4, "") { $0.text(&$1) }
    switch (kind, words.first) {
    case (0, _): self = .none
    case (1, let name?): self = .systemdUnit(name)
    case (2, let path?): self = .execute(path: path, arguments: Array(words.dropFirst()))
    default: f.fail()
    }
  }
}

extension RecordWriter: RecordVisitor {
  package mutating func octets(_ value: inout UInt64, _ width: Int) { number(value, width) }
  package mutating func block(_ block: inout [UInt8]) { self.block(block, width: 4) }
  package mutating func fail() {}
  package var room: Int { .max }
}

extension RecordReader: RecordVisitor {
  package mutating func octets(_ value: inout UInt64, _ width: Int) {
    guard let number = number(width) else { return fail() }
    value = number
  }

  package mutating func block(_ block: inout [UInt8]) {
    guard let bytes = self.block(width: 4) else { return fail() }
    block = [UInt8](bytes)
  }

  package var room: Int { count }
}

/// Shifts all times of a value to another boot clock.
package struct TimeShift: RecordVisitor {
  private let shift: Duration

  /// - Parameter shift: positive for later times.
  package init(by shift: Duration) { self.shift = shift }

  package mutating func time(_ time: inout MonotonicTime) { time = time + shift }
  package mutating func octets(_ value: inout UInt64, _ width: Int) {}
  package mutating func block(_ block: inout [UInt8]) {}
  package mutating func fail() {}
  package var room: Int { .max }
}
