// Functions that messages use to state their fields, one family for each wire type.

extension UBXFieldVisitor {
  /// Visits an unsigned octet.
  @inline(__always)
  public mutating func u1(_ name: StaticString, _ value: inout UInt8) {
    plain(name, &value)
  }

  /// Visits an unsigned octet that holds a truth value: true unless zero, written as 1.
  public mutating func u1(_ name: StaticString, _ value: inout Bool) {
    var raw: UInt8 = value ? 1 : 0
    plain(name, &raw)
    if Self.reads { value = raw != 0 }
  }

  /// Visits an unsigned octet of an open set of values.
  public mutating func u1<T: UBXOpenValue>(_ name: StaticString, _ value: inout T)
  where T.RawValue == UInt8 {
    open(name, &value)
  }

  /// Visits an unsigned octet; `nil` if it equals `absent`, or if `isAbsent` says so.
  public mutating func u1(
    _ name: StaticString, _ value: inout UInt8?, absent: UInt8, when isAbsent: Bool? = nil
  ) {
    optional(name, &value, absent, isAbsent)
  }

  /// Visits an unsigned octet, multiplied by `scale` and converted from `unit`.
  public mutating func u1(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, UInt8.self, &value, scale, unit)
  }

  /// Visits an unsigned octet, multiplied by `scale` and converted from `unit`; `nil` if it equals
  /// `absent`, or if `isAbsent` says so.
  public mutating func u1(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: UInt8, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits an unsigned 16-bit number.
  @inline(__always)
  public mutating func u2(_ name: StaticString, _ value: inout UInt16) {
    plain(name, &value)
  }

  /// Visits an unsigned 16-bit number of an open set of values.
  public mutating func u2<T: UBXOpenValue>(_ name: StaticString, _ value: inout T)
  where T.RawValue == UInt16 {
    open(name, &value)
  }

  /// Visits an unsigned 16-bit number, multiplied by `scale` and converted from `unit`.
  public mutating func u2(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, UInt16.self, &value, scale, unit)
  }

  /// Visits an unsigned 16-bit number, multiplied by `scale` and converted from `unit`; `nil` if it
  /// equals `absent`, or if `isAbsent` says so.
  public mutating func u2(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: UInt16, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits an unsigned 32-bit number.
  @inline(__always)
  public mutating func u4(_ name: StaticString, _ value: inout UInt32) {
    plain(name, &value)
  }

  /// Visits an unsigned 32-bit number of an open set of values.
  public mutating func u4<T: UBXOpenValue>(_ name: StaticString, _ value: inout T)
  where T.RawValue == UInt32 {
    open(name, &value)
  }

  /// Visits an unsigned 32-bit number; `nil` if it equals `absent`, or if `isAbsent` says so.
  public mutating func u4(
    _ name: StaticString, _ value: inout UInt32?, absent: UInt32, when isAbsent: Bool? = nil
  ) {
    optional(name, &value, absent, isAbsent)
  }

  /// Visits an unsigned 32-bit number, multiplied by `scale` and converted from `unit`.
  public mutating func u4(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, UInt32.self, &value, scale, unit)
  }

  /// Visits an unsigned 32-bit number, multiplied by `scale` and converted from `unit`; `nil` if it
  /// equals `absent`, or if `isAbsent` says so.
  public mutating func u4(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: UInt32, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits a signed octet.
  @inline(__always)
  public mutating func i1(_ name: StaticString, _ value: inout Int8) {
    plain(name, &value)
  }

  /// Visits a signed octet of an open set of values.
  public mutating func i1<T: UBXOpenValue>(_ name: StaticString, _ value: inout T)
  where T.RawValue == Int8 {
    open(name, &value)
  }

  /// Visits a signed octet; `nil` if it equals `absent`, or if `isAbsent` says so.
  public mutating func i1(
    _ name: StaticString, _ value: inout Int8?, absent: Int8, when isAbsent: Bool? = nil
  ) {
    optional(name, &value, absent, isAbsent)
  }

  /// Visits a signed octet, multiplied by `scale` and converted from `unit`.
  public mutating func i1(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, Int8.self, &value, scale, unit)
  }

  /// Visits a signed octet, multiplied by `scale` and converted from `unit`; `nil` if it equals
  /// `absent`, or if `isAbsent` says so.
  public mutating func i1(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: Int8, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits a signed 16-bit number.
  @inline(__always)
  public mutating func i2(_ name: StaticString, _ value: inout Int16) {
    plain(name, &value)
  }

  /// Visits a signed 16-bit number; `nil` if it equals `absent`, or if `isAbsent` says so.
  public mutating func i2(
    _ name: StaticString, _ value: inout Int16?, absent: Int16, when isAbsent: Bool? = nil
  ) {
    optional(name, &value, absent, isAbsent)
  }

  /// Visits a signed 16-bit number, multiplied by `scale` and converted from `unit`.
  public mutating func i2(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, Int16.self, &value, scale, unit)
  }

  /// Visits a signed 16-bit number, multiplied by `scale` and converted from `unit`; `nil` if it
  /// equals `absent`, or if `isAbsent` says so.
  public mutating func i2(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: Int16, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits a signed 32-bit number.
  @inline(__always)
  public mutating func i4(_ name: StaticString, _ value: inout Int32) {
    plain(name, &value)
  }

  /// Visits a signed 32-bit number, multiplied by `scale` and converted from `unit`.
  public mutating func i4(
    _ name: StaticString, _ value: inout Double, scale: Double? = nil, unit: UBXUnit = .same
  ) {
    scaled(name, Int32.self, &value, scale, unit)
  }

  /// Visits a signed 32-bit number, multiplied by `scale` and converted from `unit`; `nil` if it
  /// equals `absent`, or if `isAbsent` says so.
  public mutating func i4(
    _ name: StaticString, _ value: inout Double?, scale: Double? = nil, unit: UBXUnit = .same,
    absent: Int32, when isAbsent: Bool? = nil
  ) {
    scaled(name, &value, scale, unit, absent, isAbsent)
  }
}

extension UBXFieldVisitor {
  /// Visits an unsigned 64-bit number.
  @inline(__always)
  public mutating func u8(_ name: StaticString, _ value: inout UInt64) {
    plain(name, &value)
  }

  /// Visits a signed 64-bit number.
  @inline(__always)
  public mutating func i8(_ name: StaticString, _ value: inout Int64) {
    plain(name, &value)
  }

  /// Visits an IEEE 754 single-precision number.
  public mutating func r4(_ name: StaticString, _ value: inout Float) {
    var raw = value.bitPattern
    number(name, &raw, .real)
    if Self.reads { value = Float(bitPattern: raw) }
  }

  /// Visits an IEEE 754 double-precision number.
  public mutating func r8(_ name: StaticString, _ value: inout Double) {
    var raw = value.bitPattern
    number(name, &raw, .real)
    if Self.reads { value = Double(bitPattern: raw) }
  }

  /// Visits 32 bits that the interface description shows as octets.
  public mutating func x4(_ name: StaticString, _ value: inout UInt32) {
    number(name, &value, .octets)
  }

  /// Visits an octet of bit fields.
  @inline(__always)
  public mutating func x1(_ name: StaticString, _ value: inout some UBXBitField) {
    bits(name, UInt8.self, &value)
  }

  /// Visits 16 bits of bit fields.
  @inline(__always)
  public mutating func x2(_ name: StaticString, _ value: inout some UBXBitField) {
    bits(name, UInt16.self, &value)
  }

  /// Visits 32 bits of bit fields.
  @inline(__always)
  public mutating func x4(_ name: StaticString, _ value: inout some UBXBitField) {
    bits(name, UInt32.self, &value)
  }

  /// Visits eight bits that the interface description shows as an octet.
  public mutating func x1(_ name: StaticString, _ value: inout UInt8) {
    number(name, &value, .octets)
  }
}
