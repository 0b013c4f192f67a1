/// One fix: where the device was at one instant, how accurate that is, and which provider says so.
public struct Location: Hashable, Sendable, BitwiseCopyable {
  /// Position on WGS 84.
  public var coordinate: Coordinate
  /// Metres: the radius that holds the true position with 68 % probability.
  ///
  /// Finite and not negative in every delivered fix. A provider that cannot tell sets `.nan`; the
  /// engine then estimates the accuracy and sets `.accuracyEstimated`, or rejects the fix.
  public var horizontalAccuracy: Double
  /// Metres above mean sea level, by the provider's own geoid.
  public var altitude: Double?
  /// Metres above the WGS 84 ellipsoid.
  public var ellipsoidalAltitude: Double?
  /// Metres, 68 %.
  public var verticalAccuracy: Double?
  /// Metres per second over ground, never negative.
  public var speed: Double?
  /// Metres per second, 68 %.
  public var speedAccuracy: Double?
  /// Degrees from true north, 0..<360; `nil` while the device is too slow to have a course.
  public var course: Double?
  /// Degrees, 68 %.
  public var courseAccuracy: Double?
  /// Metres per second, positive up.
  public var verticalSpeed: Double?
  /// Horizontal error by direction; `nil` where the provider gives only a radius.
  public var errorEllipse: ErrorEllipse?
  /// Storey of a building, if the provider knows it.
  public var floor: Int?
  /// When the device was at the position, on the boot clock.
  public var time: MonotonicTime
  /// The same instant in UTC; `nil` until UTC is known from a receiver.
  public var timestamp: Timestamp?
  /// Provider that made the fix, and the way it was made.
  public var source: LocationSource

  /// Creates a fix without motion, height or UTC; set those properties where they are known.
  public init(
    coordinate: Coordinate, horizontalAccuracy: Double, time: MonotonicTime, source: LocationSource
  ) {
    self.coordinate = coordinate
    self.horizontalAccuracy = horizontalAccuracy
    self.time = time
    self.source = source
  }

  /// Returns how long before `now` the device was at the position.
  public func age(at now: MonotonicTime) -> Duration { now - time }
}

/// Provider of a fix, and properties that show how far to trust it.
public struct LocationSource: Hashable, Sendable, BitwiseCopyable {
  /// Properties of a fix that a client may want to treat differently.
  public struct Flags: OptionSet, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    /// - Parameter rawValue: a union of the static members.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Made by a simulator.
    public static let simulated = Flags(rawValue: 1 << 0)
    /// Read from a recording.
    public static let replayed = Flags(rawValue: 1 << 1)
    /// Delivered from memory when a service started.
    public static let cached = Flags(rawValue: 1 << 2)
    /// Extrapolated from motion sensors without satellites.
    public static let deadReckoned = Flags(rawValue: 1 << 3)
    /// Combined from several providers.
    public static let fused = Flags(rawValue: 1 << 4)
    /// Coarsened on purpose, because the client may not have a more accurate position.
    public static let reduced = Flags(rawValue: 1 << 5)
    /// Accuracy from a model, because the provider gave none.
    public static let accuracyEstimated = Flags(rawValue: 1 << 6)
    /// The receiver reports signs of jamming.
    public static let jammingSuspected = Flags(rawValue: 1 << 7)
    /// The receiver reports signs of spoofing.
    public static let spoofingSuspected = Flags(rawValue: 1 << 8)
    /// Received from another program.
    public static let external = Flags(rawValue: 1 << 9)
    /// The receiver's date was 1,024 weeks off and has been corrected.
    public static let weekRolloverCorrected = Flags(rawValue: 1 << 10)
    /// UTC was inside a leap second and has been mapped to the following second.
    public static let leapSecond = Flags(rawValue: 1 << 11)
  }

  /// The provider that delivered the fix.
  public var provider: ProviderID
  /// Technology that the provider measures with.
  public var technology: Technology
  /// Properties of the fix that a client may want to treat differently.
  public var flags: Flags
  /// The kind of solution.
  public var fix: FixQuality
  /// Number of satellites in the solution.
  public var satellitesUsed: UInt8?
  /// Horizontal dilution of precision.
  public var hdop: Float?
  /// Seconds since the last differential correction used; `nil` where none was used.
  ///
  /// NMEA 0183 receivers report it to a tenth of a second. UBX receivers report a class: the value
  /// is the upper bound of the class, and 120 for the class without one.
  public var correctionAge: Float?

  /// Creates a source; the properties describe the values.
  public init(
    provider: ProviderID, technology: Technology, flags: Flags = [], fix: FixQuality = .unknown,
    satellitesUsed: UInt8? = nil, hdop: Float? = nil, correctionAge: Float? = nil
  ) {
    self.provider = provider
    self.technology = technology
    self.flags = flags
    self.fix = fix
    self.satellitesUsed = satellitesUsed
    self.hdop = hdop
    self.correctionAge = correctionAge
  }

  /// Source of a position that follows from this source's fix without a measurement.
  package var asEstimate: LocationSource {
    LocationSource(provider: provider, technology: technology, flags: flags, fix: .estimated)
  }
}

extension LocationSource.Flags {
  private static let names: [(Self, String)] = [
    (.simulated, "simulated"), (.replayed, "replayed"), (.cached, "cached"),
    (.deadReckoned, "deadReckoned"), (.fused, "fused"), (.reduced, "reduced"),
    (.accuracyEstimated, "accuracyEstimated"), (.jammingSuspected, "jammingSuspected"),
    (.spoofingSuspected, "spoofingSuspected"), (.external, "external"),
    (.weekRolloverCorrected, "weekRolloverCorrected"), (.leapSecond, "leapSecond"),
  ]

  /// Names of the members that are set, in bit order.
  public var names: [String] { Self.names.filter { contains($0.0) }.map { $0.1 } }
}

/// The kind of solution behind a fix.
public enum FixQuality: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case unknown, none, timeOnly, twoD, threeD, differential, rtkFloat, rtkFixed, deadReckoning,
    gnssDeadReckoning, fixedPosition
  /// Not measured: the position continues the course of the last fix, or ends it where the device
  /// stopped. Its provider is that of the fix; it has no satellites and no dilution of precision.
  case estimated

  /// Whether the height comes from satellites as well.
  public var isThreeD: Bool {
    switch self {
    case .threeD, .differential, .rtkFloat, .rtkFixed, .gnssDeadReckoning: true
    case .unknown, .none, .timeOnly, .twoD, .deadReckoning, .fixedPosition, .estimated: false
    }
  }
}

/// Technology that a provider measures with.
@nonexhaustive
public enum Technology: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case gnss, wifi, cellular, bluetooth, inertial, network, fixed, external, fused
}
