package import CairnTypes

// Fields of fixed width: a value stands for an absent one, so that every message is a C struct.

extension RecordVisitor {
  /// Visits octets without a meaning, so that what follows is aligned.
  package mutating func reserved(_ count: Int) {
    for _ in 0..<max(0, count) {
      var octet: UInt64 = 0
      octets(&octet, 1)
    }
  }

  /// Visits eight octets; not a number stands for `nil`.
  package mutating func fixed(_ value: inout Double?) {
    var number = value ?? .nan
    real(&number)
    value = number.isNaN ? nil : number
  }

  /// Visits four octets; not a number stands for `nil`.
  package mutating func fixed(_ value: inout Float?) {
    var bits = (value ?? .nan).bitPattern
    integer(&bits)
    let number = Float(bitPattern: bits)
    value = number.isNaN ? nil : number
  }

  /// Visits nanoseconds in eight octets; the smallest number stands for `nil`. A negative duration
  /// counts as zero.
  package mutating func fixed(_ value: inout Duration?) {
    var nanoseconds = value?.wholeNanoseconds ?? .min
    integer(&nanoseconds)
    value = nanoseconds == .min ? nil : .nanoseconds(max(0, nanoseconds))
  }

  /// Visits nanoseconds in eight octets. A negative duration counts as zero.
  package mutating func fixed(_ value: inout Duration) {
    var nanoseconds = max(0, value.wholeNanoseconds)
    integer(&nanoseconds)
    value = .nanoseconds(max(0, nanoseconds))
  }

  /// Visits nanoseconds since 1970 in eight octets; the smallest number stands for `nil`.
  package mutating func fixed(_ value: inout Timestamp?) {
    var nanoseconds = value?.nanosecondsSince1970 ?? .min
    integer(&nanoseconds)
    value = nanoseconds == .min ? nil : Timestamp(nanosecondsSince1970: nanoseconds)
  }

  /// Visits nanoseconds of the boot clock in eight octets; the smallest number stands for `nil`.
  package mutating func fixed(_ value: inout MonotonicTime?) {
    var time = value ?? MonotonicTime(nanoseconds: .min)
    self.time(&time)
    value = time.nanoseconds == .min ? nil : time
  }

  /// Visits the raw value of a case. A value that this version does not know counts as `unknown`.
  package mutating func code<Code: RawRepresentable>(_ value: inout Code, unknown: Code)
  where Code.RawValue: FixedWidthInteger {
    var number = value.rawValue
    integer(&number)
    value = Code(rawValue: number) ?? unknown
  }

  /// Visits a text in so many octets, of which the last is zero: a longer text is cut between
  /// characters, and one that is not UTF-8 fails.
  package mutating func text(_ value: inout String, octets count: Int) {
    var bytes = Self.cut(value, to: max(0, count - 1))
    bytes += repeatElement(0, count: max(0, count - bytes.count))
    for index in bytes.indices {
      var octet = UInt64(bytes[index])
      octets(&octet, 1)
      bytes[index] = UInt8(truncatingIfNeeded: octet)
    }
    let text = bytes.prefix { $0 != 0 }
    guard text.count < count else { return fail() }
    value = String(decoding: text, as: UTF8.self)
    if value.utf8.count != text.count { fail() }
  }

  /// Visits a text in so many octets; an empty one stands for `nil`.
  package mutating func text(_ value: inout String?, octets count: Int) {
    var text = value ?? ""
    self.text(&text, octets: count)
    value = text.isEmpty ? nil : text
  }

  /// Visits the name of a provider.
  package mutating func provider(_ value: inout ProviderID) {
    var name = value.name
    text(&name, octets: WireLimits.provider)
    value = ProviderID(name)
  }

  /// Visits the number of elements, the octets of each, and the elements. Later versions may append
  /// fields to an element.
  package mutating func elements<Element>(
    _ elements: inout [Element], octets size: Int, _ first: Element,
    _ fields: (inout Self, inout Element) -> Void
  ) {
    var count = UInt16(clamping: elements.count)
    var width = UInt16(clamping: size)
    integer(&count)
    integer(&width)
    guard Int(width) >= size, Int(count) <= room / max(1, Int(width)) else { return fail() }
    if elements.isEmpty { elements = Array(repeating: first, count: Int(count)) }
    for index in elements.indices {
      fields(&self, &elements[index])
      reserved(Int(width) - size)
    }
  }

  /// Returns the leading characters of a text that fit into `limit` octets.
  private static func cut(_ text: String, to limit: Int) -> [UInt8] {
    var octets = Array(text.utf8.prefix(limit + 1))
    var isTooLong = octets.count > limit
    // Drops whole characters: the first octet of a character is the last one to go.
    while isTooLong, let last = octets.popLast() { isTooLong = last & 0xC0 == 0x80 }
    return octets
  }
}

/// Limits of what is sent, in octets where nothing else is said.
package enum WireLimits {
  /// The longest message of a client.
  package static let request = 16_384
  /// The longest message of the service.
  package static let report = 16_384
  /// Positions in one message.
  package static let locations = 32
  /// Points in one message.
  package static let messagePoints = 512
  /// Regions of a program.
  package static let regions = 4096
  /// Points of all regions of a program.
  package static let points = 65_536
  /// Beacons in one message.
  package static let beacons = 128
  /// The longest name of a provider, and a zero.
  package static let provider = 32
  /// The longest explanation, path or identifier, and a zero.
  package static let text = 256
}
