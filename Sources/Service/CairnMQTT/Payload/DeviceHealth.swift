package import CairnJSON
package import CairnTypes

/// How the device is, told once in a while.
package struct DeviceHealth: Sendable {
  /// A provider of the plan.
  package struct Provider: Sendable {
    package let name: String
    package let isOn: Bool
    /// Mean milliwatts; `nil` for hardware of which nothing is known.
    package let power: Double?
    /// Metres, 68 %.
    package let accuracy: Double

    package init(_ name: String, isOn: Bool, power: Double?, accuracy: Double) {
      self.name = name
      self.isOn = isOn
      self.power = power
      self.accuracy = accuracy
    }
  }

  /// The receiver that was heard of last.
  package struct Receiver: Sendable {
    package var path: String?
    package var model: String?
    package var firmware: String?
    package var antenna: ReceiverHealth.Antenna
    package var jamming: ReceiverHealth.Threat
    package var spoofing: ReceiverHealth.Threat
    /// How often it was lost.
    package var losses: Int64

    package init(
      path: String?, model: String?, firmware: String?, antenna: ReceiverHealth.Antenna,
      jamming: ReceiverHealth.Threat, spoofing: ReceiverHealth.Threat, losses: Int64
    ) {
      self.path = path
      self.model = model
      self.firmware = firmware
      self.antenna = antenna
      self.jamming = jamming
      self.spoofing = spoofing
      self.losses = losses
    }
  }

  package var receiver: Receiver?
  package var plan: [Provider] = []
  /// Joules by provider, since the service has started; `nil` for hardware of which nothing is known.
  package var energy: [(name: String, joules: Double?)] = []
  /// Why there is no position at present; `nil` if there is nothing to say.
  package var trouble: String?
  /// Positions that were not told because nobody knew the time.
  package var undated = 0

  package init() {}
}

extension JSONText {
  /// Writes how the device is.
  package mutating func health(
    _ health: DeviceHealth, _ outbox: Outbox, now: Timestamp, version: String
  ) {
    object {
      $0.member("_type", "health")
      $0.member("ms", now.milliseconds)
      $0.member("version", version)
      $0.object("spool") {
        $0.member("id", outbox.file.map { RecordKey.text($0.identity) })
        $0.member("length", outbox.count)
        $0.member("thinned", outbox.thinned)
        $0.member("refused", outbox.refused)
        $0.member("unreadable", outbox.file?.counts.unreadable ?? 0)
        $0.member("onDisk", outbox.isFileUsable)
      }
      $0.member("thinned", outbox.thinned)
      $0.member("undated", health.undated)
      if let trouble = health.trouble { $0.member("trouble", trouble) }
      if let receiver = health.receiver {
        $0.object("receiver") {
          if let path = receiver.path { $0.member("path", path) }
          if let model = receiver.model { $0.member("model", model) }
          if let firmware = receiver.firmware { $0.member("firmware", firmware) }
          $0.member("losses", receiver.losses)
        }
        $0.member("antenna", "\(receiver.antenna)")
        $0.member("jamming", "\(receiver.jamming)")
        $0.member("spoofing", "\(receiver.spoofing)")
      }
      $0.array("plan") { list in
        for provider in health.plan {
          list.object {
            $0.member("provider", provider.name)
            $0.member("on", provider.isOn)
            $0.member("milliwatts", provider.power, places: 3)
            $0.member("accuracy", provider.accuracy, places: 1)
          }
        }
      }
      $0.object("joules") {
        for account in health.energy {
          $0.key(account.name.isEmpty ? "other" : account.name)
          $0.element(account.joules, places: 3)
        }
      }
    }
  }

  /// Writes what Home Assistant needs to show the device on its map, from the payloads for OwnTracks.
  ///
  /// Source: home-assistant.io, "MQTT device tracker".
  package mutating func discovery(_ topics: DeviceTopics, name: String, version: String) {
    object {
      $0.member("name", name)
      $0.member("unique_id", "cairn_\(topics.device)")
      $0.member("source_type", "gps")
      $0.member("json_attributes_topic", topics.live)
      $0.member(
        "json_attributes_template",
        "{{ {'latitude': value_json.lat, 'longitude': value_json.lon, 'gps_accuracy': value_json.acc, "
          + "'altitude': value_json.alt | default(none), 'speed': value_json.vel | default(none), "
          + "'course': value_json.cog | default(none)} | tojson }}"
      )
      $0.member("availability_topic", topics.status)
      $0.member("payload_available", "online")
      $0.member("payload_not_available", "offline")
      $0.object("device") {
        $0.array("identifiers") { $0.element("cairn_\(topics.device)") }
        $0.member("name", name)
        $0.member("manufacturer", "Cairn")
        $0.member("sw_version", version)
      }
    }
  }
}
