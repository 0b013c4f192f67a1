import Cairn
import CairnFiles
import CairnHAL
import CairnReports
import CairnWatch
import CommandSupport

/// Shows the latest fix, the satellites, the plan and the receiver on a terminal.
///
/// Isolation: belongs to the session's actor.
final class ScreenView: MonitorView {
  /// Shortest time between two pictures: at most ten a second.
  private static let frame = Duration.milliseconds(100)

  let energyInterval = Duration.seconds(1)
  private let traits: TerminalTraits
  private let screen: TerminalScreen
  private var encoder: FrameEncoder
  private var state: MonitorState
  private let start = ContinuousClock.now
  private var drawn: ContinuousClock.Instant?
  private var fixed: ContinuousClock.Instant?

  init(
    _ manner: StandardOutput.Manner, title: String, wanted: AccuracyArgument,
    traits: TerminalTraits
  ) {
    self.traits = traits
    screen = TerminalScreen(manner)
    encoder = FrameEncoder(colors: traits.colors)
    state = MonitorState(title: title)
    state.wanted = wanted
    state.hasKeys = screen.hasKeys
    draw()
  }

  func follow(_ take: (MonitorRequest) -> Void) async {
    for await event in screen.events {
      switch event {
      case .wake:
        screen.enter()
        draw()
      case .resized: draw()
      case .stop: screen.stop()
      case .resumed:
        // The program that had the terminal meanwhile may have left it in any state.
        screen.leave()
        screen.enter()
        encoder.reset()
        draw()
      case .key(let key): press(key, take)
      }
    }
  }

  func update(_ locations: [Location]) {
    state.fix = locations.last
    let measured = locations.count { $0.source.fix != .estimated }
    state.fixes += measured
    if measured > 0 { state.errors.removeAll() }
    fixed = .now
    present()
  }

  func fail(_ error: LocationError) {
    state.note("\(error.severity): \(error.description)")
    present()
  }

  func note(_ text: String) {
    state.note(text)
    present()
  }

  func show(_ plan: PowerPlan) {
    state.providers = plan.entries.map {
      MonitorState.Provider(
        name: $0.provider.name, isOn: $0.demand != nil, reason: $0.reason, power: $0.estimatedPower)
    }
    state.plannedPower = plan.estimatedPower
    let interval = plan.entries.compactMap { $0.demand?.interval.inSeconds }.min() ?? 0
    state.staleAfter = max(3, 2.5 * interval)
    present()
  }

  func show(_ satellites: SatelliteReport) {
    state.satellites = SatelliteLine.joined(satellites.satellites)
    present()
  }

  func show(_ receiver: ReceiverReport) {
    state.receiver = receiver
    present()
  }

  /// Not shown separately: corrections and pulses are part of the receiver's report.
  func show(_ corrections: ReceiverReport.Corrections) {}
  func show(_ pulses: ReceiverReport.Pulses) {}

  func show(_ energy: EnergyLedger) {
    state.energy = energy
    present()
  }

  func show(_ clients: MonitoredClients) {
    state.clients = clients
    present()
  }

  func show(_ intake: IntakeReport) {
    state.intake = intake.words
    present()
  }

  /// Gives the terminal back and prints the last fix and errors there.
  func finish() {
    screen.close()
    state.fixAge = nil
    let lines = MonitorPicture.lastFix(
      state, width: screen.size.width, characters: traits.characters)
    if !lines.isEmpty { screen.write(Array((lines.joined(separator: "\n") + "\n").utf8)) }
    for error in state.errors { complain(error) }
  }

  private func press(_ key: UInt8, _ take: (MonitorRequest) -> Void) {
    if state.showsHelp {
      state.showsHelp = false
    } else if let pane = MonitorState.Pane(rawValue: key), state.panes.contains(pane) {
      state.pane = pane
    } else if key == UInt8(ascii: "?") {
      state.showsHelp = true
    } else if key == UInt8(ascii: "a") {
      state.wantFiner()
      take(.accuracy(state.wanted.accuracy))
    } else if key == UInt8(ascii: "q") {
      take(.end)
    }
    draw()
  }

  /// Draws at once, or as soon as the next picture is allowed.
  private func present() {
    let passed = drawn.map { ContinuousClock.now - $0 } ?? Self.frame
    if passed >= Self.frame { draw() } else { screen.wake(after: Self.frame - passed) }
  }

  private func draw() {
    let now = ContinuousClock.now
    drawn = now
    screen.wake(after: .seconds(1))
    guard screen.isEntered else { return }
    // While the terminal takes no picture, none is made; a later one shows more.
    guard screen.takesPictures else { return screen.wake(after: Self.frame) }
    state.elapsed = (now - start).inSeconds
    state.fixAge = fixed.map { (now - $0).inSeconds }
    let size = screen.size
    let canvas = MonitorPicture.draw(
      state, width: size.width, height: size.height, characters: traits.characters)
    let bytes = encoder.encode(canvas)
    if !bytes.isEmpty { screen.write(bytes) }
  }
}
