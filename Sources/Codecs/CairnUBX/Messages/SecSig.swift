/// UBX-SEC-SIG, version 1: signs of jamming and spoofing.
///
/// Source: u-blox UBX-22008968 (F9 HPG 1.32), UBX-SEC-SIG.
public struct SecSigV1: UBXMessage, Hashable {
  public static let id = MessageID(.sec, 0x09)
  public static let name = "SEC-SIG"
  public static let payloadLength = PayloadLength.exactly(12)
  public static let discriminator: UInt8? = 1

  /// Version of the message layout.
  public var version: UInt8 = 1
  /// Signs of jamming.
  public var jamming = Jamming()
  /// Signs of spoofing.
  public var spoofing = Spoofing()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.reserved(3)
    f.x1("jamFlags", &jamming)
    f.reserved(3)
    f.x1("spfFlags", &spoofing)
    f.reserved(3)
  }
}

extension SecSigV1 {
  /// Signs of jamming.
  public struct Jamming: UBXBitField {
    /// Jamming detection is on.
    public var isEnabled = false
    /// Result of the detection.
    public var state = JammingState.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("jamDetEnabled", &isEnabled)
      b.number("jammingState", 2, &state)
    }
  }

  /// Signs of spoofing.
  public struct Spoofing: UBXBitField {
    /// Spoofing detection is on.
    public var isEnabled = false
    /// Result of the detection.
    public var state = SpoofingState.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("spfDetEnabled", &isEnabled)
      b.number("spoofingState", 3, &state)
    }
  }
}

/// UBX-SEC-SIG from version 2 on: signs of jamming and spoofing, with the monitored frequencies.
///
/// Source: u-blox UBX-SEC-SIG as in the F9 HPG 1.51 and X20 Interface Descriptions.
public struct SecSig: UBXMessage, Hashable {
  public static let id = SecSigV1.id
  public static let name = SecSigV1.name
  public static let payloadLength = PayloadLength.atLeast(4)

  /// One monitored frequency.
  public struct Frequency: UBXGroup, Hashable {
    /// Result at this frequency.
    public var state = State()

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.x4("jamStateCentFreq", &state)
    }
  }

  /// Version of the message layout.
  public var version: UInt8 = 2
  /// Signs of jamming and spoofing.
  public var flags = Flags()
  /// Frequencies in wire order, at most 255.
  public var frequencies: [Frequency] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.x1("sigSecFlags", &flags)
    f.reserved(1)
    let count = f.count("jamNumCentFreqs", of: frequencies)
    f.groups(count, &frequencies)
  }
}

extension SecSig {
  /// Signs of jamming and spoofing.
  public struct Flags: UBXBitField {
    /// Jamming detection is on.
    public var detectsJamming = false
    /// Result of the jamming detection.
    public var jamming = JammingState.unknown
    /// Spoofing detection is on.
    public var detectsSpoofing = false
    /// Result of the spoofing detection.
    public var spoofing = SpoofingState.unknown

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("jamDetEnabled", &detectsJamming)
      b.number("jammingState", 2, &jamming)
      b.flag("spfDetEnabled", &detectsSpoofing)
      b.number("spoofingState", 3, &spoofing)
    }
  }
}

extension SecSig.Frequency {
  /// Result at one frequency.
  public struct State: UBXBitField {
    /// Centre of the band.
    public var centerKilohertz: UInt32 = 0
    /// The band is jammed.
    public var isJammed = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.number("centFreq", 24, &centerKilohertz)
      b.flag("jammed", &isJammed)
    }
  }
}
