public import CCairnCore
internal import CairnReceiver
internal import CairnTypes
internal import CairnUpdates

// Stations, as the C part calls them. Each pointer is one that `cairn_core_station_open` returned.

extension Station {
  fileprivate static func at(_ pointer: OpaquePointer) -> Station {
    unsafe Unmanaged<Station>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

/// Creates a station that has no clients.
@c(cairn_core_station_open)
public func openStation(_ name: UnsafePointer<CChar>, _ isRecording: Int32) -> OpaquePointer? {
  let station = unsafe Station(name: String(cString: name), isRecording: isRecording != 0)
  return unsafe OpaquePointer(Unmanaged.passRetained(station).toOpaque())
}

/// Releases a station.
@c(cairn_core_station_close)
public func closeStation(_ station: OpaquePointer) {
  unsafe Unmanaged<Station>.fromOpaque(UnsafeRawPointer(station)).release()
}

/// Handles that the port has been opened.
@c(cairn_core_opened)
public func stationOpened(_ station: OpaquePointer, _ flags: UInt32, _ now: Int64, _ utc: Int64) {
  func has(_ flag: Int) -> Bool { flags & bits(flag) != 0 }
  var port = Station.Port()
  port.hasSpeed = has(CAIRN_CORE_SPEED)
  if has(CAIRN_CORE_CERTAIN) { port.permission = .whileSilent }
  if has(CAIRN_CORE_READ_ONLY) { port.permission = .never }
  if has(CAIRN_CORE_USB) { port.name = .usb }
  unsafe Station.at(station).opened(
    port, at: MonotonicTime(nanoseconds: now),
    utc: utc == 0 ? nil : Timestamp(nanosecondsSince1970: utc))
}

/// Handles that the port could not be opened.
@c(cairn_core_failed)
public func stationFailed(
  _ station: OpaquePointer, _ kind: Int32, _ code: Int32, _ reason: UnsafePointer<CChar>,
  _ now: Int64
) {
  unsafe Station.at(station).failed(
    Station.Obstacle(rawValue: kind) ?? .other, code: code, reason: String(cString: reason),
    at: MonotonicTime(nanoseconds: now))
}

/// Takes bytes.
@c(cairn_core_received)
public func stationReceived(
  _ station: OpaquePointer, _ bytes: UnsafePointer<UInt8>, _ count: Int, _ now: Int64
) {
  let bytes = unsafe UnsafeBufferPointer(start: bytes, count: count)
  unsafe Station.at(station).receive(bytes.span, at: MonotonicTime(nanoseconds: now))
}

/// Handles that the port has hung up.
@c(cairn_core_lost)
public func stationLost(_ station: OpaquePointer, _ code: Int32, _ now: Int64) {
  unsafe Station.at(station).lost(code: code, at: MonotonicTime(nanoseconds: now))
}

/// Handles the end of a recording.
@c(cairn_core_finished)
public func stationFinished(_ station: OpaquePointer, _ now: Int64) {
  unsafe Station.at(station).finished(at: MonotonicTime(nanoseconds: now))
}

/// Handles the passing of time.
@c(cairn_core_fire)
public func stationFire(_ station: OpaquePointer, _ now: Int64) {
  unsafe Station.at(station).fire(at: MonotonicTime(nanoseconds: now))
}

/// Returns when the passing of time matters next.
@c(cairn_core_deadline)
public func stationDeadline(_ station: OpaquePointer) -> Int64 {
  unsafe Station.at(station).deadline?.nanoseconds ?? .max
}

/// Returns what to do at the port.
@c(cairn_core_next)
public func stationNext(
  _ station: OpaquePointer, _ unsent: Int, _ bytes: UnsafeMutablePointer<UInt8>, _ room: Int,
  _ now: Int64
) -> cairn_core_action {
  var action = cairn_core_action()
  let next = unsafe Station.at(station).next(
    unsent: unsent, room: room, at: MonotonicTime(nanoseconds: now))
  switch next {
  case nil: action.what = code(CAIRN_CORE_NOTHING)
  case .open: action.what = code(CAIRN_CORE_OPEN)
  case .close: action.what = code(CAIRN_CORE_CLOSE)
  case .send(let message):
    action.what = code(CAIRN_CORE_SEND)
    action.count = message.count
    for index in message.indices { unsafe bytes[index] = message[index] }
  case .setBaudRate(let rate):
    action.what = code(CAIRN_CORE_SET_SPEED)
    action.speed = rate
  }
  return action
}

/// Returns the last position; `CAIRN_UNKNOWN` without one.
@c(cairn_core_last)
public func stationLast(
  _ station: OpaquePointer, _ location: UnsafeMutablePointer<cairn_location>
) -> Int32 {
  guard let last = unsafe Station.at(station).last else { return code(CAIRN_UNKNOWN) }
  unsafe location.pointee = cairn_location(last)
  return code(CAIRN_OK)
}
