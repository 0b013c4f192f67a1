public import CairnTypes

/// Visits the fields that `CASICMessage.fields` passes to it: a reader or a printer.
///
/// Names and the units of printed values are the specification's.
public protocol CASICFieldVisitor: ~Escapable {
  /// Visits a whole number, lowest octet first.
  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ name: StaticString, _ value: inout T)
  /// Visits an IEEE 754 number of four octets.
  mutating func real(_ name: StaticString, _ value: inout Float)
  /// Visits an IEEE 754 number of eight octets.
  mutating func real(_ name: StaticString, _ value: inout Double)
  /// Visits octets without a meaning.
  mutating func reserved(_ count: Int)
  /// Begins element `index` of a repeated group; the fields up to `endGroup` belong to it.
  mutating func beginGroup(_ index: Int)
  /// Ends the element that `beginGroup` began.
  mutating func endGroup()
}

/// A message whose fields are stated once, in wire order.
public protocol CASICMessage: Hashable, Sendable {
  /// Creates a message with all fields zero.
  init()

  /// Passes every field to the visitor, in wire order.
  mutating func fields(_ f: inout some CASICFieldVisitor & ~Escapable)
}

extension CASICMessage {
  /// Reads a payload.
  ///
  /// - Parameter payload: without header and sum; octets after the last field are ignored.
  /// - Returns: `nil` when the payload is too short for its fields.
  public static func decode(_ payload: Span<UInt8>) -> Self? {
    var message = Self()
    var reader = CASICReader(payload)
    message.fields(&reader)
    return reader.isComplete ? message : nil
  }

  /// Passes the name and wire value of every field to a sink, in wire order.
  ///
  /// - Parameter sink: receives the fields.
  public func print<Sink: FieldSink>(into sink: inout Sink) {
    var printer = CASICPrinter(sink: consume sink)
    var copy = self
    copy.fields(&printer)
    sink = printer.sink
  }
}

/// Reads the fields from a payload; fields past its end keep their values.
struct CASICReader: CASICFieldVisitor, ~Escapable {
  private let payload: Span<UInt8>
  private var at = 0
  private(set) var isComplete = true

  @_lifetime(copy payload)
  init(_ payload: Span<UInt8>) { self.payload = payload }

  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ name: StaticString, _ value: inout T
  ) {
    guard let bits = take(T.bitWidth / 8) else { return }
    value = T(truncatingIfNeeded: bits)
  }

  mutating func real(_ name: StaticString, _ value: inout Float) {
    guard let bits = take(4) else { return }
    value = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
  }

  mutating func real(_ name: StaticString, _ value: inout Double) {
    guard let bits = take(8) else { return }
    value = Double(bitPattern: bits)
  }

  mutating func reserved(_ count: Int) { _ = take(count) }

  mutating func beginGroup(_ index: Int) {}

  mutating func endGroup() {}

  /// Returns the lowest eight of the next octets; `nil`, from then on, when there are fewer.
  private mutating func take(_ width: Int) -> UInt64? {
    guard isComplete, payload.count &- at >= width else {
      isComplete = false
      return nil
    }
    var bits: UInt64 = 0
    for index in 0..<min(width, 8) {
      bits |= UInt64(payload[at &+ index]) &<< UInt64(8 &* index)
    }
    at &+= width
    return bits
  }
}

/// Passes the fields to a sink by name.
struct CASICPrinter<Sink: FieldSink>: CASICFieldVisitor {
  var sink: Sink

  mutating func integer<T: FixedWidthInteger & BitwiseCopyable>(
    _ name: StaticString, _ value: inout T
  ) {
    sink.field(
      name,
      T.isSigned
        ? .integer(Int64(truncatingIfNeeded: value)) : .unsigned(UInt64(truncatingIfNeeded: value)))
  }

  mutating func real(_ name: StaticString, _ value: inout Float) {
    sink.field(name, .real(Double(value)))
  }

  mutating func real(_ name: StaticString, _ value: inout Double) {
    sink.field(name, .real(value))
  }

  mutating func reserved(_ count: Int) {}

  mutating func beginGroup(_ index: Int) { sink.beginGroup(index) }

  mutating func endGroup() { sink.endGroup() }
}
