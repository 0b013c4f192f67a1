package import CairnTypes

/// What a configuration file says of the broker, the device and what it tells.
package struct MQTTSettings: Hashable, Sendable {
  /// The broker, and how it is reached.
  package struct Broker: Hashable, Sendable {
    package var host: String?
    /// `nil` for 8883 with TLS and 1883 without.
    package var port: UInt16?
    /// Whether TLS is used with the certificates of the system, if no file is named.
    package var usesTLS: Bool?
    /// A file with the certificates of authorities, or a folder of such files.
    package var authorities: String?
    package var certificate: String?
    package var key: String?
    /// A file with a key in hexadecimal digits that both ends know.
    package var sharedKey: String?
    package var sharedKeyIdentity: String?
    package var user: String?
    /// A file whose first line is the password.
    package var passwordFile: String?
    package var client: String?
    package var keepAlive = Duration.seconds(60)
    /// Whether records are kept until the other end says that they are stored.
    package var confirms = false

    package var isEncrypted: Bool {
      usesTLS ?? (authorities != nil || certificate != nil || sharedKey != nil)
    }
    package var usedPort: UInt16 { port ?? (isEncrypted ? 8883 : 1883) }
  }

  /// What the device is called.
  package struct Device: Hashable, Sendable {
    package var user = "cairn"
    package var name: String?
    package var tracker: String?
    /// Time between two reports of its health.
    package var health = Duration.seconds(60)
    /// Whether stays at places are told; `nil` where the demand brings them.
    package var visits: Bool?
  }

  /// Which positions are wanted.
  package struct Demand: Hashable, Sendable {
    package var accuracy: DesiredAccuracy?
    package var interval: Duration?
    /// Milliwatts.
    package var budget: Double?
    /// Metres.
    package var distance: Double?
  }

  /// What is kept while there is no broker.
  package struct Storing: Hashable, Sendable {
    /// `nil` for `spool` in the folder that systemd has made.
    package var file: String?
    package var size = 4 << 20
    /// Records after which the file is brought to the medium.
    package var records = 10
    /// Time after which it is.
    package var interval = Duration.seconds(10)
  }

  /// What the device has learned of access points.
  package struct Sharing: Hashable, Sendable {
    package var isOn = false
    /// The folder where the location service keeps it.
    package var folder = "/var/lib/cairn"
  }

  /// What Home Assistant is told.
  package struct HomeAssistant: Hashable, Sendable {
    package var isOn = false
    package var prefix = "homeassistant"
    /// The name on its map; `nil` for the device's.
    package var name: String?
  }

  /// A circle whose boundary is watched.
  package struct Region: Hashable, Sendable {
    package let name: String
    package var center: Coordinate?
    /// Metres.
    package var radius: Double?

    package init(name: String, center: Coordinate? = nil, radius: Double? = nil) {
      (self.name, self.center, self.radius) = (name, center, radius)
    }
  }

  package var broker = Broker()
  package var device = Device()
  package var demand = Demand()
  package var storing = Storing()
  package var sharing = Sharing()
  package var homeAssistant = HomeAssistant()
  package var regions: [Region] = []
  /// The socket of the location service; `nil` for the usual one.
  package var socket: String?

  /// Settings of an empty file.
  package init() {}

  /// Whether stays at places are told. They need a hundred metres every half minute, and are no reason to draw more than
  /// what is demanded.
  package var tellsVisits: Bool {
    let radius = VisitOptions().radius
    return device.visits ?? (demand.budget == nil && demand.accuracy?.metres ?? 0 <= radius)
  }

  /// What the location service is asked for.
  package var wanted: LocationConfiguration {
    var wanted = LocationConfiguration()
    wanted.desiredAccuracy = demand.accuracy ?? .best
    let wantsBest = demand.budget == nil && wanted.desiredAccuracy.metres == nil
    wanted.interval = demand.interval ?? (wantsBest ? .seconds(1) : nil)
    // Others may cause more positions. How long a receiver needs for one is not the same each time.
    wanted.minimumInterval = wanted.interval.map { $0 - min($0 / 4, .seconds(5)) }
    wanted.powerBudget = demand.budget
    wanted.distanceFilter = demand.distance
    wanted.pausesLocationUpdatesAutomatically = false
    return wanted
  }
}
