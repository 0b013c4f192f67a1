internal import CairnUBX

/// A line so slow that what a receiver says before it is configured fills it, or nearly: every answer
/// is behind seconds of reports.
enum CrowdedLine {
  /// Baud up to which sentences of four systems may fill a line.
  static let baudRate: UInt32 = 19_200

  /// What ends the reports that are not wished, in the language of each receiver that it may be; the others
  /// ignore it. It is what the configuration says again, when it is known which of them is understood.
  ///
  /// - Parameters:
  ///   - demand: what is wanted.
  ///   - setup: how the receiver shall work.
  ///   - baudRate: of the line; `nil` where it has no speed.
  /// - Returns: nothing for a line that is fast enough.
  static func muting(
    _ demand: ReportDemand, _ setup: ReceiverSetup, baudRate: UInt32?
  ) -> [UInt8] {
    guard let baudRate, baudRate <= Self.baudRate, setup.permission != .never else { return [] }
    var bytes: [UInt8] = []
    for dialect in dialects {
      let plan = BandwidthPlan(
        demand, identity: ReceiverIdentity(dialect: dialect), setup: setup, baudRate: baudRate)
      let wishes = plan.wishes.filter { !$0.deafens(setup.port, speaking: dialect) }
      switch dialect {
      case .uBloxKeys:
        for message in KeyLanguage(wishes).quieting(setup.port) { bytes += message }
      case .uBloxLegacy:
        let language = LegacyLanguage(wishes, port: setup.port, baudRate: baudRate)
        for message in language.quieting(setup.port) { bytes += message }
      default:
        for command in SentenceDialect.sentences(wishes, dialect, setup.port)
        where command.wishes.contains(where: { !wishes[$0].flag }) { bytes += command.sentence }
      }
    }
    return bytes
  }

  /// Those first that are the likeliest on the slowest lines.
  private static var dialects: [CommandDialect] {
    [.pmtk, .pcas, .pstm, .pair, .uBloxKeys, .uBloxLegacy, .pubx]
  }
}
