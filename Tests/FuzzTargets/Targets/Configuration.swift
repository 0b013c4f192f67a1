import CairnExports
import CairnTypes

extension Target {
  /// Configuration files of the service: what has no mistake means the same without its last line, or
  /// with that line again, wherever that has none.
  static let configuration = Target("Configuration", seeds: { configurationSeeds }) { bytes in
    let file = ServiceFile("fuzz.conf", bytes, vocabulary)
    let lines = bytes.count { $0 == 10 } + 1
    for mistake in file.mistakes {
      require(
        (0...lines).contains(mistake.line) && mistake.column >= 0, "a mistake outside the file")
      require(!mistake.description.isEmpty, "a mistake without words")
    }
    require(file.mistakes.count <= 100, "too many mistakes")
    require(file.settings.receivers.count <= 16, "too many receivers")
    require(!file.settings.usedReceivers.isEmpty, "no receiver")
    let again = ServiceFile("fuzz.conf", bytes, vocabulary)
    require(again.settings == file.settings && again.mistakes == file.mistakes, "another result")
    let settings = file.settings
    require(settings.overlaid(by: settings) == settings, "settings change themselves")
    require(settings.overlaid(by: ServiceSettings()) == settings, "nothing changes settings")
    require(ServiceSettings().overlaid(by: settings) == settings, "settings are lost")
  }

  private static let vocabulary = ServiceVocabulary(simulations: ["m9", "nmea"]) {
    $0.hasPrefix("/") || $0.contains(":")
  } canSendSentences: {
    $0.hasPrefix("/") || $0.contains(":")
  } sourceFault: {
    $0.isEmpty || $0.hasSuffix("/") ? "this is a folder" : nil
  }

  private static let configurationSeeds: [(name: String, bytes: [UInt8])] = [
    """
    [service]
    state = /var/lib/cairn
    log = debug
    idle-exit = 2min
    [receiver /dev/ttyS1]
    baud = 38400
    listen-only = yes
    [receiver simulated:m9]
    [gpsd]
    listen = 127.0.0.1:2947
    listen = /run/cairn/gpsd.sock  # for containers
    accuracy = 10
    interval = 1s
    [nmea]
    address = udp://192.168.1.255:10110

    """,
    "[receiver]\nlisten-only = no\n[service]\nlog = error\nidle-exit = 60\n",
    """
    [chrony]
    socket = /run/chrony.cairn.sock
    pulse-socket = /run/chrony.cairn-pps.sock
    [geoclue]
    serve = yes
    confidence = 95
    [dashboard]
    listen = 127.0.0.1:8080
    token = /run/cairn/dashboard
    accuracy = 100
    interval = 2s

    """,
  ].enumerated().map { (name: "configuration\($0.offset)", bytes: Array($0.element.utf8)) }
}
