public import CCairnCore
public import CCairnEngine
internal import Cairn
internal import CairnCore
internal import CairnTypes
internal import CairnUpdates

// Managers, as the C part calls them. Each `engine` is one that `cairn_engine_open` returned. The arguments
// were checked by front.c.

extension EngineManager {
  fileprivate static func at(_ engine: OpaquePointer) -> EngineManager {
    unsafe Unmanaged<EngineManager>.fromOpaque(UnsafeRawPointer(engine)).takeUnretainedValue()
  }
}

/// Creates a manager with a receiver of its own.
///
/// - Parameters:
///   - manager: for the calls.
///   - calls: how the program is called.
///   - source: an address of a receiver; `nil`, or `device:`, for receivers that are found.
///   - options: what is wanted of services.
///   - error: the reason, where `nil` is returned.
/// - Returns: the manager; `nil` if there can be no such receiver, or the system has no more descriptors.
@c(cairn_engine_open)
public func openEngine(
  _ manager: OpaquePointer, _ calls: UnsafePointer<cairn_engine_calls>,
  _ source: UnsafePointer<CChar>?, _ options: UnsafePointer<cairn_options>,
  _ error: UnsafeMutablePointer<cairn_error>
) -> OpaquePointer? {
  let teller = unsafe Teller(manager, calls.pointee)
  let options = unsafe EngineOptions(options.pointee)
  let text = unsafe source.map { unsafe String(cString: $0) }
  do throws(LocationError) {
    let made = try EngineManager(teller, address: address(text), options)
    return unsafe OpaquePointer(Unmanaged.passRetained(made).toOpaque())
  } catch let failure {
    unsafe error.pointee = cairn_error(failure, text: failure.description)
    return nil
  }
}

/// What `device:` names, if anything; otherwise the whole source.
private func address(_ source: String?) -> String? {
  let prefix = "device:"
  guard let source, source != prefix else { return nil }
  return source.hasPrefix(prefix) ? String(source.dropFirst(prefix.count)) : source
}

/// Ends a manager.
@c(cairn_engine_close)
public func closeEngine(_ engine: OpaquePointer) {
  unsafe EngineManager.at(engine).close()
  unsafe Unmanaged<EngineManager>.fromOpaque(UnsafeRawPointer(engine)).release()
}

/// Replaces the options.
@c(cairn_engine_set_options)
public func configureEngine(
  _ engine: OpaquePointer, _ options: UnsafePointer<cairn_options>
) -> Int32 {
  unsafe EngineManager.at(engine).configure(EngineOptions(options.pointee))
  return code(CAIRN_OK)
}

/// Starts a service.
@c(cairn_engine_start)
public func startService(_ engine: OpaquePointer, _ service: Int32) -> Int32 {
  unsafe EngineManager.at(engine).start(service)
}

/// Stops a service.
@c(cairn_engine_stop)
public func stopService(_ engine: OpaquePointer, _ service: Int32) -> Int32 {
  unsafe EngineManager.at(engine).stop(service)
}

/// Asks for one position.
@c(cairn_engine_request)
public func requestPosition(
  _ engine: OpaquePointer, _ number: Int32, _ request: UnsafePointer<cairn_request>
) -> Int32 {
  let fits = unsafe EngineManager.at(engine).request(number, LocationRequest(request.pointee))
  return code(fits ? CAIRN_OK : CAIRN_TOO_MANY)
}

/// Ends a request.
@c(cairn_engine_cancel)
public func cancelRequest(_ engine: OpaquePointer, _ number: Int32) -> Int32 {
  code(unsafe EngineManager.at(engine).cancel(number) ? CAIRN_OK : CAIRN_UNKNOWN)
}

/// Returns the descriptor to wait with.
@c(cairn_engine_descriptor)
public func engineDescriptor(_ engine: OpaquePointer) -> Int32 {
  unsafe EngineManager.at(engine).descriptor
}

/// Makes the callbacks that are due.
@c(cairn_engine_process)
public func processEngine(_ engine: OpaquePointer) { unsafe EngineManager.at(engine).process() }

// MARK: - What is known

/// Returns the last position; `CAIRN_UNKNOWN` without one.
@c(cairn_engine_last)
public func lastPosition(
  _ engine: OpaquePointer, _ location: UnsafeMutablePointer<cairn_location>
) -> Int32 {
  guard let last = unsafe EngineManager.at(engine).last else { return code(CAIRN_UNKNOWN) }
  unsafe location.pointee = cairn_location(last)
  return code(CAIRN_OK)
}

/// Returns what the program may have: everything.
@c(cairn_engine_authorization)
public func engineAuthorization(
  _ engine: OpaquePointer, _ authorization: UnsafeMutablePointer<cairn_authorization>
) -> Int32 {
  unsafe authorization.pointee = EngineManager.at(engine).authorization
  return code(CAIRN_OK)
}

/// Writes the plan and a zero, as far as there is room; returns the octets of the whole plan.
@c(cairn_engine_plan)
public func enginePlan(
  _ engine: OpaquePointer, _ text: UnsafeMutablePointer<CChar>?, _ size: Int
) -> Int32 {
  guard let plan = unsafe EngineManager.at(engine).planText else { return code(CAIRN_UNKNOWN) }
  if let text = unsafe text, size > 0 {
    let count = min(plan.count, size - 1)
    for index in 0..<count { unsafe text[index] = CChar(bitPattern: plan[index]) }
    unsafe text[count] = 0
  }
  return Int32(clamping: plan.count)
}

// MARK: - Regions

/// Monitors a region.
@c(cairn_engine_region_add)
public func addRegion(_ engine: OpaquePointer, _ region: UnsafePointer<cairn_region>) -> Int32 {
  let wanted = unsafe region.pointee
  guard let name = unsafe wanted.identifier, let identifier = unsafe String(validatingCString: name)
  else { return code(CAIRN_BAD_ARGUMENT) }
  guard let area = unsafe Region(wanted, named: identifier) else {
    return code(CAIRN_NOT_SUPPORTED)
  }
  let options = unsafe MonitoringOptions(wanted)
  let fits = unsafe EngineManager.at(engine).add(area, points: wanted.count, options)
  return code(fits ? CAIRN_OK : CAIRN_TOO_MANY)
}

/// Ends the monitoring of a region.
@c(cairn_engine_region_remove)
public func removeRegion(_ engine: OpaquePointer, _ identifier: UnsafePointer<CChar>) -> Int32 {
  let isKnown = unsafe EngineManager.at(engine).removeRegion(String(cString: identifier))
  return code(isKnown ? CAIRN_OK : CAIRN_UNKNOWN)
}

/// Asks for the state of a region.
@c(cairn_engine_region_state)
public func tellRegionState(_ engine: OpaquePointer, _ identifier: UnsafePointer<CChar>) -> Int32 {
  let isKnown = unsafe EngineManager.at(engine).tellState(of: String(cString: identifier))
  return code(isKnown ? CAIRN_OK : CAIRN_UNKNOWN)
}
