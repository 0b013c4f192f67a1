public import CairnTypes

/// Content of gpsd's class SKY: dilution, and the satellites or signals in view.
///
/// Source: gpsd 3.27, gpsd_json(5), "SKY".
public struct GPSDSky: Hashable, Sendable {
  /// One satellite, or one of its signals.
  public struct Row: Hashable, Sendable {
    /// Satellite, with a known number.
    public var satellite: Satellite
    /// gpsd's number of the signal; 0 is not shown.
    public var signal: UInt8

    /// Creates a row; the properties describe the values.
    public init(satellite: Satellite, signal: UInt8) {
      self.satellite = satellite
      self.signal = signal
    }
  }

  /// UTC of the view, once time and date are known.
  public var timestamp: Timestamp?
  /// Dilution of precision.
  public var dilution = DilutionOfPrecision()
  /// Number of satellites in the solution.
  public var usedCount: Int?
  /// Rows in the receiver's order; empty where the receiver lists none.
  public var rows: [Row] = []

  /// Creates an empty view.
  public init() {}

  /// Whether there is anything to show.
  public var isEmpty: Bool {
    rows.isEmpty && usedCount == nil && dilution == DilutionOfPrecision()
  }
}
