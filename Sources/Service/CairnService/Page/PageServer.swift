internal import Cairn
internal import CairnDashboard
internal import CairnExports
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch

/// Serves the page to browsers. It is a client of the system while any page is open, and otherwise wants and costs nothing.
///
/// Isolation: the event loop. `close()` ends it.
final class PageServer {
  /// By what policy and ledger know the page, whoever looks at it.
  static let client = ClientIdentity(unnamedAt: .dashboard)

  /// Called when a page was opened or closed. Released by `close()`.
  var onPageCount: (Int) -> Void {
    get { server.onPageCount }
    set { server.onPageCount = newValue }
  }

  /// Where browsers connect, with the port in use.
  let address: ListenAddress
  /// The address for a log, and where the token is.
  let announcement: String
  private let system: LocationSystem
  private let server: DashboardServer
  private let clients: () -> [WatchedClient]
  private let tail: DemandTail
  private var settings: ServiceSettings
  private var feed: PageFeed?
  /// The end of the feed that waits for the next page.
  private var ending: UInt32?
  private(set) var pages = 0

  /// Waits for browsers.
  ///
  /// - Parameters:
  ///   - settings: what the page wants, and where its token is kept.
  ///   - address: where browsers connect.
  ///   - system: the service's.
  ///   - clients: those of the service, now.
  /// - Throws: if the address cannot be used, or the token's file cannot be written.
  init(
    _ settings: ServiceSettings, at address: ListenAddress, system: LocationSystem,
    clients: @escaping () -> [WatchedClient]
  ) throws(DeviceError) {
    self.system = system
    self.settings = settings
    self.clients = clients
    tail = DemandTail(loop: system.executor)
    let file = settings.dashboard.tokenFile ?? ""
    var token: String?
    if case .tcp = address { token = Self.token(in: file) ?? DashboardGate.makeToken() }
    server = DashboardServer(
      Self.introduction(settings), token: token, planner: Self.planner(system),
      loop: system.executor)
    self.address = try server.listen(at: address)
    guard let token else {
      announcement = address.description
      return
    }
    announcement =
      "\(self.address.announced); the whole address, with the token, is in \(ForeignText.visible(file))"
    do throws(DeviceError) {
      try PrivateFile.write(Array((self.address.pageAddress(token: token) + "\n").utf8), to: file)
    } catch {
      server.close()
      throw error
    }
  }

  /// Takes what the page wants from other settings, which have the same address.
  func apply(_ settings: ServiceSettings) {
    self.settings = settings
    server.introduction = Self.introduction(settings)
    feed?.configure(settings.demand(at: .dashboard))
  }

  /// Begins to show what happens with the first page, and ends that a moment after the last.
  func follow(pages count: Int, isolation: isolated any Actor) {
    pages = count
    guard count > 0 else {
      if feed == nil || ending != nil { return }
      ending = tail.end { [weak self] in self?.endFeed() }
      return
    }
    if let ending { tail.keep(ending) }
    ending = nil
    guard feed == nil else { return }
    let feed = PageFeed(
      system, settings.demand(at: .dashboard), clients: clients, isolation: isolation
    ) { [weak self] in self?.server.publish($0) }
    self.feed = feed
    feed.start()
  }

  /// Disconnects all browsers; its demand ends. Idempotent.
  func close() {
    server.close()
    tail.close()
    endFeed()
  }

  private func endFeed() {
    ending = nil
    feed?.stop()
    feed = nil
  }

  /// The connection in the table of all clients; `nil` while no page is open.
  var connection: ClientConnection? {
    guard pages > 0 else { return nil }
    var isPort = false
    if case .tcp = address { isPort = true }
    return ClientConnection(
      identity: Self.client, protocols: .dashboard, addresses: isPort ? .tcp : .unix,
      right: .init(system.authorization(of: Self.client)))
  }

  private static func introduction(_ settings: ServiceSettings) -> DashboardIntroduction {
    DashboardIntroduction(
      title: "cairnd, for all programs of this device", version: ServiceConfiguration.version,
      accuracy: settings.demand(at: .dashboard).desiredAccuracy)
  }

  /// The plan with another accuracy of the page; other clients want what they want now.
  private static func planner(_ system: LocationSystem) -> DashboardServer.Planner {
    DashboardServer.Planner {
      system.authorization(of: client).hasFullAccuracy
    } plan: { accuracy, answer in
      guard system.authorization(of: client).hasFullAccuracy else {
        return answer(.failure(.plansWithheld))
      }
      answer(.success(system.planOnLoop(wanting: accuracy, by: client).plan))
    }
  }

  /// The token of an earlier start, so that pages which are open stay so: the service may end whenever nobody is connected.
  private static func token(in file: String) -> String? {
    guard let bytes = PrivateFile.read(file, limit: 4096) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    let digits = text.split(separator: "=").last?.filter { $0 != "\n" } ?? ""
    guard digits.utf8.count == 32, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
      return nil
    }
    return digits
  }
}

extension ServiceSettings.Dashboard {
  /// What a server keeps as long as it is there.
  var place: [String?] { [address, tokenFile] }
}
