public import CairnTypes

/// How a receiver is told that it moves.
///
/// A model bounds speed, acceleration and height in the receiver's filter: the tightest that the motion
/// fits gives the calmest track, one that it does not fit makes the position lag or fail.
public struct NavigationModel: Equatable, Sendable {
  /// `dynModel` of CFG-NAV5 and CFG-NAVSPG-DYNMODEL.
  ///
  /// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), "CFG-NAVSPG-DYNMODEL".
  public let uBlox: UInt8
  /// The mode of `$PMTK886`. Source: Quectel L76 Series GNSS Protocol Specification, PMTK886.
  public let pmtk: UInt8
  /// The mode of `$PAIR080`. Source: Quectel LC26G&LC76G&LC86G Series GNSS Protocol Specification,
  /// PAIR080.
  public let pair: UInt8

  /// The model of an activity.
  public init(_ activity: ActivityType) {
    switch activity {
    // Nothing is known: portable takes every motion below 310 m/s and 12 km, normal mode likewise.
    case .other: self.init(uBlox: 0, pmtk: 0, pair: 0)
    // Low vertical acceleration, no sideways motion.
    case .automotiveNavigation: self.init(uBlox: 4, pmtk: 0, pair: 0)
    // Trains, trams and bicycles: faster than a walker, without what is assumed of a car.
    case .otherNavigation: self.init(uBlox: 0, pmtk: 0, pair: 0)
    // Walking and running: low speed and acceleration, as MediaTek's fitness mode.
    case .fitness: self.init(uBlox: 3, pmtk: 1, pair: 1)
    // Up to 2 g: light aircraft and drones, whose climb and height the models for the ground cut off.
    // MediaTek's aviation mode; Airoha has one for drones in its place.
    case .airborne: self.init(uBlox: 7, pmtk: 2, pair: 5)
    // At sea level: height is held, which steadies the position. The others have nothing like it.
    case .marine: self.init(uBlox: 5, pmtk: 0, pair: 0)
    // No motion at all. Not for what is ever moved.
    case .stationaryAsset: self.init(uBlox: 2, pmtk: 4, pair: 4)
    }
  }

  private init(uBlox: UInt8, pmtk: UInt8, pair: UInt8) {
    self.uBlox = uBlox
    self.pmtk = pmtk
    self.pair = pair
  }

  /// The sentence that sets the model; `nil` for a receiver that is not told by a sentence.
  public func sentence(_ dialect: CommandDialect) -> [UInt8]? {
    switch dialect {
    case .pmtk: VendorSentence.encode("PMTK886,\(pmtk)")
    case .pair: VendorSentence.encode("PAIR080,\(pair)")
    case .none, .uBloxKeys, .uBloxLegacy, .pqtm, .pcas, .pstm, .psrf, .pubx: nil
    }
  }
}
