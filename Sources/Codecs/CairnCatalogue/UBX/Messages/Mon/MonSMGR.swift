public import CairnUBX

/// UBX-MON-SMGR: the sources that the synchronization manager has and follows.
///
/// Source: u-blox UBX-13003221 R28 (M8 FTS), UBX-MON-SMGR.
public struct MonSMGR: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x2E)
  public static let name = "MON-SMGR"
  public static let payloadLength = PayloadLength.exactly(16)

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Milliseconds of GPS week. Messages of one epoch share the value.
  public var timeOfWeek: UInt32 = 0
  /// The internal oscillator.
  public var internalOscillator = Oscillator()
  /// The external oscillator.
  public var externalOscillator = Oscillator()
  /// The source that the oscillators follow: 0 the internal one, 1 GNSS, 2 EXTINT 0, 3 EXTINT 1, 4
  /// the internal oscillator measured by the host, 5 the external one measured by the host.
  public var disciplineSource: UInt8 = 0
  /// The satellite receiver as a source.
  public var gnss = GNSSSource()
  /// The input EXTINT 0 as a source.
  public var input0 = InputSource()
  /// The input EXTINT 1 as a source.
  public var input1 = InputSource()

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    var oscillators = (
      InternalOscillator(state: internalOscillator), ExternalOscillator(state: externalOscillator)
    )
    var inputs = (Input0(state: input0), Input1(state: input1))
    f.u1("version", &version)
    f.reserved(3)
    f.u4("iTOW", &timeOfWeek)
    f.x2("intOsc", &oscillators.0)
    f.x2("extOsc", &oscillators.1)
    f.u1("discSrc", &disciplineSource)
    f.x1("gnss", &gnss)
    f.x1("extInt0", &inputs.0)
    f.x1("extInt1", &inputs.1)
    (internalOscillator, externalOscillator) = (oscillators.0.state, oscillators.1.state)
    (input0, input1) = (inputs.0.state, inputs.1.state)
  }
}

extension MonSMGR {
  /// One oscillator.
  public struct Oscillator: Hashable, Sendable, BitwiseCopyable {
    /// 0 autonomous, 1 being calibrated, 2 steered by the host, 3 idle.
    public var state: UInt8 = 0
    /// The gain is calibrated.
    public var isCalibrated = false
    /// The oscillator follows a source.
    public var isDisciplined = false

    public init() {}
  }

  /// The satellite receiver as a source.
  public struct GNSSSource: UBXBitField {
    /// The source provides time or frequency.
    public var isAvailable = false

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("gnssAvail", &isAvailable)
    }
  }

  /// One external input as a source.
  public struct InputSource: Hashable, Sendable, BitwiseCopyable {
    /// The input has a signal.
    public var isAvailable = false
    /// The input provides time; otherwise frequency.
    public var isTime = false
    /// The input is the output of the external oscillator.
    public var isFeedback = false

    public init() {}
  }
}

// The same bits, each under two names.

private struct InternalOscillator: UBXBitField {
  var state = MonSMGR.Oscillator()

  init() {}
  init(state: MonSMGR.Oscillator) { self.state = state }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("intOscState", 4, &state.state)
    b.flag("intOscCalib", &state.isCalibrated)
    b.flag("intOscDisc", &state.isDisciplined)
  }
}

private struct ExternalOscillator: UBXBitField {
  var state = MonSMGR.Oscillator()

  init() {}
  init(state: MonSMGR.Oscillator) { self.state = state }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.number("extOscState", 4, &state.state)
    b.flag("extOscCalib", &state.isCalibrated)
    b.flag("extOscDisc", &state.isDisciplined)
  }
}

private struct Input0: UBXBitField {
  var state = MonSMGR.InputSource()

  init() {}
  init(state: MonSMGR.InputSource) { self.state = state }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("extInt0Avail", &state.isAvailable)
    b.flag("extInt0Type", &state.isTime)
    b.flag("extInt0FeedBack", &state.isFeedback)
  }
}

private struct Input1: UBXBitField {
  var state = MonSMGR.InputSource()

  init() {}
  init(state: MonSMGR.InputSource) { self.state = state }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("extInt1Avail", &state.isAvailable)
    b.flag("extInt1Type", &state.isTime)
    b.flag("extInt1FeedBack", &state.isFeedback)
  }
}
