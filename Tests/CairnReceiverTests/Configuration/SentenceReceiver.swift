import CairnReceiver

/// A receiver that understands sentences of one vendor, and reports the sentences that it is told to.
struct SentenceReceiver: ScriptedReceiver {
  var baudRate: UInt32
  var faults = Faults()
  var writes = 0
  /// The vendor's address: `PMTK`, `PAIR`, `PQTM`, `PCAS` or `PSRF`.
  let vendor: String
  /// Milliseconds between two epochs.
  var period = 1000
  /// Epochs between two sentences; 0 for never.
  var rates = ["GGA": 1, "GLL": 1, "GSA": 1, "GSV": 1, "RMC": 1, "VTG": 1, "ZDA": 0]
  /// Addresses, with the number that follows in PAIR062, that it answers with this instead of success.
  var verdicts: [String: Int] = [:]
  /// The same for the first that comes.
  var firstVerdicts: [String: Int] = [:]
  /// Addresses, and how often each is lost.
  var lost: [String: Int] = [:]
  /// Addresses that fail until another one was taken.
  var prerequisites: [String: String] = [:]
  /// Addresses that it acknowledges, where it does, and ignores.
  var ignored: Set<String> = []
  /// Every command that it took, without checksum.
  var taken: [String] = []
  private var epoch = 0

  init(_ vendor: String, baudRate: UInt32 = 9600) {
    self.vendor = vendor
    self.baudRate = baudRate
  }

  static func sentence(_ body: String) -> [UInt8] {
    let sum = body.utf8.reduce(0, ^)
    let digits = String(sum, radix: 16, uppercase: true)
    return Array("$\(body)*\(digits.count < 2 ? "0" + digits : digits)\r\n".utf8)
  }

  mutating func report() -> (frames: [[UInt8]], period: Duration) {
    epoch += 1
    let due = rates.keys.sorted().filter {
      rates[$0, default: 0] > 0 && epoch % rates[$0, default: 1] == 0
    }
    return (due.map { Self.sentence("GN\($0),1,2,3") }, .milliseconds(period))
  }

  mutating func react(to frame: [UInt8]) -> Reaction {
    let text = String(decoding: frame, as: UTF8.self)
    guard !faults.isSilent, text.hasSuffix("\r\n"), let star = text.lastIndex(of: "*") else {
      return Reaction()
    }
    let body = String(text[..<star].dropFirst())
    guard Self.sentence(body) == frame, body.hasPrefix(vendor) else { return Reaction() }
    let fields = body.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    if let times = lost[fields[0]], times > 0 {
      lost[fields[0]] = times - 1
      return Reaction()
    }
    let isEarly = prerequisites[fields[0]].map { first in !taken.contains { $0.hasPrefix(first) } }
    let verdict =
      (isEarly == true ? 2 : nil) ?? firstVerdicts.removeValue(forKey: fields[0])
      ?? verdicts[fields[0]] ?? verdicts[fields.prefix(2).joined(separator: ",")]
    var reaction = Reaction(answers: answers(fields, verdict))
    guard verdict == nil || verdict == 1 && vendor == "PAIR" else { return reaction }
    taken.append(body)
    writes += 1
    if !ignored.contains(fields[0]) { reaction.newBaudRate = apply(fields) }
    return reaction
  }

  private func answers(_ fields: [String], _ verdict: Int?) -> [[UInt8]] {
    let number = String(fields[0].dropFirst(4))
    switch vendor {
    case "PMTK":
      return number == "251" ? [] : [Self.sentence("PMTK001,\(number),\(verdict ?? 3)")]
    case "PAIR":
      let last = Self.sentence("PAIR001,\(number),0")
      guard let verdict else { return [last] }
      let first = Self.sentence("PAIR001,\(number),\(verdict)")
      return verdict == 1 ? [first, last] : [first]
    case "PQTM":
      return [Self.sentence("\(fields[0]),\(verdict.map { "ERROR,\($0)" } ?? "OK")")]
    case "PCAS" where fields == ["PCAS06", "2"]: return [Self.sentence("GPTXT,01,01,02,MO=GB")]
    default: return []
    }
  }

  private mutating func apply(_ fields: [String]) -> UInt32? {
    let numbers = fields.dropFirst().map { Int($0) }
    switch fields[0] {
    case "PMTK220", "PAIR050", "PCAS02": period = numbers[0] ?? period
    case "PQTMCFGFIXRATE": period = numbers[1] ?? period
    case "PMTK314": set(["GLL", "RMC", "VTG", "GGA", "GSA", "GSV"], numbers)
    case "PCAS03": set(["GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "ZDA"], numbers)
    case "PAIR062":
      set(["GGA", "GLL", "GSA", "GSV", "RMC", "VTG", "ZDA"][numbers[0] ?? 0], numbers[1])
    case "PSRF103": set(["GGA", "GLL", "GSA", "GSV", "RMC", "VTG"][numbers[0] ?? 0], numbers[2])
    case "PQTMCFGMSGRATE": set(fields[2], numbers[2])
    case "PMTK251": return numbers[0].map { UInt32($0) }
    case "PCAS01": return numbers[0].map { [4800, 9600, 19_200, 38_400, 57_600, 115_200][$0] }
    case "PSRF100": return numbers[1].map { UInt32($0) }
    default: break
    }
    return nil
  }

  private mutating func set(_ names: [String], _ numbers: [Int?]) {
    for (name, number) in zip(names, numbers) { set(name, number) }
  }

  private mutating func set(_ name: String, _ number: Int?) {
    if let number { rates[name] = number }
  }
}
