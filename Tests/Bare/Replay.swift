import CairnReceiver
import CairnTypes

// Decodes a capture and prints what it says, in integers, so that a bare machine and a process of the
// host must print the same bytes.

/// The pieces in which a receiver's driver might hand over bytes.
private let pieceLength = 64
/// How long one byte takes: ten bits at 115,200 baud.
private let nanosecondsPerByte: Int64 = 10 * 1_000_000_000 / 115_200

/// Entry point, called by `Board.c` and `Host.c`.
@c
public func replay() {
  let capture = UnsafeBufferPointer(start: board_capture(), count: board_capture_size())
  var stream = ReceiverStream(dates: DateResolver(reference: nil))
  var events = ReceiverEvents()
  var totals = Totals()
  var offset = 0
  while offset < capture.count {
    let end = min(offset + pieceLength, capture.count)
    let now = MonotonicTime(nanoseconds: Int64(end) * nanosecondsPerByte)
    stream.receive(capture.span.extracting(offset..<end), at: now)
    stream.takeEvents(into: &events)
    say(events, &totals)
    offset = end
  }
  stream.finish()
  stream.takeEvents(into: &events)
  say(events, &totals)

  say("satellites", Int64(totals.views), Int64(totals.satellites), Int64(totals.used))
  say("nmea", stream.counts(of: .nmea))
  say("ubx", stream.counts(of: .ubx))
  say("rtcm3", stream.counts(of: .rtcm3))
  say("skipped", Int64(stream.bytesSkipped))
  say("epochs", Int64(totals.epochs))
}

private struct Totals {
  var epochs = 0
  var views = 0
  var satellites = 0
  var used = 0
}

private func say(_ events: ReceiverEvents, _ totals: inout Totals) {
  events.forEach { epoch in
    totals.epochs += 1
    say(epoch)
  } satellites: { view in
    totals.views += 1
    totals.satellites += view.satellites.count
    for satellite in view.satellites where satellite.isUsed { totals.used += 1 }
  }
}

// MARK: - Printing

/// Nanoseconds, latitude and longitude in 1e-9 degrees, kind of fix, satellites, then millimetres of
/// altitude, millimetres per second and 1e-3 degrees of course.
private func say(_ epoch: borrowing Epoch) {
  say("epoch")
  say(epoch.timestamp?.nanosecondsSince1970)
  say(whole(epoch.coordinate?.latitude, per: 1e9))
  say(whole(epoch.coordinate?.longitude, per: 1e9))
  say(Int64(epoch.fix.rawValue))
  say(epoch.satellitesUsed.map(Int64.init))
  say(whole(epoch.altitude, per: 1e3))
  say(whole(epoch.speed, per: 1e3))
  say(whole(epoch.course, per: 1e3))
  board_put(newline)
}

/// The nearest whole number of units; nil without a value, or for one that no receiver can mean.
private func whole(_ value: Double?, per unit: Double) -> Int64? {
  guard let value, value.magnitude < 1e9 else { return nil }
  return Int64(value * unit + (value < 0 ? -0.5 : 0.5))
}

private let newline: UInt8 = 10

private func say(_ name: StaticString, _ counts: FrameCounts) {
  say(name, Int64(counts.frames), Int64(counts.checksumFailures))
}

private func say(_ name: StaticString, _ values: Int64...) {
  say(name)
  for value in values { say(value) }
  board_put(newline)
}

private func say(_ text: StaticString) {
  for index in 0..<text.utf8CodeUnitCount { board_put(text.utf8Start[index]) }
}

/// A blank and the number; a dash where there is none.
private func say(_ number: Int64?) {
  board_put(UInt8(ascii: " "))
  guard let number else { return board_put(UInt8(ascii: "-")) }
  if number < 0 { board_put(UInt8(ascii: "-")) }
  var divisor: UInt64 = 1
  while number.magnitude / divisor >= 10 { divisor *= 10 }
  while divisor > 0 {
    board_put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number.magnitude / divisor % 10))
    divisor /= 10
  }
}
