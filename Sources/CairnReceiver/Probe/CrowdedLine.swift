internal import CairnUBX

/// A line so slow that what a receiver says before it is configured fills it, or nearly: every answer
/// is behind seconds of reports.
struct CrowdedLine: Sendable {
  /// Baud up to which sentences of four systems may fill a line.
  static let baudRate: UInt32 = 19_200

  /// What ends the reports that are not wished, in the language of each receiver that it may be; the others
  /// ignore it. It is what the configuration says again, when it is known which of them is understood.
  let muting: [UInt8]

  /// Nothing for a line that is fast enough.
  ///
  /// - Parameters:
  ///   - demand: what is wanted.
  ///   - setup: how the receiver shall work.
  ///   - baudRate: of the line; `nil` where it has no speed.
  init?(_ demand: ReportDemand, _ setup: ReceiverSetup, baudRate: UInt32?) {
    guard let baudRate, baudRate <= Self.baudRate, setup.permission != .never else { return nil }
    var muting: [UInt8] = []
    for dialect in Self.dialects {
      let plan = BandwidthPlan(
        demand, identity: ReceiverIdentity(dialect: dialect), setup: setup, baudRate: baudRate)
      let wishes = plan.wishes.filter { !$0.deafens(setup.port, speaking: dialect) }
      switch dialect {
      case .uBloxKeys:
        for message in KeyLanguage(wishes).quieting(setup.port, isFull: false) { muting += message }
      case .uBloxLegacy:
        let language = LegacyLanguage(wishes, port: setup.port, baudRate: baudRate)
        for message in language.quieting(setup.port, isFull: false) { muting += message }
      default:
        for command in SentenceDialect.sentences(wishes, dialect, setup.port)
        where command.wishes.contains(where: { !wishes[$0].flag }) { muting += command.sentence }
      }
    }
    self.muting = muting
  }

  /// Those first that are the likeliest on the slowest lines.
  private static var dialects: [CommandDialect] {
    [.pmtk, .pcas, .pstm, .pair, .uBloxKeys, .uBloxLegacy, .pubx]
  }
}
