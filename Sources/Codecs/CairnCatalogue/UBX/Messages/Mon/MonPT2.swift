public import CairnUBX

/// UBX-MON-PT2: results of the production test.
///
/// Source: u-blox UBX-13003221 R28 (M8), UBX-MON-PT2.
public struct MonPT2: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x2B)
  public static let name = "MON-PT2"
  public static let payloadLength = PayloadLength.atLeast(24)

  /// One channel of the radio.
  public struct RadioChannel: UBXGroup, Hashable {
    /// The amplifier's gain, dimensionless.
    public var gain: UInt8 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("rfPga", &gain)
      f.reserved(27)
    }
  }

  /// One signal under test.
  public struct Signal: UBXGroup, Hashable {
    /// The satellite system.
    public var gnss = GNSSIdentifier.gps
    /// Satellite number within its system.
    public var number: UInt8 = 0
    /// The signal within the system.
    public var signal: UInt8 = 0
    /// Access to the signal, see the interface description.
    public var access: UInt8 = 0
    /// The lowest value in the test, in dB-Hz.
    public var minimumCarrierToNoise = 0.0
    /// The highest value in the test, in dB-Hz.
    public var maximumCarrierToNoise = 0.0
    /// The largest deviation of the carrier phase, in cycles.
    public var maximumPhaseDeviation = 0.0
    /// The radio channel in use.
    public var information = Information()
    /// Number of code locks.
    public var codeLocks: UInt8 = 0
    /// Number of phase locks.
    public var phaseLocks: UInt8 = 0
    /// The shortest time to a code lock, in milliseconds.
    public var minimumCodeLock: UInt16 = 0
    /// The longest time to a code lock, in milliseconds.
    public var maximumCodeLock: UInt16 = 0
    /// The shortest time to a phase lock, in milliseconds.
    public var minimumPhaseLock: UInt16 = 0
    /// The longest time to a phase lock, in milliseconds.
    public var maximumPhaseLock: UInt16 = 0

    public init() {}

    public mutating func fields(_ f: inout some UBXFieldVisitor) {
      f.u1("gnssId", &gnss)
      f.u1("svId", &number)
      f.u1("sigId", &signal)
      f.u1("accsId", &access)
      f.u2("cnoMin", &minimumCarrierToNoise, scale: 0x1p-8)
      f.u2("cnoMax", &maximumCarrierToNoise, scale: 0x1p-8)
      f.reserved(14)
      f.u1("carrPhDevMax", &maximumPhaseDeviation, scale: 0x1p-8)
      f.x1("signalInfo", &information)
      f.u1("codeLockSuccess", &codeLocks)
      f.u1("phaseLockSuccess", &phaseLocks)
      f.u2("minCodeLock", &minimumCodeLock)
      f.u2("maxCodeLock", &maximumCodeLock)
      f.u2("minPhaseLock", &minimumPhaseLock)
      f.u2("maxPhaseLock", &maximumPhaseLock)
      f.reserved(2)
    }
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// The kind of test, see the interface description.
  public var testMode: UInt8 = 0
  /// Milliseconds for which the test has run.
  public var runTime: UInt32 = 0
  /// Clock drift from assistance, as sent.
  public var aidedClockDrift: Int32 = 0
  /// Clock drift from tracking, as sent.
  public var trackedClockDrift: Int32 = 0
  /// Frequency of the real-time clock, as sent.
  public var clockFrequency: UInt32 = 0
  /// State after the power-on self-test; 0 if all is well.
  public var postStatus: UInt32 = 0
  /// In wire order, at most 255.
  public var channels: [RadioChannel] = []
  /// In wire order, at most 255.
  public var signals: [Signal] = []

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    f.u1("version", &version)
    f.u1("testMode", &testMode)
    let channelCount = f.count("numRfChn", of: channels)
    let signalCount = f.count("numSvSigDesc", of: signals)
    f.u4("testRunTime", &runTime)
    f.i4("clkDriftAid", &aidedClockDrift)
    f.i4("clkDriftTrk", &trackedClockDrift)
    f.u4("rtcFreq", &clockFrequency)
    f.u4("postStatus", &postStatus)
    f.groups(channelCount, &channels, endsPayload: false)
    f.groups(signalCount, &signals)
  }
}

extension MonPT2.Signal {
  /// The radio channel that a signal uses.
  public struct Information: UBXBitField {
    /// Whether `channel` is valid.
    public var isChannelValid = false
    /// The channel's number.
    public var channel: UInt8 = 0

    public init() {}

    public mutating func bits(_ b: inout some UBXBitVisitor) {
      b.flag("ifChnIdValid", &isChannelValid)
      b.number("ifChnId", 3, &channel)
    }
  }
}
