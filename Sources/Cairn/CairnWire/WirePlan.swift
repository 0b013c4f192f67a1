package import CairnTypes

/// Which providers of the daemon are on, and why.
package struct WirePlan: Equatable, Sendable {
  /// One provider's part.
  package struct Entry: Equatable, Sendable {
    static let wireSize = 336

    package var provider: ProviderID
    /// Whether the provider is used.
    package var isOn: Bool
    /// Whether its hardware sleeps between positions.
    package var rests: Bool
    /// Whether it is used for this client.
    package var serves: Bool
    /// Time between positions.
    package var interval: Duration
    /// The finest accuracy that any client wants.
    package var accuracy: DesiredAccuracy
    /// Mean milliwatts; `nil` for hardware of which nothing is known.
    package var power: Double?
    /// The accuracy to expect, in metres, 68 %.
    package var expectedAccuracy: Double
    /// Why the provider is on or off.
    package var reason: String

    package init(
      _ provider: ProviderID = "", isOn: Bool = false, rests: Bool = false,
      serves: Bool = false, interval: Duration = .zero, accuracy: DesiredAccuracy = .best,
      power: Double? = nil, expectedAccuracy: Double = 0, reason: String = ""
    ) {
      self.provider = provider
      self.isOn = isOn
      self.rests = rests
      self.serves = serves
      self.interval = interval
      self.accuracy = accuracy
      self.power = power
      self.expectedAccuracy = expectedAccuracy
      self.reason = reason
    }

    mutating func wire(_ f: inout some RecordVisitor) {
      f.fixed(&interval)
      f.fixed(&power)
      f.real(&expectedAccuracy)
      accuracy.wire(&f)
      f.flag(&isOn)
      f.flag(&rests)
      f.flag(&serves)
      f.reserved(5)
      f.provider(&provider)
      f.text(&reason, octets: WireLimits.text)
    }
  }

  /// Entries of a plan; a device has fewer providers.
  package static let limit = 32

  /// In the order of the daemon's providers.
  package var entries: [Entry]
  /// Milliwatts of the sensors that are on; `nil` if unknown.
  package var sensorPower: Double?
  /// Whether no provider reaches the accuracy of this client often enough.
  package var isUnmet: Bool

  package init(entries: [Entry] = [], sensorPower: Double? = nil, isUnmet: Bool = false) {
    self.entries = entries
    self.sensorPower = sensorPower
    self.isUnmet = isUnmet
  }

  mutating func wire(_ f: inout some RecordVisitor) {
    f.fixed(&sensorPower)
    f.flag(&isUnmet)
    f.reserved(3)
    f.elements(&entries, octets: Entry.wireSize, Entry()) { $1.wire(&$0) }
  }
}
