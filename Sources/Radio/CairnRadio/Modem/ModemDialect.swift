/// The commands that a modem understands beyond those of 3GPP.
public struct ModemDialect: Hashable, Sendable {
  /// Commands that switch a receiver within the modem.
  struct Receiver: Hashable, Sendable {
    /// Query whose answer has 1 as its first value while the receiver is on.
    let state: ATCommand
    /// Commands that switch it on, in this order; the sentences are sent on a separate port.
    let on: [ATCommand]
    let off: [ATCommand]

    init(_ name: String, on: [String], off: [String]) {
      state = .question(name, "?")
      self.on = on.map { ATCommand($0) }
      self.off = off.map { ATCommand($0) }
    }
  }

  /// Format of a line that describes a cell.
  enum Reader: Hashable, Sendable {
    case quectel, simcom, telit, uBlox
  }

  /// Name for people: `Quectel`.
  public let name: String
  /// Commands that report the serving cell, and neighbours with identities, in more detail than the
  /// standard's, and the reader of their answers.
  let cells: [ATCommand]
  let reader: Reader?
  /// Receivers that such a modem may have; the first that reports its state is used.
  let receivers: [Receiver]

  /// A modem that is asked only by the commands of 3GPP TS 27.007.
  public static let standard = ModemDialect(
    name: "standard", cells: [], reader: nil, receivers: [])

  /// Source: EC25 & EG25 AT commands manual; EC25 GNSS AT commands manual; ModemManager's plugin.
  public static let quectel = ModemDialect(
    name: "Quectel",
    cells: [
      .question("+QENG", "=\"servingcell\""), .question("+QENG", "=\"neighbourcell\""),
    ], reader: .quectel,
    receivers: [Receiver("+QGPS", on: ["+QGPS=1"], off: ["+QGPSEND"])])

  /// Source: SIM7500 & SIM7600 and SIM7070 & SIM7080 AT command manuals.
  public static let simcom = ModemDialect(
    name: "SIMCom", cells: [.question("+CPSI", "?")], reader: .simcom,
    receivers: [
      Receiver("+CGPS", on: ["+CGPS=1,1"], off: ["+CGPS=0"]),
      Receiver("+CGNSPWR", on: ["+CGNSPWR=1", "+CGNSTST=1"], off: ["+CGNSPWR=0"]),
    ])

  /// Source: LE910 AT commands reference; ModemManager's plugin for the receiver.
  public static let telit = ModemDialect(
    name: "Telit", cells: [ATCommand("#RFSTS", prefix: "#RFSTS:")], reader: .telit,
    receivers: [
      Receiver("$GPSP", on: ["$GPSP=1", "$GPSNMUN=2,1,1,1,1,1,1"], off: ["$GPSP=0"])
    ])

  /// Source: u-blox cellular modules, AT commands manual, UBX-13002752.
  public static let uBlox = ModemDialect(
    name: "u-blox", cells: [.question("+UCELLINFO", "?")], reader: .uBlox, receivers: [])

  /// The dialects that are chosen by the manufacturer's name.
  public static let all = [quectel, simcom, telit, uBlox]

  /// Chooses the dialect by the answer to `+CGMI`.
  public init(manufacturer: String) {
    let words = manufacturer.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    self =
      Self.all.first { dialect in
        let name = dialect.name.utf8.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return words.indices.contains { words[$0...].starts(with: name) }
      } ?? .standard
  }

  private init(name: String, cells: [ATCommand], reader: Reader?, receivers: [Receiver]) {
    self.name = name
    self.cells = cells
    self.reader = reader
    self.receivers = receivers
  }
}
