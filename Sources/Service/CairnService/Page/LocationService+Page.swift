internal import CairnExports
internal import CairnLinux
internal import CairnTypes
internal import CairnWatch

// The page for browsers, as one more server.

extension LocationService {
  /// Returns a server at the page's address; `nil` without one.
  func makePage(_ settings: ServiceSettings) throws(DeviceError) -> PageServer? {
    guard let address = settings.dashboardAddress else { return nil }
    let page = try PageServer(settings, at: address, system: system) { [weak self] in
      self?.assumeIsolated { Carried($0.visibleClients()) }.value ?? []
    }
    log("showing the page at \(page.announcement)")
    return page
  }

  /// Serves it from now on, in place of another one, with the settings in force.
  func serve(_ page: PageServer?) {
    if pageServer !== page, let pageServer {
      pageServer.close()
      log("showing the page no longer at \(pageServer.address)")
      note(0, at: .dashboard)
    }
    pageServer = page
    page?.apply(settings)
    // `close` releases it.
    page?.onPageCount = { [self] count in assumeIsolated { $0.follow(pages: count) } }
  }

  private func follow(pages count: Int) {
    pageServer?.follow(pages: count, isolation: self)
    note(count, at: .dashboard)
  }

  /// All clients: whoever may read the token, or connect to the page's socket, may see what others do.
  private func visibleClients() -> [WatchedClient] {
    let overseer = PeerProgram(process: nil, user: SystemAccounts.ownUser, isOverseer: true)
    return native?.assumeIsolated { Carried($0.table(for: overseer).clients) }.value ?? []
  }
}
