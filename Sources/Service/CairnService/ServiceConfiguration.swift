internal import Cairn
package import CairnExports
package import CairnLinux
internal import CairnProviders
internal import CairnTypes

/// The settings that are in force: those of the configuration file, and the command line's in front.
package struct ServiceConfiguration: Sendable {
  /// gpsd's own port, for programs on the same machine.
  package static let usualAddress = ListenAddress.tcp(host: "127.0.0.1", port: 2947)

  /// The version of the service.
  package static let version = "0.1.0"

  /// Returns the vocabulary of this machine, with the names of receivers that can be simulated.
  package static func vocabulary(simulations: [String]) -> ServiceVocabulary {
    ServiceVocabulary(simulations: simulations) {
      ListenAddress($0) != nil
    } canSendSentences: {
      SentenceOutput($0) != nil
    } sourceFault: {
      SourceAddress.fault(of: $0)
    }
  }

  /// Reads the file, and checks it.
  ///
  /// Waits for nothing but the disk. Callable from any thread.
  ///
  /// - Returns: the settings, or what is wrong, a line each.
  package static func read(
    _ arguments: ServiceArguments, _ vocabulary: ServiceVocabulary
  ) -> Result<ServiceSettings, ServiceFaults> {
    let path = arguments.file ?? ServiceArguments.usualFile
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try readFile(path, limit: ServiceFile.limits.file)
    } catch {
      guard error.isAbsence, arguments.file == nil else {
        return .failure(ServiceFaults(lines: ["\(error)"]))
      }
      return .success(completed(arguments.settings))
    }
    let file = ServiceFile(path, bytes, vocabulary)
    guard file.mistakes.isEmpty else {
      return .failure(ServiceFaults(lines: file.mistakes.map(\.description)))
    }
    return .success(completed(file.settings.overlaid(by: arguments.settings)))
  }

  /// Returns what is wrong with the policy files that the settings name, a line each.
  ///
  /// Waits for nothing but the disk. Callable from any thread.
  package static func policyFaults(_ settings: ServiceSettings) -> [String] {
    FilePolicy.faults(in: settings.usedPolicyFolder).map { "policy: \($0)" }
  }

  /// Returns what this machine does not have of what the settings name, a line each: the service cannot run with them.
  package static func machineFaults(_ settings: ServiceSettings) -> [String] {
    var faults: [String] = []
    if let folder = settings.stateFolder, let fault = FileSystem.fault(ofFolder: folder) {
      faults.append(
        "cannot keep states in \(folder): \(errnoName(fault.code)) (\(errnoText(fault.code))); make that folder, and "
          + "let user \(ownName) write to it")
    }
    if case .tcp = settings.dashboardAddress, settings.dashboard.tokenFile == nil {
      faults.append(
        "every user can connect to the page's port: name a file for its token with --dashboard-token FILE, or as "
          + "`token = FILE` in [dashboard], or listen at the path of a Unix socket")
    }
    var nodes: [String: String] = [:]
    for case .address(let name) in settings.receivers.map(\.source) {
      guard let node = FileSystem.canonical(name) else { continue }
      if let other = nodes.updateValue(name, forKey: node) {
        faults.append("\(other) and \(name) are the same device: name it once")
      }
    }
    return faults
  }

  private static var ownName: String {
    let user = SystemAccounts.ownUser
    return SystemAccounts.userName(user).map { ForeignText.visible($0) } ?? "\(user)"
  }

  /// Returns settings with the folders that systemd has made, if they name none.
  private static func completed(_ settings: ServiceSettings) -> ServiceSettings {
    var settings = settings
    if settings.stateFolder == nil {
      settings.stateFolder = firstFolder(of: "STATE_DIRECTORY")
    }
    if settings.socket == nil { settings.socket = usualSocket }
    if settings.dashboard.tokenFile == nil { settings.dashboard.tokenFile = usualTokenFile }
    return settings
  }

  /// Where the whole address of the page is kept if nothing is said: in the folder that systemd has made, else where
  /// the user's programs, or those of root, keep what is of one run; `nil` without any of them.
  private static var usualTokenFile: String? {
    if let folder = firstFolder(of: "RUNTIME_DIRECTORY") { return "\(folder)/dashboard" }
    if let folder = environmentVariable("XDG_RUNTIME_DIR"), folder.hasPrefix("/") {
      return "\(folder)/cairn-dashboard"
    }
    return SystemAccounts.ownUser == 0 ? "/run/cairn-dashboard" : nil
  }

  /// Where programs that use Cairn connect if nothing is said: `CAIRN_SOCKET`, where an empty one stands for
  /// none, else `cairn.sock` in the folder that systemd has made; `nil` without either.
  private static var usualSocket: String? {
    if let path = environmentVariable("CAIRN_SOCKET") { return path.isEmpty ? nil : path }
    return firstFolder(of: "RUNTIME_DIRECTORY").map { "\($0)/cairn.sock" }
  }

  /// Of several folders in a variable of systemd, the first.
  private static func firstFolder(of variable: String) -> String? {
    environmentVariable(variable)?.split(separator: ":").first.map { String($0) }
  }
}

/// What is wrong with a configuration.
package struct ServiceFaults: Error, Hashable, Sendable {
  /// A line for each mistake, with its place.
  package let lines: [String]

  package init(lines: [String]) { self.lines = lines }
}

extension ServiceSettings {
  /// Folder of the files that say who may have positions.
  var usedPolicyFolder: String { policyFolder ?? FilePolicy.standardFolder }

  /// Where clients of gpsd connect, in the notation of the loop; `nil` if nothing is said.
  var gpsdAddresses: [ListenAddress]? {
    gpsd.addresses.isEmpty ? nil : gpsd.addresses.compactMap { ListenAddress($0) }
  }

  /// Where browsers connect; `nil` for nowhere.
  var dashboardAddress: ListenAddress? { dashboard.address.flatMap { ListenAddress($0) } }

  /// Where sentences go.
  var sentenceOutputs: [SentenceOutput] { nmea.addresses.compactMap { SentenceOutput($0) } }

  /// What the clients of a server want together.
  func demand(at door: LocationService.Door) -> LocationConfiguration {
    let (accuracy, interval) =
      switch door {
      case .gpsd: (gpsd.accuracy, gpsd.interval)
      case .nmea: (nmea.accuracy, nmea.interval)
      case .dashboard: (dashboard.accuracy, dashboard.interval)
      // Each of the native clients says what it wants.
      case .native, .chrony, .geoclue: (nil, nil)
      }
    var configuration = LocationConfiguration()
    configuration.desiredAccuracy = accuracy ?? .best
    configuration.interval = interval ?? .seconds(1)
    configuration.pausesLocationUpdatesAutomatically = false
    if door == .chrony { configuration.requires = [.utc, .satelliteOnly] }
    return configuration
  }
}
