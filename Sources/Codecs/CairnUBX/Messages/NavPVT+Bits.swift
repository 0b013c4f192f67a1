extension NavPVT {
  /// Which parts of the time and the magnetic field are valid.
  public struct Validity: UBXBitField {
    /// The date.
    public var date = false
    /// The time of day.
    public var time = false
    /// Whole seconds are no longer ambiguous.
    public var isFullyResolved = false
    /// The magnetic declination.
    public var magneticDeclination = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("validDate", &date)
      b.flag("validTime", &time)
      b.flag("fullyResolved", &isFullyResolved)
      b.flag("validMag", &magneticDeclination)
    }
  }

  /// State of the fix.
  public struct Flags: UBXBitField {
    /// The fix is within the receiver's own limits of precision.
    public var isFixOK = false
    /// Differential corrections were used.
    public var isDifferential = false
    /// State of the power-save state machine: 0 off, 1 enabled, 2 acquisition, 3 tracking, 4
    /// optimized tracking, 5 inactive.
    public var powerSaveState: UInt8 = 0
    /// Whether the vehicle's heading is valid.
    public var vehicleHeading = false
    /// How far the carrier-phase ambiguities are resolved.
    public var carrierSolution = CarrierSolution.none

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gnssFixOk", &isFixOK)
      b.flag("diffSoln", &isDifferential)
      b.number("psmState", 3, &powerSaveState)
      b.flag("headVehValid", &vehicleHeading)
      b.number("carrSoln", 2, &carrierSolution)
    }
  }

  /// Whether an independent source has confirmed date and time.
  public struct Confirmation: UBXBitField {
    /// Whether the receiver provides this information at all.
    public var isAvailable = false
    /// The date.
    public var date = false
    /// The time of day.
    public var time = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.unused(5)
      b.flag("confirmedAvai", &isAvailable)
      b.flag("confirmedDate", &date)
      b.flag("confirmedTime", &time)
    }
  }

  /// Validity of the position, age of the corrections, and authentication.
  public struct Correction: UBXBitField {
    /// Longitude, latitude and heights are invalid.
    public var isPositionInvalid = false
    /// Age class of the last correction: 0 none, 1 below 1 s, 2 below 2 s, 3 below 5 s, 4 below 10
    /// s, 5 below 15 s, 6 below 20 s, 7 below 30 s, 8 below 45 s, 9 below 60 s, 10 below 90 s, 11
    /// below 120 s, 12 and more: 120 s or older.
    public var ageClass: UInt8 = 0
    /// The time is authenticated.
    public var isTimeAuthenticated = false
    /// The fix uses authenticated navigation messages.
    public var isMessageAuthenticated = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("invalidLlh", &isPositionInvalid)
      b.number("lastCorrectionAge", 4, &ageClass)
      b.unused(8)
      b.flag("authTime", &isTimeAuthenticated)
      b.flag("nmaFixStatus", &isMessageAuthenticated)
    }
  }
}
