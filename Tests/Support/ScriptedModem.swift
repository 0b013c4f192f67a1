/// A modem that answers commands from a table, as bytes on its line.
public struct ScriptedModem: Sendable {
  /// Lines for each command without `AT`; those that are missing are answered with `ERROR`.
  public var answers: [String: [String]]
  /// Numbers of errors for commands, where the modem gives one.
  public var errors: [String: Int] = [:]
  /// Whether it repeats what it receives, as until it is told not to.
  public var echoes = true
  /// Whether it answers at all.
  public var isDeaf = false
  /// The commands that have come.
  public private(set) var commands: [String] = []
  private var line: [UInt8] = []

  /// Creates a modem with a table of answers, besides those that every modem gives.
  public init(_ answers: [String: [String]] = [:]) {
    self.answers = Self.usual.merging(answers) { $1 }
  }

  /// An EC25 that is registered with LTE.
  public static let ec25 = ScriptedModem([
    "+CGMI": ["Quectel"],
    "+QENG=\"servingcell\"": [
      "+QENG: \"servingcell\",\"NOCONN\",\"LTE\",\"FDD\",228,01,1E24F03,266,1850,3,5,5,32C8,-95,-10,-65,14,31"
    ],
    "+QENG=\"neighbourcell\"": [
      "+QENG: \"neighbourcell intra\",\"LTE\",1850,266,-10,-95,-65,14,31,0,9,6,62",
      "+QENG: \"neighbourcell inter\",\"LTE\",6300,120,-14,-104,-80,8,20,3,10,10",
    ],
    "+QGPS?": ["+QGPS: 0"], "+QGPS=1": [], "+QGPSEND": [],
  ])

  /// A modem of an unknown make that is registered with LTE.
  public static let plain = ScriptedModem([
    "+COPS=3,2": [], "+COPS?": ["+COPS: 0,2,\"22801\",7"],
    "+CEREG?": ["+CEREG: 2,1,\"32C8\",\"1E24F03\",7"],
  ])

  private static let usual = [
    "E0": [], "+CMEE=1": [], "+CGMI": ["Example"], "+CPIN?": ["+CPIN: READY"],
    "+CFUN?": ["+CFUN: 1"], "+CEREG=2": [],
  ]

  /// Takes bytes and returns what it sends for them.
  public mutating func receive(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var sent: [UInt8] = []
    for byte in bytes {
      guard byte == UInt8(ascii: "\r") else {
        line.append(byte)
        continue
      }
      let text = String(decoding: line, as: UTF8.self)
      line.removeAll()
      guard text.hasPrefix("AT"), !isDeaf else { continue }
      if echoes { sent += Array((text + "\r\r\n").utf8) }
      sent += answer(String(text.dropFirst(2)))
    }
    return sent
  }

  private mutating func answer(_ command: String) -> [UInt8] {
    commands.append(command)
    switch command {
    case "E0": echoes = false
    case "+QGPS=1": answers["+QGPS?"] = ["+QGPS: 1"]
    case "+QGPSEND": answers["+QGPS?"] = ["+QGPS: 0"]
    default: break
    }
    let lines = errors[command] == nil ? answers[command] : nil
    let end = lines != nil ? "OK" : errors[command].map { "+CME ERROR: \($0)" } ?? "ERROR"
    return ((lines ?? []) + [end]).flatMap { Array("\r\n\($0)\r\n".utf8) }
  }
}
