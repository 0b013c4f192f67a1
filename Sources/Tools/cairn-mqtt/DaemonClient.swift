import CairnLinux
import CairnMQTT
import CairnTypes
import CairnUpdates
import CairnWatch
import CairnWire

/// What this program wants of the location service `cairnd`, on one connection, and what it hears of receivers and energy on
/// another.
///
/// Both are tried again by themselves, ever more rarely. This program keeps the states of its regions, so that a service that
/// starts again tells nothing twice.
///
/// Isolation: the event loop. `close()` ends it.
final class DaemonClient {
  enum Event {
    case locations([Location])
    case visit(Visit)
    case crossing(isEntry: Bool, WireRegionEvent)
    case plan(WirePlan)
    case receiver(WatchedReceiver)
    case energy(WatchedEnergy)
    /// Why there is nothing, or less than wanted, at present.
    case trouble(LocationError)
    /// What the policy allows; the reason names the rule.
    case authorization(Authorization)
    case connected
    /// The connection could not be made, or is over; the errno, or 0.
    case lost(Int32)
  }

  /// What is wanted.
  struct Wishes: Equatable {
    var path: String
    var configuration: LocationConfiguration
    var wantsVisits: Bool
    var regions: [MQTTSettings.Region]
    var interval: Duration
  }

  private enum Service: UInt32 { case positions = 1, visits, regions }

  private static let firstPause = Duration.milliseconds(200)
  private static let longestPause = Duration.seconds(10)

  private var wishes: Wishes
  private let loop: EventLoop
  private let buffer = MessageBuffer(capacity: WireLimits.report)
  private var onEvent: ((Event) -> Void)?
  private var channel: MessageChannel?
  private var watch: MessageChannel?
  private var retry: TimerID?
  private var pause = DaemonClient.firstPause
  private var unsent: [[UInt8]] = []
  /// The raw values of the states heard last.
  private var states: [String: UInt8] = [:]

  init(_ wishes: Wishes, loop: EventLoop, onEvent: @escaping (Event) -> Void) {
    self.wishes = wishes
    self.loop = loop
    self.onEvent = onEvent
    connect()
  }

  /// Ends everything. Idempotent.
  func close() {
    onEvent = nil
    end()
    if let retry { loop.cancel(retry) }
    retry = nil
  }

  /// Wants something else; a connection of its own begins.
  func change(to wishes: Wishes) {
    guard wishes != self.wishes else { return }
    self.wishes = wishes
    let names = Set(wishes.regions.map(\.name))
    states = states.filter { names.contains($0.key) }
    end()
    pause = Self.firstPause
    connect()
  }

  // MARK: - Connection

  private func end() {
    channel?.close()
    watch?.close()
    (channel, watch, unsent) = (nil, nil, [])
  }

  private func connect() {
    if let retry { loop.cancel(retry) }
    retry = nil
    do throws(DeviceError) {
      // The channels release the closures when they end.
      channel = try MessageChannel(
        MessageSocket(connectingTo: wishes.path), buffer: buffer, loop: loop
      ) { [self] in
        receive($0)
      } onRoom: { [self] in
        sendRest()
      } onEnd: { [self] end in
        if case .gone(let code) = end { lose(code) } else { lose(0) }
      }
      watch = try MessageChannel(
        MessageSocket(connectingTo: wishes.path), buffer: buffer, loop: loop
      ) { [self] in
        observe($0)
      } onRoom: {
      } onEnd: { [self] _ in
        watch = nil
      }
    } catch {
      return lose(error.code)
    }
    var request = WatchRequest(every: wishes.interval)
    request.wantsEnergy = true
    request.wantsReceivers = true
    _ = watch?.send(request.encoded.span)
    send(.standard(wishes.configuration), .positions)
    if wishes.wantsVisits { send(.visits(VisitOptions()), .visits) }
    for region in wishes.regions {
      guard let request = wireRegion(region) else { continue }
      send(.region(request), .regions)
    }
  }

  private func lose(_ code: Int32) {
    end()
    onEvent?(.lost(code))
    guard onEvent != nil else { return }
    // `connect` and `close` cancel it.
    retry = loop.schedule(at: loop.now() + pause) { [self] in connect() }
    pause = min(Self.longestPause, pause * 2)
  }

  private func wireRegion(_ region: MQTTSettings.Region) -> WireRegion? {
    guard let center = region.center, let radius = region.radius else { return nil }
    let options = MonitoringOptions()
    var request = WireRegion(region.name, .circle, points: [center], size: radius)
    (request.confidence, request.dwell) = (options.confidence, options.dwell)
    (request.hysteresis, request.desiredAccuracy) = (options.hysteresis, options.desiredAccuracy)
    request.responsiveness = options.responsiveness
    request.state = states[region.name] ?? 0
    return request
  }

  private func send(_ request: WireRequest, _ service: Service) {
    let message = request.encoded(for: service.rawValue)
    if unsent.isEmpty, channel?.send(message.span) ?? true { return }
    // At most what a connection begins with.
    unsent.append(message)
  }

  private func sendRest() {
    while let message = unsent.first, channel?.send(message.span) ?? false { unsent.removeFirst() }
  }

  // MARK: - Messages

  private func receive(_ message: borrowing Span<UInt8>) {
    let read: (service: UInt32, report: WireReport)
    do throws(WireError) { read = try WireReport.decode(message) } catch {
      // A newer service may tell more than this program understands.
      if case .unknown = error { return }
      return lose(0)
    }
    switch (read.report, Service(rawValue: read.service)) {
    case (.status(let status), _):
      pause = Self.firstPause
      onEvent?(.connected)
      onEvent?(.authorization(status.authorization))
    case (.locations(let call), .positions): onEvent?(.locations(call.locations))
    case (.visit(let visit), _): onEvent?(.visit(visit))
    case (.plan(let plan), .positions): onEvent?(.plan(plan))
    case (.region(let event), _): take(event)
    case (.regionFailure(_, let error), _), (.failure(let error), _): onEvent?(.trouble(error))
    default: break
    }
  }

  private func take(_ event: WireRegionEvent) {
    guard wishes.regions.contains(where: { $0.name == event.identifier }) else { return }
    states[event.identifier] = event.state
    guard !event.isAnswer, let crossing = RegionEvent.Crossing(rawValue: event.crossing) else {
      return
    }
    onEvent?(.crossing(isEntry: crossing == .enter, event))
  }

  private func observe(_ message: borrowing Span<UInt8>) {
    guard let report = try? WatchReport.decode(message) else { return }
    switch report {
    case .receiver(let receiver): onEvent?(.receiver(receiver))
    case .energy(let energy): onEvent?(.energy(energy))
    case .clients, .satellites: break
    }
  }
}
