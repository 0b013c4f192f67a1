internal import CairnUBX

/// A line so slow that what a receiver says before it is configured fills it, or nearly: every answer
/// is behind seconds of reports.
struct CrowdedLine: Sendable {
  /// Baud up to which sentences of four systems may fill a line.
  static let baudRate: UInt32 = 19_200

  /// Commands that end unwanted reports, in each dialect that the receiver may have; it ignores the
  /// others. The configuration repeats them once the dialect is known.
  private let muting: [(dialect: CommandDialect, bytes: [UInt8])]
  /// The sentences that it ends.
  private let muted: [SentenceDialect.Row]

  /// Nothing for a line that is fast enough.
  ///
  /// - Parameters:
  ///   - demand: what is wanted.
  ///   - setup: how the receiver shall work.
  ///   - baudRate: of the line; `nil` where it has no speed.
  init?(_ demand: ReportDemand, _ setup: ReceiverSetup, baudRate: UInt32?) {
    guard let baudRate, baudRate <= Self.baudRate, setup.permission != .never else { return nil }
    var muting: [(dialect: CommandDialect, bytes: [UInt8])] = []
    var muted: [SentenceDialect.Row] = []
    for dialect in Self.dialects {
      let plan = BandwidthPlan(
        demand, identity: ReceiverIdentity(dialect: dialect), setup: setup, baudRate: baudRate)
      let wishes = plan.wishes.filter { !$0.deafens(setup.port, speaking: dialect) }
      var bytes: [UInt8] = []
      let course = ConfigurationCourse(wishes, dialect, setup.port, [], baudRate)
      if dialect.isUBX {
        bytes = course.muting(baudRate: baudRate)
      } else {
        for command in course.commands where command.wishes.contains(where: { !wishes[$0].flag }) {
          bytes += command.sentence
        }
        muted = wishes.filter { !$0.flag }.compactMap { SentenceDialect.row($0.key, setup.port) }
      }
      muting.append((dialect, bytes))
    }
    self.muting = muting
    self.muted = muted
  }

  /// Those first that are the likeliest on the slowest lines.
  private static var dialects: [CommandDialect] {
    [.pmtk, .pcas, .pstm, .pair, .uBloxKeys, .uBloxLegacy, .pubx]
  }

  /// Those that are muted by one command: its loss is that of all.
  static let mutedAtOnce: [CommandDialect] = [.pstm, .uBloxKeys, .pcas]

  /// Returns the commands for receivers of `dialects`; for `nil`, those of all dialects, and twice
  /// those of `mutedAtOnce`.
  func muting(_ dialects: [CommandDialect]? = nil) -> [UInt8] {
    guard let dialects else { return muting.flatMap { $0.bytes } + muting(Self.mutedAtOnce) }
    return muting.flatMap { dialects.contains($0.dialect) ? $0.bytes : [] }
  }

  /// Whether a sentence comes that is muted.
  func isMuted(_ sentence: Span<UInt8>) -> Bool {
    let fields = SentenceFields(sentence)
    return muted.contains { fields.isReport($0.name) }
  }
}
