public import CairnHAL

/// A type whose values profiles write as words.
protocol Vocabulary: Equatable {
  static var words: [(String, Self)] { get }
}

extension Vocabulary {
  init?(_ word: String) {
    guard let pair = Self.words.first(where: { $0.0 == word }) else { return nil }
    self = pair.1
  }

  /// The word that profiles use.
  var word: String { Self.words.first { $0.1 == self }?.0 ?? "" }
}

extension Vocabulary where Self: RawRepresentable & CaseIterable, RawValue == String {
  static var words: [(String, Self)] { allCases.map { ($0.rawValue, $0) } }
}

extension HardwareProfile.Kind: Vocabulary {}
extension HardwareProfile.WireProtocol: Vocabulary {}
extension HardwareProfile.Memory: Vocabulary {}
extension HardwareProfile.WakeSource: Vocabulary {}

extension HardwareProfile.Dialect: Vocabulary {
  static var words: [(String, Self)] {
    [
      ("ublox-keys", .uBloxKeys), ("ublox-legacy", .uBloxLegacy), ("pmtk", .pmtk),
      ("pair", .pair), ("pqtm", .pqtm), ("pcas", .pcas), ("pstm", .pstm), ("psrf", .psrf),
      ("pubx", .pubx),
    ]
  }
}

extension HardwareProfile.WriteAccess: Vocabulary {
  static var words: [(String, Self)] {
    [
      ("never", .never), ("after-first-frame", .afterFirstFrame), ("while-silent", .whileSilent),
    ]
  }
}

extension HardwareProfile.PortName: Vocabulary {
  static var words: [(String, Self)] {
    [("uart1", .uart1), ("uart2", .uart2), ("usb", .usb), ("i2c", .i2c), ("spi", .spi)]
  }
}

extension HardwareProfile.Certainty: Vocabulary {
  static var words: [(String, Self)] { [("certain", .certain), ("bridge", .bridge)] }
}

extension HardwareProfile.PortName {
  /// The word that profiles use, for example `uart1`.
  public var name: String { word }
}

extension HardwareProfile.Dialect {
  /// The word that profiles use, for example `ublox-keys`.
  public var name: String { word }
}

extension HardwareProfile.WriteAccess {
  /// The word that profiles use, for example `after-first-frame`.
  public var name: String { word }
}

extension HardwareProfile.Certainty {
  /// The word that profiles use: `certain` or `bridge`.
  public var name: String { word }
}
