internal import Cairn
package import CairnExports
package import CairnLinux
package import CairnTypes

// Which receivers and addresses the service has, and how that changes while it runs.

extension LocationService {
  /// What decides whether a receiver stays as it is.
  package struct ReceiverSetup: Hashable, Sendable {
    package var receiver: ServiceSettings.Receiver
    /// Folder for what is learned of it; `nil` for none.
    package var stateFolder: String?
    /// Whether its pulses are needed.
    package var watchesPulses: Bool
  }

  /// Serves clients from now on.
  ///
  /// - Parameters:
  ///   - settings: addresses, receivers and all else.
  ///   - inherited: sockets of systemd at which clients connect.
  /// - Returns: the addresses with the ports in use.
  /// - Throws: if one of them cannot be used; nobody is served then.
  package func start(
    _ settings: ServiceSettings, inherited: [Door: [InheritedSocket]] = [:]
  ) async throws(DeviceError) -> [ListenAddress] {
    self.settings = settings
    policy?.use(settings.usedPolicyFolder)
    let made = try await make(Self.setups(of: settings))
    let authorization = { [system] in system.authorization(of: $0) }
    let server = GPSDServer(loop: executor, authorization: authorization) { [self] line in
      assumeIsolated { $0.log(line) }
    }
    let sentences = SentenceServer(loop: executor, authorization: authorization) { [self] line in
      assumeIsolated { $0.log(line) }
    }
    let native = NativeServer(system: system) { [self] line in
      assumeIsolated { $0.log(line) }
    } onClientCount: { [self] count in
      assumeIsolated { $0.note(count, at: .native) }
    }
    hasInheritedSockets = !inherited.isEmpty
    var used: [ListenAddress] = []
    let page: PageServer?
    do throws(DeviceError) {
      for socket in inherited[.gpsd] ?? [] { used.append(try server.listeners.adopt(socket)) }
      used += try server.listeners.open(gpsdAddresses(of: settings, server))
      for socket in inherited[.nmea] ?? [] { used.append(try sentences.listeners.adopt(socket)) }
      for output in try sentences.open(settings.sentenceOutputs) { announce(output) }
      for socket in inherited[.native] ?? [] { announce(try await native.adopt(socket)) }
      if try await native.listen(at: settings.socket) { announce(settings.socket) }
      page = try makePage(settings)
    } catch {
      server.close()
      sentences.close()
      await native.close()
      for (_, receiver) in made { await receiver.end() }
      throw error
    }
    self.server = server
    sentenceServer = sentences
    self.native = native
    await native.show { [weak self] in
      self.map { service in service.assumeIsolated { Carried($0.connections()) }.value } ?? []
    }
    // `stop` closes the servers, which releases them.
    server.onDemand = { [self] clients in assumeIsolated { $0.want(clients, at: .gpsd) } }
    sentences.onDemand = { [self] clients in assumeIsolated { $0.want(clients, at: .nmea) } }
    policy?.observe { [weak self] in self?.authorizeAgain() }
    sentences.onClientCount = { [self] count in assumeIsolated { $0.note(count, at: .nmea) } }
    server.onBytesDemand = { [self] areWanted in assumeIsolated { $0.setBytesWanted(areWanted) } }
    server.onClientCount = { [self] count in assumeIsolated { $0.note(count, at: .gpsd) } }
    _ = sentences.keep(settings.sentenceOutputs)
    await add(made)
    serveTime()
    serveDesktop()
    serve(page)
    followPresence()
    return used
  }

  /// Changes the running service to other settings. What stays the same is left alone: the clients of an
  /// address that stays remain connected, and a receiver that stays goes on.
  ///
  /// - Throws: if an address or a receiver cannot be used; then all is as before.
  package func apply(_ settings: ServiceSettings) async throws(DeviceError) {
    guard let server, let sentenceServer, let native else { return }
    let wanted = Self.setups(of: settings)
    let made = try await make(wanted.filter { !setups.values.contains($0) })
    let addresses = gpsdAddresses(of: settings, server)
    let before = self.settings
    let opened: [ListenAddress]
    let outputs: [SentenceOutput]
    var page = pageServer
    do throws(DeviceError) {
      opened = try server.listeners.open(addresses)
      outputs = try sentenceServer.open(settings.sentenceOutputs)
      if try await native.listen(at: settings.socket) { announce(settings.socket) }
      if settings.dashboard.place != before.dashboard.place { page = try makePage(settings) }
    } catch {
      _ = server.stopListening(exceptAt: gpsdAddresses(of: before, server))
      _ = sentenceServer.keep(before.sentenceOutputs)
      for (_, receiver) in made { await receiver.end() }
      throw error
    }
    self.settings = settings
    policy?.use(settings.usedPolicyFolder)
    for address in opened { log("listening at \(address.announced)") }
    for address in server.stopListening(exceptAt: addresses) {
      log("listening no longer at \(address)")
    }
    for output in outputs { announce(output) }
    for output in sentenceServer.keep(settings.sentenceOutputs) {
      log("no more sentences at \(output)")
    }
    demands.apply(settings)
    for (id, setup) in setups where !wanted.contains(setup) { await remove(id) }
    await add(made)
    serveTime()
    serveDesktop()
    serve(page)
    followPresence()
  }

  /// Begins, changes or ends the service for chronyd.
  private func serveTime() {
    let isWanted = settings.chrony.isWanted
    guard isWanted ? settings.chrony != timeServer?.settings : timeServer != nil else { return }
    timeServer =
      isWanted
      ? TimeServer(settings.chrony, loop: executor) { [self] line, isFailure in
        assumeIsolated { $0.log(line, isFailure ? .error : .info) }
      } : nil
    note(isWanted ? 1 : 0, at: .chrony)
    want(isWanted ? [ClientIdentity(unnamedAt: .chrony)] : [], at: .chrony)
  }

  /// Begins, changes or ends the service for programs of GeoClue.
  private func serveDesktop() {
    guard settings.geoclue.isServed == true else {
      guard let geoClueServer else { return }
      geoClueServer.close()
      self.geoClueServer = nil
      log("serving programs of GeoClue no longer")
      return note(0, at: .geoclue)
    }
    var options = GeoClueService.Options()
    options.floor = settings.geoclue.accuracy?.metres ?? 0
    options.isAt95 = settings.geoclue.isAt95 ?? false
    if let geoClueServer {
      geoClueServer.options = options
      return
    }
    let server = GeoClueServer(system: system, options) { [self] identity in
      assumeIsolated { Carried(LocationManager(system: $0.system, client: identity)) }.value
    } log: { [self] line, level in
      assumeIsolated { $0.log(line, level) }
    }
    server.onClientCount = { [self] count in assumeIsolated { $0.note(count, at: .geoclue) } }
    geoClueServer = server
    server.start()
  }

  /// Asks the policy again for the clients of all servers. Callable from any thread.
  private nonisolated func authorizeAgain() {
    executor.post { [weak self] in
      self?.assumeIsolated { service in
        service.server?.reauthorize()
        service.sentenceServer?.reauthorize()
      }
    }
  }

  private func gpsdAddresses(
    of settings: ServiceSettings, _ server: GPSDServer
  ) -> [ListenAddress] {
    let usual = server.listeners.isInherited ? [] : [ServiceConfiguration.usualAddress]
    return settings.gpsdAddresses ?? usual
  }

  private func announce(_ output: SentenceOutput) { log("sentences at \(output.announced)") }

  private func announce(_ socket: String?) {
    if let socket { log("serving programs that use Cairn at \(socket)") }
  }

  // MARK: - Receivers

  private static func setups(of settings: ServiceSettings) -> [ReceiverSetup] {
    settings.usedReceivers.map {
      ReceiverSetup(
        receiver: $0, stateFolder: settings.stateFolder,
        watchesPulses: settings.chrony.pulseSocket != nil)
    }
  }

  private func make(
    _ setups: [ReceiverSetup]
  ) async throws(DeviceError) -> [(ReceiverSetup, Receiver)] {
    var made: [(ReceiverSetup, Receiver)] = []
    do throws(DeviceError) {
      for setup in setups {
        receiverNumber += 1
        let id = ProviderID(receiverNumber == 1 ? "gnss" : "gnss\(receiverNumber)")
        made.append((setup, try await makeReceiver(setup, id)))
      }
    } catch {
      for (_, receiver) in made { await receiver.end() }
      throw error
    }
    return made
  }

  private func add(_ made: [(ReceiverSetup, Receiver)]) async {
    for (setup, receiver) in made {
      setups[receiver.id] = setup
      begin(receiver)
    }
    for (_, receiver) in made { await system.add(receiver.provider) }
  }

  private func remove(_ id: ProviderID) async {
    setups[id] = nil
    guard let receiver = end(id) else { return }
    await system.remove(id)
    await receiver.end()
  }
}

extension ListenAddress {
  /// The address for a log, with a warning where it is open to others.
  package var announced: String { "\(self)\(isLoopback ? "" : ", which other machines reach")" }
}

extension SentenceOutput {
  /// The output for a log, with a warning where it is open to others.
  fileprivate var announced: String {
    if case .listen(let address) = self { address.announced } else { description }
  }
}
