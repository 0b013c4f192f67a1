import Cairn
import CairnHAL
import CairnLinux
import CairnRadio
import CairnTypes
import Synchronization

/// Work that the service has given a provider.
struct SimulatedCommand {
  let provider: ProviderID
  let work: ProviderWork
  /// MHz: the channels of a scan; empty for all of them.
  let frequencies: [UInt32]
}

/// Commands that the harness has not received yet. Isolation: the lock guards them and nothing
/// else.
final class CommandLog: Sendable {
  private let commands = Mutex<[SimulatedCommand]>([])

  func note(_ command: SimulatedCommand) { commands.withLock { $0.append(command) } }

  func take() -> [SimulatedCommand] {
    commands.withLock { commands in
      defer { commands = [] }
      return commands
    }
  }
}

/// A provider whose hardware is the harness. Isolation: the event loop.
actor SimulatedProvider: LocationProvider {
  nonisolated let descriptor: ProviderDescriptor
  var sink: ProviderSink? {
    // A receiver is asleep until it is needed.
    didSet { if !descriptor.energy.isOperation { sink?.send(.power(.backup(.software))) } }
  }
  private nonisolated let loop: EventLoop
  private let commands: CommandLog
  private var work = ProviderWork.off
  /// Time since which a receiver that was switched on has had fixes.
  private var fixedSince: MonotonicTime?
  /// Whether it sleeps between fixes.
  private var isCycling = false
  /// Channels of the next scan.
  private var channels = ChannelChoice()
  /// The present scan.
  private var asked = WiFiScanRequest()

  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  init(_ descriptor: ProviderDescriptor, commands: CommandLog, loop: EventLoop) {
    self.descriptor = descriptor
    self.commands = commands
    self.loop = loop
  }

  func perform(_ work: ProviderWork) async throws(LocationError) {
    let wasTracking = self.work.tracking != nil
    self.work = work
    if work.measurement != nil { measure() } else { note(work) }
    switch work {
    case .track: if !wasTracking { sink?.send(.power(.acquiring)) }
    case .off where hasSwitch: sink?.send(.power(.off))
    case .rest, .off: sink?.send(.power(.backup(.software)))
    case .measure: break
    }
    if work.tracking?.isCyclic != true { isCycling = false }
    if work.tracking == nil { fixedSince = nil } else if fixedSince != nil { noteCycle() }
  }

  /// Whether the supply of a receiver that is off can be switched off.
  private var hasSwitch: Bool {
    if case .receiver(let receiver) = descriptor.energy { return receiver.off != nil }
    return true
  }

  private func note(_ work: ProviderWork, on frequencies: [UInt32] = []) {
    commands.note(SimulatedCommand(provider: descriptor.id, work: work, frequencies: frequencies))
  }

  /// Starts an operation, which for Wi-Fi may be a scan of a few channels, after an earlier one
  /// that has drawn a share of a whole scan's energy.
  private func measure(after spent: Double = 0) {
    if descriptor.technology == .wifi {
      asked = channels.request(at: loop.now())
      sink?.send(.descriptor(descriptor.drawing(spent + asked.share)))
    }
    note(work, on: asked.frequencies)
  }

  /// Passes on an event of this provider.
  func take(_ event: SchedulerEvent, heard: [UInt32: Int]) {
    switch event {
    case .fix(descriptor.id, let fix):
      noteScan(heard)
      find(fix)
    case .noFix(descriptor.id):
      noteScan(heard)
      if work.measurement != nil, !asked.frequencies.isEmpty {
        channels.noteFailure()
        return measure(after: asked.share)
      }
      end(with: .nothing(reason: "nothing found"))
    case .cue(descriptor.id): sink?.send(.cue)
    default: break
    }
  }

  private func noteScan(_ heard: [UInt32: Int]) {
    channels.take(heard, at: loop.now())
    if asked.frequencies.isEmpty { channels.noteFullScan(at: loop.now()) }
  }

  private func find(_ fix: SchedulerFix) {
    var location = Location(
      coordinate: fix.coordinate, horizontalAccuracy: fix.horizontalAccuracy, time: loop.now(),
      source: LocationSource(
        provider: descriptor.id, technology: descriptor.technology, flags: .simulated))
    location.speed = fix.speed
    location.course = fix.course
    guard descriptor.energy.isOperation else {
      noteCycle()
      sink?.send(location)
      return
    }
    end(with: .positions([location]))
  }

  /// When the receiver begins to sleep between fixes, if it was told to.
  func nextCycle() -> MonotonicTime? {
    guard work.tracking?.isCyclic == true, !isCycling else { return nil }
    return fixedSince.map { $0 + SimulatedService.untilCyclic }
  }

  func beginCycle(at time: MonotonicTime) {
    if nextCycle() == time { noteCycle() }
  }

  /// Reports that the receiver sleeps between fixes, if it does so by now.
  private func noteCycle() {
    let now = loop.now()
    guard let tracking = work.tracking else { return }
    let start = fixedSince ?? now
    fixedSince = start
    isCycling = tracking.isCyclic && now - start >= SimulatedService.untilCyclic
    sink?.send(.power(isCycling ? .cyclic(period: tracking.interval) : .tracking))
  }

  private func end(with outcome: MeasurementOutcome) {
    work = .off
    sink?.send(.measured(outcome))
  }
}
