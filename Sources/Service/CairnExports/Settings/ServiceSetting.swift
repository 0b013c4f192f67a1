package import CairnTypes

/// One thing that can be set: a key of the configuration file, and an option of the command line if
/// it has one. Both are read by the same function.
package struct ServiceSetting: SettingsRow, Sendable {
  /// Sections of the file.
  package enum Section: String, Hashable, Sendable, CaseIterable {
    case service, receiver, gpsd, nmea, chrony, geoclue, dashboard
  }

  package typealias Change =
    @Sendable (inout ServiceSettings, SettingsText, ServiceVocabulary) throws(SettingFault) -> Void

  package let section: Section
  package let key: String
  /// The option of the command line; `nil` if only the file can say it.
  package let option: String?
  /// Whether it may be there several times.
  package let isList: Bool
  /// Changes settings as a value says. Keys of a receiver change the last one.
  package let change: Change

  private init(
    _ section: Section, _ key: String, _ option: String? = nil, isList: Bool = false,
    _ change: @escaping Change
  ) {
    self.section = section
    self.key = key
    self.option = option
    self.isList = isList
    self.change = change
  }

  /// All settings but the receivers' names.
  package static let all: [ServiceSetting] = [
    ServiceSetting(.service, "state", "--state") { settings, value, _ throws(SettingFault) in
      guard !value.isEmpty else { throw SettingFault("a folder, such as /var/lib/cairn") }
      settings.stateFolder = value.string
    },
    ServiceSetting(.service, "socket", "--socket") { settings, value, _ throws(SettingFault) in
      guard value.string.hasPrefix("/") else {
        throw SettingFault("a path from the root, such as /run/cairn/cairn.sock")
      }
      settings.socket = value.string
    },
    ServiceSetting(.service, "policy", "--policy") { settings, value, _ throws(SettingFault) in
      guard value.string.hasPrefix("/") else {
        throw SettingFault("a folder from the root, such as /etc/cairn/policy.d")
      }
      settings.policyFolder = value.string
    },
    ServiceSetting(.service, "board", "--board") { settings, value, _ throws(SettingFault) in
      guard value.string.hasPrefix("/") else {
        throw SettingFault("a file of hw-profile compile, such as /etc/cairn/board.cairn")
      }
      settings.board = value.string
    },
    ServiceSetting(.service, "pack", "--pack", isList: true) {
      settings, value, _ throws(SettingFault) in
      guard value.string.hasPrefix("/") else {
        throw SettingFault("a file of cairn radio import, such as /var/lib/cairn/radio.pack")
      }
      settings.packs.append(value.string)
    },
    ServiceSetting(.service, "log", "--log") { settings, value, _ throws(SettingFault) in
      settings.logLevel = try value.word(LogLevel.allCases.map { ($0.rawValue, $0) })
    },
    ServiceSetting(.service, "idle-exit", "--idle-exit") {
      settings, value, _ throws(SettingFault) in
      settings.idleExit = value.string == "never" ? .never : .after(try value.interval())
    },
    ServiceSetting(.receiver, "baud", "--baud") { settings, value, _ throws(SettingFault) in
      guard let rate = UInt32(value.string), rate > 0 else {
        throw SettingFault("the speed of a line, such as 9600")
      }
      settings.changeLastReceiver { $0.baudRate = rate }
    },
    ServiceSetting(.receiver, "listen-only") { settings, value, _ throws(SettingFault) in
      let onlyListens = try value.flag()
      settings.changeLastReceiver { $0.onlyListens = onlyListens }
    },
    ServiceSetting(.gpsd, "listen", "--listen", isList: true) {
      settings, value, vocabulary throws(SettingFault) in
      settings.gpsd.addresses.append(try listenAddress(value, vocabulary))
    },
    ServiceSetting(.gpsd, "accuracy") { settings, value, _ throws(SettingFault) in
      settings.gpsd.accuracy = try value.accuracy()
    },
    ServiceSetting(.gpsd, "interval") { settings, value, _ throws(SettingFault) in
      settings.gpsd.interval = try value.interval()
    },
    ServiceSetting(.nmea, "address", "--nmea", isList: true) {
      settings, value, vocabulary throws(SettingFault) in
      guard vocabulary.canSendSentences(value.string) else {
        throw SettingFault(
          "HOST:PORT such as 127.0.0.1:10110, the path of a Unix socket, udp://HOST:PORT, or pty:PATH"
        )
      }
      settings.nmea.addresses.append(value.string)
    },
    ServiceSetting(.nmea, "accuracy") { settings, value, _ throws(SettingFault) in
      settings.nmea.accuracy = try value.accuracy()
    },
    ServiceSetting(.nmea, "interval") { settings, value, _ throws(SettingFault) in
      settings.nmea.interval = try value.interval()
    },
    ServiceSetting(.chrony, "socket") { settings, value, _ throws(SettingFault) in
      settings.chrony.socket = try socket(value)
    },
    ServiceSetting(.chrony, "pulse-socket") { settings, value, _ throws(SettingFault) in
      settings.chrony.pulseSocket = try socket(value)
    },
    ServiceSetting(.geoclue, "serve") { settings, value, _ throws(SettingFault) in
      settings.geoclue.isServed = try value.flag()
    },
    ServiceSetting(.geoclue, "accuracy") { settings, value, _ throws(SettingFault) in
      settings.geoclue.accuracy = try value.accuracy()
    },
    ServiceSetting(.geoclue, "confidence") { settings, value, _ throws(SettingFault) in
      settings.geoclue.isAt95 = try value.word([("68", false), ("95", true)])
    },
    ServiceSetting(.dashboard, "listen", "--dashboard") {
      settings, value, vocabulary throws(SettingFault) in
      settings.dashboard.address = try listenAddress(value, vocabulary)
    },
    ServiceSetting(.dashboard, "token", "--dashboard-token") {
      settings, value, _ throws(SettingFault) in
      guard value.string.hasPrefix("/") else {
        throw SettingFault("a path from the root, such as /run/cairn/dashboard")
      }
      settings.dashboard.tokenFile = value.string
    },
    ServiceSetting(.dashboard, "accuracy") { settings, value, _ throws(SettingFault) in
      settings.dashboard.accuracy = try value.accuracy()
    },
    ServiceSetting(.dashboard, "interval") { settings, value, _ throws(SettingFault) in
      settings.dashboard.interval = try value.interval()
    },
  ]

  private typealias LogLevel = ServiceSettings.LogLevel

  // MARK: - Values

  private static func socket(_ text: SettingsText) throws(SettingFault) -> String {
    // Longer paths do not fit into the address of a socket.
    guard text.characters.first == "/", text.string.utf8.count < 108 else {
      throw SettingFault("the path of chronyd's socket, such as /run/chrony.cairn.sock")
    }
    return text.string
  }

  private static func listenAddress(
    _ text: SettingsText, _ vocabulary: ServiceVocabulary
  ) throws(SettingFault) -> String {
    guard vocabulary.canListen(text.string) else {
      throw SettingFault(
        "HOST:PORT with a numeric host, such as 127.0.0.1:2947 or [::1]:2947, or the path of a Unix socket"
      )
    }
    return text.string
  }
}

extension ServiceSettings {
  fileprivate mutating func changeLastReceiver(_ change: (inout Receiver) -> Void) {
    guard let last = receivers.indices.last else { return }
    change(&receivers[last])
  }

  /// Reads a receiver's name: a device, a server, a file, or `simulated:KIND`.
  package static func source(
    _ text: SettingsText, _ vocabulary: ServiceVocabulary
  ) throws(SettingFault) -> Receiver.Source {
    let name = text.string
    guard name.hasPrefix(simulation) else {
      if let fault = vocabulary.sourceFault(name) { throw SettingFault("a receiver: \(fault)") }
      return .address(name)
    }
    let kind = String(name.dropFirst(simulation.count))
    guard vocabulary.simulations.contains(kind) else {
      throw SettingFault(
        "a receiver to simulate: \(Words.choice(vocabulary.simulations))",
        nearest: Words.nearest(kind, in: vocabulary.simulations).map { simulation + $0 })
    }
    return .simulated(kind)
  }

  /// Begins the name of a simulated receiver.
  package static let simulation = "simulated:"
}
