public import CairnTypes
public import CairnUBX

/// Gives a receiver the configuration that is wished, and says which wishes it did not take.
///
/// Wishes are configuration keys of u-blox receivers, whatever the receiver is: they name everything.
/// What a receiver has already is not written again. What was written is read back, and what is missing is
/// repeated. The speed of the line is changed alone. A wish after which the receiver could not be talked to is
/// not sent.
public struct Configurator: Dialogue {
  public private(set) var outcome: ConfigurationReport?

  private let wishes: [ConfigurationValue]
  /// What need not be asked: it would deafen the receiver, or the receiver has refused it before.
  private let local: [RefusedWish]
  private let missingMemories: ConfigurationLayers
  private let baudRate: UInt32?
  @Boxed private var keys: UBXConfigurator<KeyLanguage>?
  @Boxed private var legacy: UBXConfigurator<LegacyLanguage>?
  @Boxed private var sentences: SentenceConfigurator?

  /// - Parameters:
  ///   - wishes: what the receiver shall have; of two values for one key the last counts.
  ///   - identity: which commands it understands.
  ///   - setup: the port, the memories to write, and whether anything may be written.
  ///   - baudRate: baud of the line now; `nil` where it has no speed, as on USB.
  ///   - known: what this receiver has refused before; `nil` for one that has to be asked everything.
  public init(
    wishes: [ConfigurationValue], identity: ReceiverIdentity, setup: ReceiverSetup,
    baudRate: UInt32?, known: ReceiverRecord? = nil
  ) {
    self.init(
      wishes: wishes, identity: identity, setup: setup, line: Line(baudRate: baudRate),
      known: known)
  }

  /// The same with a line on which something may still be on its way.
  init(
    wishes: [ConfigurationValue], identity: ReceiverIdentity, setup: ReceiverSetup, line: Line,
    known: ReceiverRecord? = nil
  ) {
    let baudRate = line.baudRate
    let dialect = setup.permission == .never ? .none : identity.dialect
    let merged = Self.merged(wishes)
    var sent: [ConfigurationValue] = []
    var local: [RefusedWish] = []
    for wish in merged {
      if wish.deafens(setup.port, speaking: dialect) {
        local.append(RefusedWish(wish, .wouldDeafen))
      } else if let reason = known?.refusal(of: wish), dialect != .none {
        local.append(RefusedWish(wish, reason))
      } else {
        sent.append(wish)
      }
    }
    self.wishes = merged
    self.baudRate = baudRate
    self.local = local
    missingMemories = known?.missing(of: setup.persistence) ?? []
    var setup = setup
    setup.persistence.subtract(missingMemories)
    switch dialect {
    case .uBloxKeys:
      keys = UBXConfigurator(wishes: sent, language: KeyLanguage(sent), setup: setup, line: line)
    case .uBloxLegacy:
      legacy = UBXConfigurator(
        wishes: sent,
        language: LegacyLanguage(
          sent, port: setup.port, baudRate: baudRate, persistence: setup.persistence),
        setup: setup, line: line)
    case .pmtk, .pair, .pqtm, .pcas, .pstm, .psrf, .pubx:
      sentences = SentenceConfigurator(wishes: sent, dialect: dialect, setup: setup, line: line)
    case .none: break
    }
  }

  public var nextDeadline: MonotonicTime? {
    guard outcome == nil else { return nil }
    return keys?.nextDeadline ?? legacy?.nextDeadline ?? sentences?.nextDeadline
  }

  public mutating func begin(at now: MonotonicTime, _ port: inout PortActions) {
    keys?.begin(at: now, &port)
    legacy?.begin(at: now, &port)
    sentences?.begin(at: now, &port)
    if keys == nil, legacy == nil, sentences == nil {
      var report = ConfigurationReport()
      report.refused = wishes.map { RefusedWish($0, .notPermitted) }
      report.baudRate = baudRate
      outcome = report
    }
    conclude()
  }

  /// Whether the speed of the line is not sure at present.
  var isChangingRate: Bool {
    keys?.isChangingRate ?? legacy?.isChangingRate ?? sentences?.isChangingRate ?? false
  }

  /// Bytes came, whether they belong to a frame or not: an answer may be behind them.
  mutating func noteBytes(at now: MonotonicTime, isDamagedFrame: Bool) {
    keys?.noteBytes(at: now, isDamagedFrame: isDamagedFrame)
    legacy?.noteBytes(at: now, isDamagedFrame: isDamagedFrame)
    sentences?.noteBytes(at: now, isDamagedFrame: isDamagedFrame)
  }

  /// All bytes, after the frames in them.
  mutating func receive(bytes: Span<UInt8>, at now: MonotonicTime, _ port: inout PortActions) {
    keys?.receive(bytes: bytes, at: now, &port)
    legacy?.receive(bytes: bytes, at: now, &port)
    sentences?.receive(bytes: bytes, at: now, &port)
    conclude()
  }

  public mutating func receive(
    _ frame: Span<UInt8>, _ info: FrameInfo, at now: MonotonicTime, _ port: inout PortActions
  ) {
    keys?.receive(frame, info, at: now, &port)
    legacy?.receive(frame, info, at: now, &port)
    sentences?.receive(frame, info, at: now, &port)
    conclude()
  }

  public mutating func fire(at now: MonotonicTime, _ port: inout PortActions) {
    keys?.fire(at: now, &port)
    legacy?.fire(at: now, &port)
    sentences?.fire(at: now, &port)
    conclude()
  }

  private mutating func conclude() {
    guard outcome == nil, var report = keys?.report ?? legacy?.report ?? sentences?.report
    else { return }
    report.refused.insert(contentsOf: local, at: 0)
    for memory in [ConfigurationLayers.batteryBacked, .flash] where missingMemories.contains(memory)
    {
      report.layerWarnings.append(LayerWarning(memory, .refused))
    }
    outcome = report
  }

  /// Of each key the last value, in the order of the first.
  private static func merged(_ wishes: [ConfigurationValue]) -> [ConfigurationValue] {
    var merged: [ConfigurationValue] = []
    for wish in wishes {
      if let index = merged.firstIndex(where: { $0.key == wish.key }) {
        merged[index] = wish
      } else {
        merged.append(wish)
      }
    }
    return merged
  }
}
