internal import CCairnLinux
internal import CairnLinux
internal import CairnRadio
internal import CairnTypes

/// Hears the scans of Wi-Fi interfaces through wpa_supplicant's control sockets, and starts scans
/// there, where the kernel cannot be asked.
///
/// Each interface has a socket in a folder; which programs may use it is decided by the folder's
/// group. Looks for sockets once a minute while there is none.
///
/// Isolation: belongs to its event loop.
final class SupplicantScanner {
  /// Where wpa_supplicant keeps its sockets.
  static let folders = ["/run/wpa_supplicant", "/var/run/wpa_supplicant"]
  /// How often sockets are looked for.
  static let interval = Duration.seconds(60)
  /// Most interfaces that are followed.
  static let maximumInterfaces = 8
  /// Numbers of interfaces from here on are none of the kernel's.
  private static let firstIndex: UInt32 = 1 << 31

  private let loop: EventLoop
  private let folders: [String]
  /// The interface that scans are only started on, their end being heard elsewhere; else all.
  private let starting: String?
  private var links: [SupplicantLink] = []
  private var timer: TimerID?
  private var report: ((WiFiReport) -> Void)?

  init(_ folders: [String], starting: String? = nil, loop: EventLoop) {
    self.folders = folders
    self.starting = starting
    self.loop = loop
  }

  /// Whether there is somebody who may answer.
  var hasSocket: Bool { !links.isEmpty }

  /// The interfaces that answer, in order of their index.
  var interfaces: [WiFiInterface] { links.filter(\.isThere).map(\.interface) }

  /// Starts to look for sockets.
  ///
  /// - Parameter report: called on the loop, with `.present` whenever interfaces come or go.
  func start(_ report: @escaping (WiFiReport) -> Void) {
    guard self.report == nil, !folders.isEmpty else { return }
    self.report = report
    search()
  }

  func stop() {
    if let timer { loop.cancel(timer) }
    timer = nil
    report = nil
    for link in links { link.close() }
    links = []
  }

  /// Asks the interface that is named, or the first one, for a scan; its end is reported once.
  func scan(_ request: WiFiScanRequest) {
    let link = links.first {
      $0.isThere && ($0.interface.index == request.interface || request.interface == nil)
    }
    if let link { link.scan(request) } else { report?(.requestEnded(.noInterface)) }
  }

  private func search() {
    timer = nil
    var names: Set<String> = []
    for folder in folders {
      // Others are for Wi-Fi Direct, or for all interfaces together.
      for name in FileSystem.entries(folder).sorted()
      where !name.hasPrefix("p2p-dev-") && name != "global" && names.insert(name).inserted
        && links.count < Self.maximumInterfaces && starting ?? name == name
      {
        open("\(folder)/\(name)", name)
      }
    }
    guard links.isEmpty, report != nil else { return }
    timer = loop.schedule(at: loop.now() + Self.interval) { [weak self] in self?.search() }
  }

  private func open(_ path: String, _ name: String) {
    let interface = WiFiInterface(
      index: Self.firstIndex + UInt32(clamping: links.count), name: name)
    let link = SupplicantLink(interface, startsOnly: starting != nil, loop: loop)
    links.append(link)
    let isOpen = link.open(path) { [weak self, weak link] report in
      guard let self, let link else { return }
      take(report, of: link)
    }
    if !isOpen { links.removeAll { $0 === link } }
  }

  private func take(_ report: WiFiReport?, of link: SupplicantLink) {
    switch report {
    case .availability?: break
    case let report?: return self.report?(report) ?? ()
    case nil:
      links.removeAll { $0 === link }
      if links.isEmpty, timer == nil, self.report != nil {
        timer = loop.schedule(at: loop.now() + Self.interval) { [weak self] in self?.search() }
      }
    }
    self.report?(.availability(.present(interfaces)))
  }
}

/// The socket of one interface.
///
/// Isolation: belongs to its event loop.
final class SupplicantLink {
  /// Octets of one datagram; wpa_supplicant sends 4096 at most.
  private static let capacity = 16_384
  /// Datagrams that are read before other descriptors have their turn.
  private static let batch = 64

  let interface: WiFiInterface
  /// Whether wpa_supplicant has answered.
  private(set) var isThere = false
  private let loop: EventLoop
  private var dialogue: SupplicantDialogue
  private var descriptor: Int32 = -1
  private var watch: WatchID?
  private var timer: TimerID?
  private var buffer: [UInt8] = []
  private var report: ((WiFiReport?) -> Void)?

  init(_ interface: WiFiInterface, startsOnly: Bool, loop: EventLoop) {
    self.interface = interface
    self.loop = loop
    dialogue = SupplicantDialogue(interface, startsOnly: startsOnly)
  }

  deinit { close() }

  /// Opens the socket and begins the dialogue.
  ///
  /// - Parameters:
  ///   - path: of wpa_supplicant's socket.
  ///   - report: called on the loop, with `nil` at the end.
  /// - Returns: whether there is something to talk to; if not, nothing is reported.
  func open(_ path: String, _ report: @escaping (WiFiReport?) -> Void) -> Bool {
    var address = cairnlinux_address()
    let octets = Array(path.utf8)
    guard unsafe cairnlinux_unix_address(octets, octets.count, 0, &address) == 0 else {
      return false
    }
    descriptor = unsafe cairnlinux_unix_datagrams(&address)
    guard descriptor >= 0 else { return false }
    do throws(DeviceError) {
      watch = try loop.watch(descriptor, .readable) { [weak self] _ in self?.receive() }
    } catch {
      close()
      return false
    }
    buffer = [UInt8](repeating: 0, count: Self.capacity)
    perform(dialogue.start(at: loop.now()))
    guard descriptor >= 0 else { return false }
    self.report = report
    return true
  }

  func scan(_ request: WiFiScanRequest) { perform(dialogue.request(request, at: loop.now())) }

  func close() {
    if let watch { loop.unwatch(watch) }
    if let timer { loop.cancel(timer) }
    (watch, timer) = (nil, nil)
    if descriptor >= 0 { _ = cairnlinux_close(descriptor) }
    descriptor = -1
    isThere = false
    report = nil
  }

  private func receive() {
    for _ in 0..<Self.batch where descriptor >= 0 {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else {
        if count != -Int(cairnlinux_EAGAIN) { perform(dialogue.disconnected()) }
        return
      }
      let end = min(count, buffer.count)
      perform(dialogue.receive(buffer.span.extracting(0..<end), at: loop.now()))
    }
  }

  private func perform(_ actions: [SupplicantDialogue.Action]) {
    for action in actions {
      guard descriptor >= 0 else { return }
      switch action {
      case .send(let datagram):
        let sent = unsafe datagram.withUnsafeBytes {
          unsafe cairnlinux_send(descriptor, $0.baseAddress, $0.count)
        }
        if sent < 0 { return perform(dialogue.disconnected()) }
      case .report(let new):
        if case .availability = new { isThere = true }
        report?(new)
      case .close:
        let report = report
        close()
        report?(nil)
      }
    }
    schedule()
  }

  private func schedule() {
    if let timer { loop.cancel(timer) }
    timer = nil
    guard descriptor >= 0, let deadline = dialogue.deadline else { return }
    timer = loop.schedule(at: deadline) { [weak self] in
      guard let self else { return }
      self.timer = nil
      perform(dialogue.wake(at: loop.now()))
    }
  }
}
