internal import CCairnCore
internal import CCairnEngine
internal import Cairn
internal import CairnCore
internal import CairnHAL
internal import CairnTypes
internal import CairnUpdates

/// Calls the program of one manager, by what front.c has for that.
///
/// Isolation: the thread that has called into the manager.
@safe struct Teller {
  private let manager: OpaquePointer
  private let calls: cairn_engine_calls

  init(_ manager: OpaquePointer, _ calls: cairn_engine_calls) {
    unsafe self.manager = manager
    self.calls = calls
  }

  /// Whether the program has closed the manager, in a callback.
  var isClosing: Bool { unsafe calls.is_closing(manager) != 0 }

  /// Tells at least one position.
  func locations(_ fixes: [Location]) {
    unsafe withPointers(to: fixes.map { cairn_location($0) }) { list, count in
      unsafe calls.locations(manager, list, count)
    }
  }

  /// - Parameters:
  ///   - error: the error.
  ///   - service: the service that has failed; 0 where it is not one.
  func failed(_ error: LocationError, of service: Int = 0) {
    var error = cairn_error(error, text: error.description)
    error.service = Int32(clamping: service)
    unsafe calls.failed(manager, &error)
  }

  func paused(_ isPaused: Bool) { unsafe calls.paused(manager, isPaused ? 1 : 0) }

  func answered(_ number: Int32, _ outcome: Result<Location, LocationError>) {
    switch outcome {
    case .success(let fix):
      var location = cairn_location(fix)
      unsafe calls.answered(manager, number, &location, nil)
    case .failure(let failure):
      var error = cairn_error(failure, text: failure.description)
      guard let best = failure.bestSoFar else {
        return unsafe calls.answered(manager, number, nil, &error)
      }
      var location = cairn_location(best)
      unsafe calls.answered(manager, number, &location, &error)
    }
  }

  func visited(_ visit: Visit) {
    var visit = cairn_visit(visit)
    unsafe calls.visited(manager, &visit)
  }

  func heading(_ heading: Heading) {
    var heading = cairn_heading(heading)
    unsafe calls.heading(manager, &heading)
  }

  func satellites(_ report: SatelliteReport) {
    unsafe withPointers(to: report.satellites.map { cairn_satellite($0) }) { list, count in
      var sky = unsafe cairn_sky(report)
      unsafe sky.count = UInt32(clamping: count)
      unsafe sky.satellites = list
      unsafe calls.satellites(manager, &sky)
    }
  }

  func authorized(_ authorization: cairn_authorization) {
    var authorization = authorization
    unsafe calls.authorized(manager, &authorization)
  }

  func planned() { unsafe calls.planned(manager) }

  // MARK: Regions

  func crossed(_ event: RegionEvent) {
    unsafe region(event.identifier) { told in
      unsafe told.what = bits(event.what)
      unsafe told.state = UInt32(event.state.rawValue)
      unsafe told.probability = event.probability
      unsafe told.boot_nanoseconds = event.time.nanoseconds
      unsafe told.utc_nanoseconds = event.timestamp?.nanosecondsSince1970 ?? 0
      guard let evidence = event.evidence else { return unsafe calls.region(manager, &told) }
      var location = cairn_location(evidence)
      unsafe withUnsafePointer(to: &location) { pointer in
        unsafe told.evidence = pointer
        unsafe calls.region(manager, &told)
      }
    }
  }

  /// Tells the state that was asked for.
  func state(_ state: RegionState, of identifier: String, at now: MonotonicTime) {
    unsafe region(identifier) { told in
      unsafe told.what = bits(CAIRN_ANSWERED)
      unsafe told.state = UInt32(state.rawValue)
      unsafe told.boot_nanoseconds = now.nanoseconds
      unsafe calls.region(manager, &told)
    }
  }

  /// Tells that a region is not monitored any more.
  func regionFailed(_ identifier: String, _ failure: LocationError, at now: MonotonicTime) {
    var error = cairn_error(failure, text: failure.description)
    unsafe region(identifier) { told in
      unsafe told.what = bits(CAIRN_FAILED)
      unsafe told.boot_nanoseconds = now.nanoseconds
      unsafe withUnsafePointer(to: &error) { pointer in
        unsafe told.error = pointer
        unsafe calls.region(manager, &told)
      }
    }
  }

  private func region(_ identifier: String, _ body: (inout cairn_region_event) -> Void) {
    unsafe identifier.withCString { name in
      var event = unsafe cairn_region_event()
      unsafe event.size = bits(MemoryLayout<cairn_region_event>.size)
      unsafe event.identifier = name
      unsafe event.probability = .nan
      unsafe body(&event)
    }
  }
}

/// Calls `body` with a list of pointers to values, which are valid until it returns.
private func withPointers<Value>(
  to values: [Value],
  _ body: (_ list: UnsafePointer<UnsafePointer<Value>?>?, _ count: Int) -> Void
) {
  unsafe values.withUnsafeBufferPointer { values in
    var list: [UnsafePointer<Value>?] = unsafe []
    for index in values.indices {
      unsafe list.append(values.baseAddress.map { unsafe $0 + index })
    }
    unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
  }
}
