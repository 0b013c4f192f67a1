package import CairnTypes

// What barometers and beacons tell.

/// A height relative to where its client began to listen.
package struct WireAltitude: Equatable, Sendable {
  /// Metres.
  package var relativeAltitude: Double
  /// Hectopascals.
  package var pressure: Double
  package var time: MonotonicTime

  package init(
    relativeAltitude: Double = 0, pressure: Double = 0,
    time: MonotonicTime = MonotonicTime(nanoseconds: 0)
  ) {
    self.relativeAltitude = relativeAltitude
    self.pressure = pressure
    self.time = time
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.real(&relativeAltitude)
    f.real(&pressure)
    f.time(&time)
    if !(relativeAltitude.isFinite && pressure > 0 && pressure.isFinite) { f.fail() }
  }
}

extension UUID128 {
  fileprivate mutating func wire(_ f: inout some RecordVisitor) {
    f.integer(&high)
    f.integer(&low)
  }
}

extension BeaconConstraint {
  mutating func wire(_ f: inout some RecordVisitor) {
    uuid.wire(&f)
    f.number(&major)
    f.number(&minor)
  }
}

extension RecordVisitor {
  /// Visits a number of 16 bits in four octets; a larger one stands for `nil`.
  fileprivate mutating func number(_ value: inout UInt16?) {
    var number = value.map(UInt32.init) ?? .max
    integer(&number)
    value = UInt16(exactly: number)
  }
}

extension Beacon {
  /// The octets of a beacon in a message.
  static let wireSize = 40

  static let blank = Beacon(
    uuid: UUID128(high: 0, low: 0), major: 0, minor: 0, rssi: 0,
    time: MonotonicTime(nanoseconds: 0))

  mutating func wire(_ f: inout some RecordVisitor) {
    uuid.wire(&f)
    f.fixed(&accuracy)
    f.time(&time)
    f.integer(&major)
    f.integer(&minor)
    f.code(&proximity, unknown: .unknown)
    f.integer(&rssi)
    f.reserved(2)
  }
}

extension BeaconSighting {
  static let blank = BeaconSighting(
    device: 0, frame: .proximity(.blank), rssi: nil, time: MonotonicTime(nanoseconds: 0))

  /// Visits a sighting whose frame has the numbers that regions are made of.
  mutating func wire(_ f: inout some RecordVisitor) {
    f.integer(&device)
    f.time(&time)
    var proximity = ProximityFrame.blank
    if case .proximity(let own) = frame { proximity = own }
    proximity.wire(&f)
    frame = .proximity(proximity)
    var strength = rssi.map(Int16.init) ?? .min
    f.integer(&strength)
    rssi = Int8(exactly: strength)
    f.flag(&isCoarse)
    f.reserved(5)
  }
}

extension ProximityFrame {
  fileprivate static let blank = ProximityFrame(
    layout: .iBeacon, company: 0, uuid: UUID128(high: 0, low: 0), major: 0, minor: 0, power: 0)

  fileprivate mutating func wire(_ f: inout some RecordVisitor) {
    uuid.wire(&f)
    f.integer(&major)
    f.integer(&minor)
    f.integer(&company)
    f.integer(&power)
    f.code(&layout, unknown: .iBeacon)
  }
}
