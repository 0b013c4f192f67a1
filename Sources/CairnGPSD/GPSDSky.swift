public import CairnTypes

/// What gpsd's class SKY says: dilution, and the satellites or signals in view.
///
/// Source: gpsd 3.27, gpsd_json(5), "SKY".
public struct GPSDSky: Hashable, Sendable {
  /// One satellite, or one signal of it.
  public struct Row: Hashable, Sendable {
    /// Whose it is; its number is known.
    public var satellite: Satellite
    /// gpsd's number of the signal; 0 is not shown.
    public var signal: UInt8

    /// See the properties.
    public init(satellite: Satellite, signal: UInt8) {
      self.satellite = satellite
      self.signal = signal
    }
  }

  /// The instant in UTC, once time and date are known.
  public var timestamp: Timestamp?
  /// Dilution of precision.
  public var dilution = DilutionOfPrecision()
  /// How many are in the solution.
  public var usedCount: Int?
  /// In the order of the receiver; empty where nothing is known of them.
  public var rows: [Row] = []

  /// Nothing.
  public init() {}

  /// Whether there is anything to show.
  public var isEmpty: Bool {
    rows.isEmpty && usedCount == nil && dilution == DilutionOfPrecision()
  }
}
