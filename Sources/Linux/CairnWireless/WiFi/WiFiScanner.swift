internal import CCairnLinux
public import CairnLinux
public import CairnRadio
public import CairnTypes

/// Hears the scans of all Wi-Fi interfaces, whoever starts them, and starts scans.
///
/// Listening needs no privilege, costs no radio time and works beside every program that manages
/// Wi-Fi. Starting a scan needs the capability CAP_NET_ADMIN; without it the scanner asks
/// wpa_supplicant to start one. If wpa_supplicant's control socket does not admit the program, a
/// request ends with `.notPermitted` and listening continues. A kernel without Wi-Fi is a state,
/// not an error: it is reported as `.absent` until a driver is loaded.
///
/// If the kernel cannot be asked, as in some sandboxes, or shows no interface, the scanner also
/// asks wpa_supplicant for its interfaces and their scans.
///
/// Isolation: belongs to its event loop.
public final class WiFiScanner {
  /// Event that a scanner reports.
  @nonexhaustive
  public enum Event: Hashable, Sendable {
    /// Something about Wi-Fi.
    case report(WiFiReport)
    /// The socket has failed, and the scanner has stopped; it may be started again.
    case failed(DeviceError)
  }

  /// Octets of one datagram; the kernel makes dumps fit into what is read at once.
  private static let capacity = 32_768
  /// Datagrams that are read before other descriptors have their turn.
  private static let batch = 64

  private let loop: EventLoop
  private let makeSocket: () throws(DeviceError) -> any NetlinkSocket
  private let folders: [String]
  private let supplicant: SupplicantScanner
  /// Starts scans through wpa_supplicant once the kernel has refused this program, until it accepts
  /// one.
  private var starter: SupplicantScanner?
  private var dialogue = NL80211Dialogue()
  private var socket: (any NetlinkSocket)?
  private var watch: WatchID?
  private var timer: (id: TimerID, deadline: MonotonicTime)?
  private var buffer: [UInt8] = []
  private var handler: ((Event) -> Void)?
  /// Counts starts and stops, so that operations begun before one are not continued after it.
  private var generation: UInt64 = 0

  /// Creates a scanner that is not started.
  ///
  /// - Parameter loop: the loop that the handler runs on.
  public convenience init(loop: EventLoop) {
    self.init(loop: loop, supplicants: SupplicantScanner.folders) { () throws(DeviceError) in
      try GenericNetlinkSocket()
    }
  }

  /// Creates a scanner that is not started, for another kernel; for tests.
  ///
  /// - Parameters:
  ///   - loop: the loop that the handler runs on.
  ///   - folders: where wpa_supplicant's sockets are.
  ///   - makeSocket: opens the socket to the kernel.
  public init(
    loop: EventLoop, supplicants folders: [String] = [],
    makeSocket: @escaping () throws(DeviceError) -> any NetlinkSocket
  ) {
    self.loop = loop
    self.makeSocket = makeSocket
    self.folders = folders
    supplicant = SupplicantScanner(folders, loop: loop)
  }

  deinit { socket?.close() }

  /// The interfaces that are known, in order of their index.
  public var interfaces: [WiFiInterface] {
    dialogue.interfaces.isEmpty ? supplicant.interfaces : dialogue.interfaces
  }

  /// Starts listening, and reports availability and the scans that the kernel still remembers.
  ///
  /// - Parameter handler: receives events on the loop, the first ones possibly inside this call;
  ///   may call any method of the scanner.
  /// - Throws: `.open` or `.monitor` when descriptors have run out.
  public func start(_ handler: @escaping (Event) -> Void) throws(DeviceError) {
    stop()
    self.handler = handler
    let opened: any NetlinkSocket
    do throws(DeviceError) {
      opened = try makeSocket()
    } catch {
      // A kernel without netlink, or a sandbox: there is no Wi-Fi for this process.
      guard error.code == cairnlinux_EAFNOSUPPORT || error.code == cairnlinux_EPROTONOSUPPORT else {
        self.handler = nil
        throw error
      }
      return deliver(.availability(.absent))
    }
    socket = opened
    do throws(DeviceError) {
      watch = try loop.watch(opened.descriptor, .readable) { [weak self] _ in self?.receive() }
    } catch {
      stop()
      throw error
    }
    buffer = [UInt8](repeating: 0, count: Self.capacity)
    perform(dialogue.start(at: loop.now()))
  }

  /// Asks for a scan. The end is reported exactly once, as `.requestEnded`, after the results, as
  /// `.scan`. A request during another one ends with it.
  ///
  /// Does nothing while the scanner is stopped.
  public func scan(_ request: WiFiScanRequest = WiFiScanRequest()) {
    guard handler != nil else { return }
    guard dialogue.interfaces.isEmpty else {
      return perform(dialogue.request(request, at: loop.now()))
    }
    if !supplicant.interfaces.isEmpty { return supplicant.scan(request) }
    guard socket != nil else { return deliver(.requestEnded(.noInterface)) }
    perform(dialogue.request(request, at: loop.now()))
  }

  /// Stops listening; requests that have not ended are dropped. Idempotent.
  public func stop() {
    generation &+= 1
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer.id) }
    supplicant.stop()
    endStarting()
    socket?.close()
    socket = nil
    watch = nil
    timer = nil
    handler = nil
    buffer = []
    dialogue = NL80211Dialogue()
  }

  private func receive() {
    let begun = generation
    for _ in 0..<Self.batch {
      guard begun == generation, let socket else { return }
      do throws(DeviceError) {
        switch try socket.receive(into: &buffer) {
        case .datagram(let count):
          let end = min(count, buffer.count)
          perform(dialogue.receive(buffer.span.extracting(0..<end), at: loop.now()))
        case .foreign: break
        case .lost: perform(dialogue.lostDatagrams(at: loop.now()))
        case .nothing: return
        }
      } catch {
        fail(error)
      }
    }
  }

  private func perform(_ actions: [NL80211Dialogue.Action]) {
    let begun = generation
    for action in actions {
      guard begun == generation, let socket else { return }
      do throws(DeviceError) {
        switch action {
        case .join(let group): try socket.join(group: group)
        case .report(let report): deliver(report)
        case .ask(let request): ask(request)
        case .send(let datagram):
          // A request that could not be sent is repeated later, like one that is not answered.
          do throws(DeviceError) { try socket.send(datagram) } catch {}
        }
      } catch {
        fail(error)
      }
    }
    if begun == generation { schedule() }
  }

  /// Asks wpa_supplicant to start a scan; the kernel reports its end.
  private func ask(_ request: WiFiScanRequest) {
    endStarting()
    let interface = dialogue.interfaces.first { $0.index == request.interface }
    let starter = SupplicantScanner(folders, starting: interface?.name ?? "", loop: loop)
    self.starter = starter
    starter.start { [weak self] in self?.hear($0, request) }
    if !starter.hasSocket { refuse(.notPermitted) }
  }

  private func hear(_ report: WiFiReport, _ request: WiFiScanRequest) {
    switch report {
    case .availability(.present(let interfaces)) where !interfaces.isEmpty:
      starter?.scan(
        WiFiScanRequest(frequencies: request.frequencies, isActive: request.isActive))
    case .requestEnded(.finished):
      endStarting()
      perform(dialogue.accept(at: loop.now()))
    case .availability, .requestEnded(.noInterface): refuse(.notPermitted)
    case .requestEnded(let outcome): refuse(outcome)
    case .scan: break
    }
  }

  private func refuse(_ outcome: WiFiScanOutcome) {
    endStarting()
    perform(dialogue.refuse(outcome, at: loop.now()))
  }

  private func endStarting() {
    starter?.stop()
    starter = nil
  }

  /// Reports, with wpa_supplicant's interfaces in place of those that the kernel does not show.
  private func deliver(_ report: WiFiReport) {
    guard case .availability = report else { return handler?(.report(report)) ?? () }
    if !dialogue.interfaces.isEmpty {
      supplicant.stop()
      return handler?(.report(report)) ?? ()
    }
    // The interfaces behind its sockets are reported once the sockets have answered.
    supplicant.start { [weak self] in self?.handler?(.report($0)) }
    if supplicant.interfaces.isEmpty { handler?(.report(report)) }
  }

  private func fail(_ error: DeviceError) {
    let handler = handler
    stop()
    handler?(.failed(error))
  }

  private func schedule() {
    let deadline = dialogue.deadline
    guard deadline != timer?.deadline else { return }
    if let timer { loop.cancel(timer.id) }
    timer = nil
    guard let deadline else { return }
    let id = loop.schedule(at: deadline) { [weak self] in self?.wake() }
    timer = (id, deadline)
  }

  private func wake() {
    timer = nil
    perform(dialogue.wake(at: loop.now()))
  }
}
