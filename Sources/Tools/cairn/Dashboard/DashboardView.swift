import Cairn
import CairnDashboard
import CairnHAL
import CairnLinux
import CairnReports
import CairnTypes
import CairnUpdates
import CairnWatch
import CommandSupport

/// Shows everything on the pages that are open.
///
/// Isolation: the session's actor, which runs on the system's event loop; `listen` before that.
final class DashboardView: MonitorView {
  let energyInterval = Duration.seconds(1)
  /// What the address of the page must contain; `nil` for none.
  let token: String?
  /// What lets one browser in, once: other users see the arguments of programs.
  let ticket: String?
  private let loop: EventLoop
  /// Made and used on the loop.
  private let server: Carried<DashboardServer>

  convenience init(
    _ introduction: DashboardIntroduction, token: String?, system: LocationSystem
  ) {
    let planner = DashboardServer.Planner(
      isOpen: { system.tellsPlans }, plan: { system.plan(wanting: $0, then: $1) })
    self.init(introduction, token: token, loop: system.executor, planner: planner)
  }

  init(
    _ introduction: DashboardIntroduction, token: String?, loop: EventLoop,
    planner: DashboardServer.Planner = .closed
  ) {
    self.token = token
    ticket = token.map { _ in DashboardGate.makeToken() }
    self.loop = loop
    server = Carried(
      DashboardServer(introduction, token: token, ticket: ticket, planner: planner, loop: loop))
  }

  /// Waits for browsers.
  ///
  /// - Returns: the address, with the port in use.
  func listen(at address: ListenAddress) async throws(DeviceError) -> ListenAddress {
    let (loop, server) = (loop, server)
    let result: Result<ListenAddress, DeviceError> = await withCheckedContinuation { next in
      loop.post {
        do throws(DeviceError) {
          next.resume(returning: .success(try server.value.listen(at: address)))
        } catch {
          next.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  /// Disconnects all browsers, from outside of the loop.
  func close() async {
    let (loop, server) = (loop, server)
    await withCheckedContinuation { (next: CheckedContinuation<Void, Never>) in
      loop.post {
        server.value.close()
        next.resume()
      }
    }
  }

  /// Starts the user's browser.
  ///
  /// - Parameter address: where the page is served.
  func openBrowser(at address: ListenAddress) {
    let (loop, url) = (loop, address.pageAddress(token: ticket))
    let advice = "no browser found; open \(address.pageAddress(token: token))"
    // Without a screen, xdg-open would start a browser of the terminal, which nobody sees.
    let screens = ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"].compactMap { environmentVariable($0) }
    guard screens.contains(where: { !$0.isEmpty }) else { return complain(advice) }
    loop.post {
      // What it complains of is of no use to whoever has no browser.
      let words = ["/bin/sh", "-c", "exec xdg-open \"$1\" >/dev/null 2>&1", "sh", url]
      CairnLinux.Program.run(words, on: loop) { result in
        switch result {
        case .success(0): break
        case .success, .failure: complain(advice)
        }
      }
    }
  }

  func update(_ locations: [Location]) { server.value.publish(.update(locations)) }

  func fail(_ error: LocationError) {
    complain("\(error.severity): \(error.description)")
    server.value.publish(.error(error, error.description))
  }

  func note(_ text: String) { complain(text) }

  func show(_ plan: PowerPlan) { server.value.publish(.plan(plan)) }

  func show(_ satellites: SatelliteReport) { server.value.publish(.satellites(satellites)) }

  func show(_ receiver: ReceiverReport) { server.value.publish(.receiver(receiver)) }

  func show(_ corrections: ReceiverReport.Corrections) {
    server.value.publish(.corrections(corrections))
  }

  func show(_ pulses: ReceiverReport.Pulses) { server.value.publish(.pulses(pulses)) }

  func show(_ energy: EnergyLedger) { server.value.publish(.energy(energy)) }

  func show(_ clients: MonitoredClients) { server.value.publish(.clients(clients)) }

  func show(_ intake: IntakeReport) { server.value.publish(.intake(intake)) }

  func show(_ heading: Heading) { server.value.publish(.heading(heading)) }

  func show(_ visit: Visit) { server.value.publish(.visit(visit)) }

  func show(_ state: RegionState, of region: Region) {
    server.value.publish(.region(state, region))
  }

  func show(_ beacons: [Beacon]) { server.value.publish(.beacons(beacons)) }

  func finish() { server.value.close() }
}
