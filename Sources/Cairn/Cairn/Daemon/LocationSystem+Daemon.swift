package import CairnLinux
public import CairnTypes
internal import CairnWire

extension LocationSystem {
  /// The path of the daemon's socket: the environment variable `CAIRN_SOCKET`, else
  /// `/run/cairn/cairn.sock`. An empty variable stands for no daemon.
  public static var daemonSocket: String {
    environmentVariable("CAIRN_SOCKET") ?? "/run/cairn/cairn.sock"
  }

  /// Creates a system whose services run in the daemon `cairnd`, which shares the device's receivers
  /// among all programs.
  ///
  /// Managers of such a system behave as those of one with receivers of its own, with the rights that
  /// the daemon's policy gives this program. The demand of this program ends with it, however it ends.
  /// If the daemon is not there, or goes away, running services are told once; the system waits for it,
  /// and tells it then what runs. Regions are kept by the program, with the states that it has heard, so
  /// that a daemon that starts again tells nothing twice. What the daemon does not serve, such as the
  /// start of programs, ends with `.invalidConfiguration`, and the reason.
  ///
  /// Waits for the daemon's first answer, for a second at most.
  ///
  /// - Parameter path: its socket; `nil` for `daemonSocket`.
  /// - Returns: a system that has no providers and sensors of its own, and takes none.
  /// - Throws: if the event loop cannot be created.
  public static func daemon(at path: String? = nil) throws(DeviceError) -> LocationSystem {
    let loop = try EventLoop()
    let greeting = DaemonGreeting(at: path ?? daemonSocket)
    return LocationSystem(greeting, executor: loop, ownsExecutor: true)
  }

  /// Whether the services of this system run in the daemon.
  public var isDaemon: Bool { policy is DaemonState }

  /// Returns the system of the daemon if that answers at its socket.
  package static func answeringDaemon() throws(DeviceError) -> LocationSystem? {
    guard !daemonSocket.isEmpty else { return nil }
    let greeting = DaemonGreeting(at: daemonSocket)
    guard case .success = greeting.outcome else { return nil }
    return LocationSystem(greeting, executor: try EventLoop(), ownsExecutor: true)
  }

  /// Creates a system that leads to a daemon.
  package convenience init(
    _ greeting: DaemonGreeting, executor: EventLoop, ownsExecutor: Bool,
    report: (@Sendable (LocationError) -> Void)? = nil
  ) {
    let state = DaemonState(greeting.status.authorization)
    self.init(
      providers: [], policy: state, report: report, storage: nil, executor: executor,
      ownsExecutor: ownsExecutor)
    shared.setRemote(greeting.status)
    if let last = greeting.last { shared.setLast(last) }
    let carried = Carried(greeting)
    engine.perform { engine in
      let link = DaemonLink(
        path: carried.value.path, loop: engine.loop, shared: engine.shared, state: state
      ) { engine.assumeIsolated { $0.reauthorize() } }
      engine.link = link
      link.start(carried.value.outcome, refusal: carried.value.refusal)
    }
  }

  /// Reports that a part of the daemon's system cannot be changed from here.
  func noteNotServed(_ what: String) { unheard.note(.notServed(what), at: executor.now()) }
}

/// The first words of a daemon: what it says before a system is made of it.
package struct DaemonGreeting {
  /// How long a daemon may take.
  private static let patience: Int32 = 1000

  let path: String
  /// The connection, or why there is none.
  package private(set) var outcome: Result<MessageSocket, DeviceError>
  private(set) var status = WireStatus()
  /// The last known position.
  private(set) var last: Location?
  /// Why the daemon does not serve this program at the moment.
  private(set) var refusal: LocationError?

  /// Connects, and waits for what the daemon says of this program.
  package init(at path: String) {
    self.path = path
    status.authorization.reason = "the daemon has not answered yet"
    status.obstacle = .noHardware
    let socket: MessageSocket
    do throws(DeviceError) { socket = try MessageSocket(connectingTo: path) } catch {
      outcome = .failure(error)
      return
    }
    outcome = .success(socket)
    do throws(DeviceError) { try hear(socket) } catch { outcome = .failure(error) }
  }

  private mutating func hear(_ socket: MessageSocket) throws(DeviceError) {
    var buffer = [UInt8](repeating: 0, count: WireLimits.report)
    // A daemon says its status after the last position.
    for _ in 0..<8 {
      guard socket.wait(atMost: Self.patience) else { throw socket.silence }
      guard case .message(let count) = socket.receive(into: &buffer),
        let (_, report) = try? WireReport.decode(buffer.span.extracting(0..<count))
      else { throw socket.silence }
      switch report {
      case .status(let status):
        self.status = status
        return
      case .failure(let error):
        refusal = error
        return
      case .locations(let call): last = call.locations.last
      default: break
      }
    }
    throw socket.silence
  }
}
