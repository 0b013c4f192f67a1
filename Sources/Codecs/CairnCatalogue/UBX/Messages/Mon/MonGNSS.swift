public import CairnUBX

/// UBX-MON-GNSS: the satellite systems that the receiver can use, and those that it does.
///
/// Receivers with CFG-VALGET also give the systems in use as configuration keys; only this message
/// tells what is possible.
///
/// Source: u-blox UBX-21035062 R02 (M10 SPG 5.10), UBX-MON-GNSS.
public struct MonGNSS: UBXMessage, Hashable {
  public static let id = MessageID(.mon, 0x28)
  public static let name = "MON-GNSS"
  public static let payloadLength = PayloadLength.exactly(8)

  /// A set of satellite systems.
  public struct Systems: Hashable, Sendable, BitwiseCopyable {
    /// GPS.
    public var gps = false
    /// GLONASS.
    public var glonass = false
    /// BeiDou.
    public var beidou = false
    /// Galileo.
    public var galileo = false

    public init() {}
  }

  /// Version of the message's layout.
  public var version: UInt8 = 0
  /// Systems that the receiver can use.
  public var supported = Systems()
  /// Systems in use after a start without configuration.
  public var preset = Systems()
  /// Systems in use now.
  public var enabled = Systems()
  /// The most systems that can be in use at once.
  public var simultaneous: UInt8 = 0

  public init() {}

  public mutating func fields(_ f: inout some UBXFieldVisitor) {
    var words = (Supported(systems: supported), Preset(systems: preset), Enabled(systems: enabled))
    f.u1("version", &version)
    f.x1("supported", &words.0)
    f.x1("defaultGnss", &words.1)
    f.x1("enabled", &words.2)
    f.u1("simultaneous", &simultaneous)
    f.reserved(3)
    (supported, preset, enabled) = (words.0.systems, words.1.systems, words.2.systems)
  }
}

// The same four bits under three names.

private struct Supported: UBXBitField {
  var systems = MonGNSS.Systems()

  init() {}
  init(systems: MonGNSS.Systems) { self.systems = systems }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("GPSSup", &systems.gps)
    b.flag("GlonassSup", &systems.glonass)
    b.flag("BeidouSup", &systems.beidou)
    b.flag("GalileoSup", &systems.galileo)
  }
}

private struct Preset: UBXBitField {
  var systems = MonGNSS.Systems()

  init() {}
  init(systems: MonGNSS.Systems) { self.systems = systems }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("GPSDef", &systems.gps)
    b.flag("GlonassDef", &systems.glonass)
    b.flag("BeidouDef", &systems.beidou)
    b.flag("GalileoDef", &systems.galileo)
  }
}

private struct Enabled: UBXBitField {
  var systems = MonGNSS.Systems()

  init() {}
  init(systems: MonGNSS.Systems) { self.systems = systems }

  mutating func bits(_ b: inout some UBXBitVisitor) {
    b.flag("GPSEna", &systems.gps)
    b.flag("GlonassEna", &systems.glonass)
    b.flag("BeidouEna", &systems.beidou)
    b.flag("GalileoEna", &systems.galileo)
  }
}
