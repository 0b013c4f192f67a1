public import CairnTypes

/// Joins what an accelerometer, a gyroscope and a magnetometer have measured each at its own times
/// into samples.
///
/// Samples have the times of the gyroscope, or of the accelerometer without one. Beside a gyroscope,
/// acceleration and field are interpolated; a field that comes more rarely goes to the first sample that
/// is not earlier, once.
public struct SampleJoiner: Sendable {
  /// Measurements of one kind that wait; older ones are dropped.
  private static let capacity = 512
  /// How long a sample waits for an accelerometer that says nothing.
  private static let patience = Duration.milliseconds(500)

  /// The longest time between two fields of which one between them is made, and for which a sample
  /// waits for a field.
  private static let fieldGap = Duration.milliseconds(30)

  private struct Timed: Sendable {
    var time: MonotonicTime
    var value: Vector3
  }

  /// Whether there is a gyroscope.
  public let hasGyroscope: Bool
  /// Measurements that were left out: not later than the last of their kind, or too many.
  public private(set) var dropped = 0
  private var accelerations: [Timed] = []
  private var rates: [Timed] = []
  private var fields: [Timed] = []
  /// The time of the last field that a sample got as it is.
  private var usedField: MonotonicTime?
  private var newest: [IIOQuantity: MonotonicTime] = [:]

  /// Starts with nothing measured.
  public init(hasGyroscope: Bool) { self.hasGyroscope = hasGyroscope }

  /// Takes a measurement in the frame of the device; a pressure is ignored.
  public mutating func take(_ quantity: IIOQuantity, _ value: Vector3, at time: MonotonicTime) {
    guard newest[quantity].map({ time > $0 }) ?? true else { return dropped &+= 1 }
    newest[quantity] = time
    switch quantity {
    case .acceleration: dropped &+= Self.append(Timed(time: time, value: value), to: &accelerations)
    case .rotationRate: dropped &+= Self.append(Timed(time: time, value: value), to: &rates)
    case .magneticField: dropped &+= Self.append(Timed(time: time, value: value), to: &fields)
    case .pressure: break
    }
  }

  /// Returns how many were dropped for it.
  private static func append(_ value: Timed, to list: inout [Timed]) -> Int {
    let isFull = list.count == capacity
    if isFull { list.removeFirst() }
    list.append(value)
    return isFull ? 1 : 0
  }

  /// Gives the samples that are complete, in the order of their times, and forgets them.
  public mutating func drain(_ body: (MotionSample) -> Void) {
    if hasGyroscope {
      drain(rates: body)
    } else {
      for acceleration in accelerations {
        body(
          MotionSample(
            time: acceleration.time, acceleration: acceleration.value,
            field: takeField(until: acceleration.time)))
      }
      accelerations.removeAll(keepingCapacity: true)
    }
  }

  private mutating func drain(rates body: (MotionSample) -> Void) {
    var done = 0
    for rate in rates {
      guard let acceleration = acceleration(at: rate.time) else {
        // Before the first acceleration there is none; after the last, one may be on its way.
        let isLost = accelerations.first.map { $0.time > rate.time } ?? false
        guard isLost || isOld(rate.time) else { break }
        done &+= 1
        continue
      }
      if awaitsField(at: rate.time) { break }
      done &+= 1
      body(
        MotionSample(
          time: rate.time, rotationRate: rate.value, acceleration: acceleration,
          field: field(at: rate.time)))
    }
    rates.removeFirst(done)
  }

  /// Whether the accelerometer is silent for too long.
  private func isOld(_ time: MonotonicTime) -> Bool {
    newest[.rotationRate].map { $0 - time > Self.patience } ?? false
  }

  /// The acceleration at a time between two that were measured; forgets those before them.
  private mutating func acceleration(at time: MonotonicTime) -> Vector3? {
    while accelerations.count > 1, accelerations[1].time <= time { accelerations.removeFirst() }
    guard let before = accelerations.first, before.time <= time else { return nil }
    if before.time == time { return before.value }
    guard accelerations.count > 1 else { return nil }
    return interpolated(before, accelerations[1], at: time)
  }

  /// Whether a later field may be on its way.
  private func awaitsField(at time: MonotonicTime) -> Bool {
    guard let last = fields.last, last.time < time, let rate = newest[.rotationRate] else {
      return false
    }
    return time - last.time <= Self.fieldGap && rate - time <= Self.fieldGap
  }

  /// The field at a time between two that were measured, or the last one if it is new.
  private mutating func field(at time: MonotonicTime) -> Vector3? {
    while fields.count > 1, fields[1].time <= time { fields.removeFirst() }
    guard let before = fields.first, before.time <= time else { return nil }
    if before.time < time, fields.count > 1, fields[1].time - before.time <= Self.fieldGap {
      return interpolated(before, fields[1], at: time)
    }
    guard before.time != usedField else { return nil }
    usedField = before.time
    return before.value
  }

  private func interpolated(_ before: Timed, _ after: Timed, at time: MonotonicTime) -> Vector3 {
    let part = (time - before.time).inSeconds / (after.time - before.time).inSeconds
    return before.value + part * (after.value - before.value)
  }

  private mutating func takeField(until time: MonotonicTime) -> Vector3? {
    let count = fields.prefix { $0.time <= time }.count
    guard count > 0 else { return nil }
    let field = fields[count - 1].value
    fields.removeFirst(count)
    return field
  }
}
