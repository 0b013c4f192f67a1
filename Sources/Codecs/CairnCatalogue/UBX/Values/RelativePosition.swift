public import CairnUBX

/// What is known about a relative position: the part common to NAV-RELPOSNED and NAV-DAHEADING.
public struct RelativePositionFlags: UBXBitField {
  /// The fix is within the receiver's limits of precision.
  public var isFixOK = false
  /// Differential corrections were used.
  public var isDifferential = false
  /// The components and their accuracies are valid.
  public var isPositionValid = false
  /// How far carrier-phase ambiguities are resolved.
  public var carrierSolution = CarrierSolution.none
  /// The receiver works with a moving reference.
  public var isMoving = false
  /// The reference's position of this epoch was extrapolated.
  public var isReferencePositionMissing = false
  /// The reference's observations of this epoch were extrapolated.
  public var isReferenceObservationMissing = false
  /// The heading is valid; length and components may be valid without.
  public var isHeadingValid = false
  /// The components are those of a vector of length one.
  public var isNormalized = false

  public init() {}

  public mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("gnssFixOK", &isFixOK)
    b.flag("diffSoln", &isDifferential)
    b.flag("relPosValid", &isPositionValid)
    b.number("carrSoln", 2, &carrierSolution)
    b.flag("isMoving", &isMoving)
    b.flag("refPosMiss", &isReferencePositionMissing)
    b.flag("refObsMiss", &isReferenceObservationMissing)
    b.flag("relPosHeadingValid", &isHeadingValid)
    b.flag("relPosNormalized", &isNormalized)
  }
}

/// A vector from a reference to an antenna, with length and heading: bytes 8 to 63 of NAV-RELPOSNED
/// version 1 and of the longer form of NAV-DAHEADING.
///
/// The split properties are as on the wire, in centimetres and tenths of a millimetre; `north`,
/// `east`, `down` and `length` combine them. Setting one of these to `nil` marks the whole vector
/// as invalid; setting a value leaves the mark unchanged.
public struct RelativePosition: UBXGroup, Hashable {
  /// Centimetres and tenths of a millimetre.
  public var splitNorth = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitEast = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitDown = SplitNumber()
  /// Centimetres and tenths of a millimetre.
  public var splitLength = SplitNumber()
  /// Metres.
  public var northAccuracy = 0.0
  /// Metres.
  public var eastAccuracy = 0.0
  /// Metres.
  public var downAccuracy = 0.0
  /// Metres.
  public var lengthAccuracy = 0.0
  /// Degrees.
  public var headingAccuracy = 0.0
  /// Which values are valid.
  public var flags = RelativePositionFlags()
  private var reportedHeading = 0.0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.coarse("relPosN", &splitNorth.coarse, scale: 1, parts: 100, fineAt: 32)
    f.coarse("relPosE", &splitEast.coarse, scale: 1, parts: 100, fineAt: 33)
    f.coarse("relPosD", &splitDown.coarse, scale: 1, parts: 100, fineAt: 34)
    f.coarse("relPosLength", &splitLength.coarse, scale: 1, parts: 100, fineAt: 35)
    f.i4("relPosHeading", &reportedHeading, scale: 1e-5)
    f.reserved(4)
    f.fine("relPosHPN", &splitNorth.fine, scale: 0.01)
    f.fine("relPosHPE", &splitEast.fine, scale: 0.01)
    f.fine("relPosHPD", &splitDown.fine, scale: 0.01)
    f.fine("relPosHPLength", &splitLength.fine, scale: 0.01)
    f.u4("accN", &northAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accE", &eastAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accD", &downAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accLength", &lengthAccuracy, scale: 0.1, unit: .millimetres)
    f.u4("accHeading", &headingAccuracy, scale: 1e-5)
    f.reserved(4)
    f.x4("flags", &flags)
  }
}

extension RelativePosition {
  /// Degrees clockwise from true north; absent unless the receiver knows it.
  public var heading: Double? {
    get { flags.isHeadingValid ? reportedHeading : nil }
    set {
      flags.isHeadingValid = newValue != nil
      reportedHeading = newValue ?? 0
    }
  }

  /// Metres, unless normalized; absent while the vector is invalid.
  public var north: Double? {
    get { flags.isPositionValid ? splitNorth.metresFromCentimetres : nil }
    set {
      splitNorth.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }

  /// Metres, unless normalized; absent while the vector is invalid.
  public var east: Double? {
    get { flags.isPositionValid ? splitEast.metresFromCentimetres : nil }
    set {
      splitEast.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }

  /// Metres, unless normalized; positive down; absent while the vector is invalid.
  public var down: Double? {
    get { flags.isPositionValid ? splitDown.metresFromCentimetres : nil }
    set {
      splitDown.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }

  /// Metres, unless normalized; absent while the vector is invalid.
  public var length: Double? {
    get { flags.isPositionValid ? splitLength.metresFromCentimetres : nil }
    set {
      splitLength.metresFromCentimetres = newValue ?? 0
      if newValue == nil { flags.isPositionValid = false }
    }
  }
}
