internal import CairnNMEA
internal import CairnTypes

/// One command sentence with a right checksum.
struct SentenceCommand: Equatable, Sendable {
  /// Up to the first comma, without `$`: `PMTK314`, `PAIR062`, `PQTMCFGUART`.
  var address: String
  /// What is between the commas behind it.
  var fields: [String]
}

/// What a receiver that is configured by sentences works with.
struct SentenceSettings: Sendable {
  /// Baud.
  var baudRate: UInt32
  /// Between two epochs.
  var period: Duration
  /// Every how many epochs a sentence is sent; 0 or absent for never.
  var rates: [SentenceFormatter: Int]
  /// What it receives.
  var systems: [SatelliteSystem]
  /// Whatever else a dialect keeps and gives back, by its own names.
  var values: [String: String] = [:]
}

/// What a command does beside changing settings.
enum CommandEffect: Equatable, Sendable {
  /// A sentence without `$` and checksum, which are added: `PMTK001,314,3`.
  ///
  /// A command that changes the speed of the line is answered at the new one, unless its dialect
  /// says `replyBeforeChange`.
  case reply(String)
  /// As `reply`, at the speed that the line had before the command.
  case replyBeforeChange(String)
  /// Keeps the settings over a loss of the supply.
  case save
  /// Works with what was saved, or with the factory's settings.
  case reload
  /// Forgets what was saved; works with the factory's settings from the next start.
  case forget
  /// Starts again, having forgotten what `start` says.
  case restart(ReceiverStart)
  /// Sleeps.
  case sleep(Sleep)
  /// Stops or starts the search for satellites, with the port alive.
  case navigate(Bool)
}

/// How a receiver sleeps.
struct Sleep: Equatable, Sendable {
  /// Until it wakes by itself; `nil` for never.
  var duration: Duration?
  /// Whether a byte from the host wakes it.
  var wakesOnReception = true
  /// Whether what is not stored is forgotten.
  var losesSettings = true
}

/// Understands some commands of one vendor.
///
/// Returns `nil` for a command that is not its own; changes `settings` and returns what is to be done,
/// in order, for one that is. A dialect is one file in this folder; which receivers understand it
/// is said in `ReceiverTraits`.
typealias SentenceDialect =
  @Sendable (_ command: SentenceCommand, _ settings: inout SentenceSettings) -> [CommandEffect]?
