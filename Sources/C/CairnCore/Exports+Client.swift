public import CCairnCore
internal import CairnReceiver
internal import CairnTypes
internal import CairnUpdates

// Clients, as the C part calls them. Each pointer is one that `cairn_core_client_open` returned, and
// each station is the client's.

extension CoreClient {
  fileprivate static func at(_ pointer: OpaquePointer) -> CoreClient {
    unsafe Unmanaged<CoreClient>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }
}

extension Station {
  fileprivate static func of(_ pointer: OpaquePointer) -> Station {
    unsafe Unmanaged<Station>.fromOpaque(UnsafeRawPointer(pointer)).takeUnretainedValue()
  }

  /// Changes a client, and adapts the receiver's work.
  fileprivate func change(
    _ client: OpaquePointer, _ now: Int64, _ body: (CoreClient, MonotonicTime) -> Int32
  ) -> Int32 {
    let now = MonotonicTime(nanoseconds: now)
    let client = unsafe CoreClient.at(client)
    let wanted = client.needsFixes
    let result = body(client, time(now))
    clientChanged(client, wantedFixes: wanted, at: now)
    return result
  }
}

/// Creates the client of a manager.
@c(cairn_core_client_open)
public func openClient(
  _ station: OpaquePointer, _ options: UnsafePointer<cairn_options>
) -> OpaquePointer? {
  let client = unsafe CoreClient(CoreOptions(options.pointee))
  unsafe Station.of(station).add(client)
  return unsafe OpaquePointer(Unmanaged.passRetained(client).toOpaque())
}

/// Ends a client.
@c(cairn_core_client_close)
public func closeClient(_ station: OpaquePointer, _ client: OpaquePointer, _ now: Int64) {
  unsafe Station.of(station).remove(CoreClient.at(client), at: MonotonicTime(nanoseconds: now))
  unsafe Unmanaged<CoreClient>.fromOpaque(UnsafeRawPointer(client)).release()
}

/// Replaces the options.
@c(cairn_core_client_set_options)
public func configureClient(
  _ station: OpaquePointer, _ client: OpaquePointer, _ options: UnsafePointer<cairn_options>,
  _ now: Int64
) -> Int32 {
  let options = unsafe CoreOptions(options.pointee)
  return unsafe Station.of(station).change(client, now) { client, now in
    client.configure(options, at: now)
    return code(CAIRN_OK)
  }
}

/// Starts a service.
@c(cairn_core_client_start)
public func startService(
  _ station: OpaquePointer, _ client: OpaquePointer, _ service: Int32, _ now: Int64
) -> Int32 {
  guard let service = CoreService(rawValue: service) else { return code(CAIRN_NOT_SUPPORTED) }
  let station = unsafe Station.of(station)
  return unsafe station.change(client, now) { client, now in
    client.start(service, at: now, cached: station.last)
    return code(CAIRN_OK)
  }
}

/// Stops a service.
@c(cairn_core_client_stop)
public func stopService(
  _ station: OpaquePointer, _ client: OpaquePointer, _ service: Int32, _ now: Int64
) -> Int32 {
  guard let service = CoreService(rawValue: service) else { return code(CAIRN_NOT_SUPPORTED) }
  return unsafe Station.of(station).change(client, now) { client, _ in
    client.stop(service)
    return code(CAIRN_OK)
  }
}

/// Asks for one position.
@c(cairn_core_client_request)
public func requestPosition(
  _ station: OpaquePointer, _ client: OpaquePointer, _ number: Int32,
  _ request: UnsafePointer<cairn_request>, _ now: Int64
) -> Int32 {
  let request = unsafe LocationRequest(request.pointee)
  let station = unsafe Station.of(station)
  return unsafe station.change(client, now) { client, now in
    let fits = client.request(number, request, at: now, cached: station.last)
    return code(fits ? CAIRN_OK : CAIRN_TOO_MANY)
  }
}

/// Ends a request.
@c(cairn_core_client_cancel)
public func cancelRequest(
  _ station: OpaquePointer, _ client: OpaquePointer, _ number: Int32, _ now: Int64
) -> Int32 {
  unsafe Station.of(station).change(client, now) { client, _ in
    code(client.cancel(number) ? CAIRN_OK : CAIRN_UNKNOWN)
  }
}

/// Monitors a region.
@c(cairn_core_client_region_add)
public func addRegion(
  _ station: OpaquePointer, _ client: OpaquePointer, _ region: UnsafePointer<cairn_region>,
  _ now: Int64
) -> Int32 {
  let wanted = unsafe region.pointee
  guard let name = unsafe wanted.identifier else { return code(CAIRN_BAD_ARGUMENT) }
  guard let area = unsafe Region(wanted, identifier: String(cString: name)) else {
    return code(CAIRN_NOT_SUPPORTED)
  }
  let options = unsafe MonitoringOptions(wanted)
  return unsafe Station.of(station).change(client, now) { client, _ in
    do throws(RegionError) {
      return code(try client.add(area, options) ? CAIRN_OK : CAIRN_TOO_MANY)
    } catch {
      return code(CAIRN_BAD_ARGUMENT)
    }
  }
}

/// Ends the monitoring of a region.
@c(cairn_core_client_region_remove)
public func removeRegion(
  _ station: OpaquePointer, _ client: OpaquePointer, _ identifier: UnsafePointer<CChar>,
  _ now: Int64
) -> Int32 {
  let identifier = unsafe String(cString: identifier)
  return unsafe Station.of(station).change(client, now) { client, _ in
    code(client.remove(identifier) ? CAIRN_OK : CAIRN_UNKNOWN)
  }
}

/// Asks for the state of a region.
@c(cairn_core_client_region_state)
public func tellRegionState(
  _ client: OpaquePointer, _ identifier: UnsafePointer<CChar>
) -> Int32 {
  let isKnown = unsafe CoreClient.at(client).tellState(of: String(cString: identifier))
  return code(isKnown ? CAIRN_OK : CAIRN_UNKNOWN)
}

/// Returns what the policy grants.
@c(cairn_core_authorization)
public func authorization(_ authorization: UnsafeMutablePointer<cairn_authorization>) {
  unsafe authorization.pointee = cairn_authorization(reason: CoreClient.reason)
}

// MARK: - What is told

/// Returns whether anything waits.
@c(cairn_core_client_waits)
public func clientWaits(_ client: OpaquePointer) -> Int32 {
  unsafe CoreClient.at(client).queue.isEmpty ? 0 : 1
}

/// Removes the next event.
@c(cairn_core_client_take)
public func takeEvent(_ client: OpaquePointer, _ event: UnsafeMutablePointer<cairn_core_event>) {
  unsafe CoreClient.at(client).take(&event.pointee)
}

/// Returns one of the locations of the last event.
@c(cairn_core_client_location)
public func takenLocation(
  _ client: OpaquePointer, _ index: Int, _ location: UnsafeMutablePointer<cairn_location>
) {
  let taken = unsafe CoreClient.at(client).taken
  guard taken.indices.contains(index) else { return }
  unsafe location.pointee = cairn_location(taken[index])
}

/// Returns one of the satellites of the last event.
@c(cairn_core_client_satellite)
public func takenSatellite(
  _ client: OpaquePointer, _ index: Int, _ satellite: UnsafeMutablePointer<cairn_satellite>
) {
  guard let view = unsafe CoreClient.at(client).takenView, view.satellites.indices.contains(index)
  else { return }
  unsafe satellite.pointee = cairn_satellite(view.satellites[index])
}

extension CoreClient {
  fileprivate func take(_ event: inout cairn_core_event) {
    (event.has_location, event.has_error, event.count, event.number) = (0, 0, 0, 0)
    switch queue.take(into: &taken) {
    case nil: event.what = code(CAIRN_CORE_TELL_NOTHING)
    case .locations:
      event.what = code(CAIRN_CORE_TELL_LOCATIONS)
      event.count = taken.count
    case .notice(let notice): write(notice, to: &event)
    }
  }

  private func write(_ notice: Notice, to event: inout cairn_core_event) {
    switch notice {
    case .failure(let error):
      event.what = code(CAIRN_CORE_TELL_FAILED)
      event.add(error)
    case .paused(let isPaused):
      event.what = code(CAIRN_CORE_TELL_PAUSED)
      event.number = isPaused ? 1 : 0
    case .answer(let number, let outcome):
      event.what = code(CAIRN_CORE_TELL_ANSWERED)
      event.number = number
      event.add(outcome)
    case .change(let fix):
      event.what = code(CAIRN_CORE_TELL_LOCATIONS)
      taken = [fix]
      event.count = 1
    case .visit(let visit):
      event.what = code(CAIRN_CORE_TELL_VISITED)
      event.visit = cairn_visit(visit.visit)
    case .satellites(let view):
      event.what = code(CAIRN_CORE_TELL_SATELLITES)
      event.sky = cairn_core_sky(view)
      event.count = view.satellites.count
      takenView = view
    case .crossing(let crossing):
      event.what = code(CAIRN_CORE_TELL_REGION)
      event.region = cairn_core_crossing(crossing)
      if let fix = crossing.evidence { event.add(fix) }
    case .state(let identifier, let state):
      event.what = code(CAIRN_CORE_TELL_REGION)
      event.region = cairn_core_crossing(identifier, state)
    case .authorization:
      event.what = code(CAIRN_CORE_TELL_AUTHORIZED)
      event.authorization = cairn_authorization(reason: Self.reason)
    }
  }
}

extension cairn_core_event {
  fileprivate mutating func add(_ fix: Location) {
    has_location = 1
    location = cairn_location(fix)
  }

  fileprivate mutating func add(_ error: LocationError) {
    has_error = 1
    self.error = cairn_error(error)
  }

  fileprivate mutating func add(_ outcome: Acquisition.Outcome) {
    switch outcome {
    case .location(let fix): add(fix)
    case .failure(let error):
      add(error)
      if let fix = error.bestSoFar { add(fix) }
    }
  }
}
