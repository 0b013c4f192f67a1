import Cairn
import CairnHAL
import CairnLinux
import CairnTypes
import CairnWireless
import CommandSupport

/// Prints when beacons are entered and left, with a system whose only radio is Bluetooth.
struct BeaconRegionWatch {
  let constraint: BeaconConstraint
  /// Time after which a silent beacon counts as left; `nil` for the default.
  let timeout: Duration?
  let loop: EventLoop
  let view: any BeaconView

  /// Runs until the user or the time ends it.
  ///
  /// - Returns: whether beacons could be heard.
  func run(duration: Double?) async throws -> Bool {
    let system = LocationSystem(providers: [], hostWake: 0, executor: loop)
    let scanner = BluetoothScanner(loop: loop)
    system.add(scanner)
    let monitor = Cairn.Monitor(system: system)
    let (updates, continuation) = AsyncStream.makeStream(of: MonitorUpdate?.self)
    let interrupt = Interrupt { continuation.yield(nil) }
    defer { interrupt.end() }
    let reader = Task { @concurrent [events = monitor.events] in
      for await update in events { continuation.yield(update) }
      continuation.yield(nil)
    }
    let clock = Task { @concurrent in
      guard let duration else { return }
      do { try await Task.sleep(for: .seconds(duration)) } catch { return }
      continuation.yield(nil)
    }
    var options = MonitoringOptions()
    if let timeout { options.dwell = timeout }
    // A beacon that is there at the start is also entered.
    options.initialState = .outside
    do throws(LocationError) {
      try await monitor.add(
        Region(identifier: "beacon", shape: .beacon(constraint)), options: options)
    } catch {
      throw CommandFailure(message: error.reason ?? error.description)
    }
    for await update in updates {
      guard let update else { break }
      if let event = update.event {
        view.show(
          event.state == .inside ? "enter" : "exit", constraint, at: event.time,
          rssi: event.beacon?.rssi)
      } else if let error = update.error {
        view.show(
          ProviderIssue(.failure, error.reason ?? error.description))
      }
    }
    reader.cancel()
    clock.cancel()
    let energy = await system.diagnostics().energy
    let radio = energy.providers.first { $0.name == scanner.descriptor.id.name }
    let seconds = radio?.radioTime.inSeconds ?? 0
    view.finish(radioSeconds: seconds)
    return seconds > 0
  }
}
