internal import CairnTypes

/// One key of the configuration file.
package struct MQTTSetting: SettingsRow, Sendable {
  /// Sections of the file.
  package enum Section: String, Hashable, Sendable, CaseIterable {
    case broker, device, demand, spool, share, homeassistant, region, daemon
  }

  typealias Change = @Sendable (inout MQTTSettings, SettingsText) throws(SettingFault) -> Void

  package let section: Section
  package let key: String
  package var isList: Bool { false }
  /// Changes settings as a value says. Keys of a region change the last one.
  let change: Change

  private init(_ section: Section, _ key: String, _ change: @escaping Change) {
    (self.section, self.key, self.change) = (section, key, change)
  }

  private init(
    _ section: Section, _ key: String, path example: String,
    _ place: @escaping @Sendable (inout MQTTSettings, String) -> Void
  ) {
    self.init(section, key) { settings, value throws(SettingFault) in
      guard value.characters.first == "/" else {
        throw SettingFault("a path from the root, such as \(example)")
      }
      place(&settings, value.string)
    }
  }

  static let all: [MQTTSetting] = broker + device + demand + others

  // MARK: - Sections

  private static let broker: [MQTTSetting] = [
    MQTTSetting(.broker, "host") { settings, value throws(SettingFault) in
      let text = value.string
      let isOdd = value.characters.contains { $0 == "/" || $0 == " " }
      guard !text.isEmpty, text.utf8.count <= 253, !isOdd else {
        throw SettingFault("the name or address of the broker, such as mqtt.example.org")
      }
      settings.broker.host = text
    },
    MQTTSetting(.broker, "port") { settings, value throws(SettingFault) in
      guard let port = UInt16(value.string), port > 0 else {
        throw SettingFault("a port, such as 8883")
      }
      settings.broker.port = port
    },
    MQTTSetting(.broker, "tls") { settings, value throws(SettingFault) in
      settings.broker.usesTLS = try value.flag()
    },
    MQTTSetting(.broker, "ca", path: "/etc/cairn/mqtt/ca.crt") { $0.broker.authorities = $1 },
    MQTTSetting(.broker, "cert", path: "/etc/cairn/mqtt/device.crt") { $0.broker.certificate = $1 },
    MQTTSetting(.broker, "key", path: "/etc/cairn/mqtt/device.key") { $0.broker.key = $1 },
    MQTTSetting(.broker, "psk", path: "/etc/cairn/mqtt/psk") { $0.broker.sharedKey = $1 },
    MQTTSetting(.broker, "psk-identity") { settings, value throws(SettingFault) in
      settings.broker.sharedKeyIdentity = try text(value, "the name that goes with the key")
    },
    MQTTSetting(.broker, "user") { settings, value throws(SettingFault) in
      settings.broker.user = try text(value, "the name of an account of the broker")
    },
    MQTTSetting(.broker, "password-file", path: "/etc/cairn/mqtt/password") {
      $0.broker.passwordFile = $1
    },
    MQTTSetting(.broker, "client") { settings, value throws(SettingFault) in
      settings.broker.client = try name(value)
    },
    MQTTSetting(.broker, "keep-alive") { settings, value throws(SettingFault) in
      let time = try value.interval()
      guard time >= .seconds(5), time <= .seconds(3600) else {
        throw SettingFault("a time from 5s to 1h")
      }
      settings.broker.keepAlive = time
    },
    MQTTSetting(.broker, "confirm") { settings, value throws(SettingFault) in
      settings.broker.confirms = try value.flag()
    },
  ]

  private static let device: [MQTTSetting] = [
    MQTTSetting(.device, "user") { settings, value throws(SettingFault) in
      settings.device.user = try name(value)
    },
    MQTTSetting(.device, "name") { settings, value throws(SettingFault) in
      settings.device.name = try name(value)
    },
    MQTTSetting(.device, "tracker") { settings, value throws(SettingFault) in
      guard DeviceTopics.isName(value.string), value.characters.count <= 2 else {
        throw SettingFault("one or two letters or digits, such as ab")
      }
      settings.device.tracker = value.string
    },
    MQTTSetting(.device, "health") { settings, value throws(SettingFault) in
      let time = try value.interval()
      guard time >= .seconds(1) else { throw SettingFault("a time from 1s to 24h") }
      settings.device.health = time
    },
    MQTTSetting(.device, "visits") { settings, value throws(SettingFault) in
      settings.device.visits = try value.flag()
    },
  ]

  private static let demand: [MQTTSetting] = [
    MQTTSetting(.demand, "accuracy") { settings, value throws(SettingFault) in
      settings.demand.accuracy = try value.accuracy()
    },
    MQTTSetting(.demand, "interval") { settings, value throws(SettingFault) in
      let time = try value.interval()
      guard time >= .milliseconds(50) else { throw SettingFault("a time from 50ms to 24h") }
      settings.demand.interval = time
    },
    MQTTSetting(.demand, "budget") { settings, value throws(SettingFault) in
      let text = value.string
      guard text.hasSuffix("mW"), let budget = number(text.dropLast(2)), budget > 0 else {
        throw SettingFault("a mean power in milliwatts, such as 5mW")
      }
      settings.demand.budget = budget
    },
    MQTTSetting(.demand, "distance") { settings, value throws(SettingFault) in
      settings.demand.distance = try metres(value)
    },
  ]

  private static let others: [MQTTSetting] = [
    MQTTSetting(.spool, "file", path: "/var/lib/cairn-mqtt/spool") { $0.storing.file = $1 },
    MQTTSetting(.spool, "size") { settings, value throws(SettingFault) in
      settings.storing.size = try size(value)
    },
    MQTTSetting(.spool, "sync-records") { settings, value throws(SettingFault) in
      guard let count = Int(value.string), (1...10_000).contains(count) else {
        throw SettingFault("a number of records from 1 to 10000")
      }
      settings.storing.records = count
    },
    MQTTSetting(.spool, "sync-interval") { settings, value throws(SettingFault) in
      settings.storing.interval = try value.interval()
    },
    MQTTSetting(.share, "share") { settings, value throws(SettingFault) in
      settings.sharing.isOn = try value.flag()
    },
    MQTTSetting(.share, "state", path: "/var/lib/cairn") { $0.sharing.folder = $1 },
    MQTTSetting(.homeassistant, "discovery") { settings, value throws(SettingFault) in
      settings.homeAssistant.isOn = try value.flag()
    },
    MQTTSetting(.homeassistant, "prefix") { settings, value throws(SettingFault) in
      settings.homeAssistant.prefix = try name(value)
    },
    MQTTSetting(.homeassistant, "name") { settings, value throws(SettingFault) in
      settings.homeAssistant.name = try text(value, "a name for the map")
    },
    MQTTSetting(.region, "center") { settings, value throws(SettingFault) in
      guard let (first, second) = value.split(at: ","), let latitude = number(first.string[...]),
        let longitude = number(second.string[...])
      else { throw SettingFault("latitude, longitude in degrees, such as 46.948, 7.447") }
      let center = Coordinate(latitude: latitude, longitude: longitude)
      guard center.isValid else {
        throw SettingFault("a latitude from -90 to 90, and a longitude from -180 to 180")
      }
      settings.changeLastRegion { $0.center = center }
    },
    MQTTSetting(.region, "radius") { settings, value throws(SettingFault) in
      let radius = try metres(value)
      guard radius <= 100_000 else { throw SettingFault("a radius up to 100km") }
      settings.changeLastRegion { $0.radius = radius }
    },
    MQTTSetting(.daemon, "socket", path: "/run/cairn/cairn.sock") { $0.socket = $1 },
  ]

  // MARK: - Values

  private static func text(
    _ value: SettingsText, _ expected: String
  ) throws(SettingFault) -> String {
    guard !value.isEmpty, value.string.utf8.count < 256 else { throw SettingFault(expected) }
    return value.string
  }

  private static func name(_ value: SettingsText) throws(SettingFault) -> String {
    guard DeviceTopics.isName(value.string) else {
      throw SettingFault("letters, digits, - and _, such as vehicle-7")
    }
    return value.string
  }

  private static func number(_ text: Substring) -> Double? { DecimalText.number(text) }

  private static func metres(_ value: SettingsText) throws(SettingFault) -> Double {
    guard case .metres(let metres) = DesiredAccuracy(text: value.string)?.level else {
      throw SettingFault("metres such as 100, 100m or 1km")
    }
    return metres
  }

  private static func size(_ value: SettingsText) throws(SettingFault) -> Int {
    for (unit, shift) in [("MiB", 20), ("KiB", 10)] where value.string.hasSuffix(unit) {
      guard let count = Int(SettingsText(value.characters.dropLast(3), 0).trimmed.string),
        count > 0, count <= Spool.largestSize >> shift, count << shift >= Spool.smallestSize
      else { break }
      return count << shift
    }
    throw SettingFault("a size from 512KiB to 1024MiB, such as 4MiB")
  }
}

extension MQTTSettings {
  fileprivate mutating func changeLastRegion(_ change: (inout Region) -> Void) {
    guard let last = regions.indices.last else { return }
    change(&regions[last])
  }
}
