internal import CairnNMEA
internal import CairnTypes

/// One command sentence whose checksum is right.
struct SentenceCommand: Equatable, Sendable {
  /// The text up to the first comma, without `$`: `PMTK314`, `PAIR062`, `PQTMCFGUART`.
  var address: String
  /// The fields after the address.
  var fields: [String]

  /// Returns the number that follows `prefix` in the address; `nil` for any other address.
  func number(behind prefix: String) -> Int? {
    address.hasPrefix(prefix) ? Int(address.dropFirst(prefix.count)) : nil
  }

  /// Returns a field as a number; `nil` if there is no such field or it is not a number.
  func integer(_ index: Int) -> Int? {
    fields.indices.contains(index) ? Int(fields[index]) : nil
  }

  /// All fields as numbers; `nil` if any of them is not a number.
  var integers: [Int]? {
    let numbers = fields.compactMap { Int($0) }
    return numbers.count == fields.count ? numbers : nil
  }
}

/// The settings of a receiver that is configured by sentences.
struct SentenceSettings: Sendable {
  /// Line speed in baud.
  var baudRate: UInt32
  /// Line speed in baud from the next start on, if stored; `nil` for no change.
  var nextBaudRate: UInt32?
  /// Time between two epochs.
  var period: Duration
  /// Time between two epochs from the next start on, if stored; `nil` for no change.
  var nextPeriod: Duration?
  /// For each sentence, every how many epochs it is sent; 0 or absent for never.
  var rates: [SentenceFormatter: Int]
  /// The systems received.
  var systems: [SatelliteSystem]
  /// The assumed kind of motion, as numbered by the dialect.
  var navigationMode = 0
  /// Other values that a dialect keeps and returns, under its own names.
  var values: [String: String] = [:]

  /// Milliseconds between two epochs.
  var milliseconds: Int { Int(period.wholeNanoseconds / 1_000_000) }
}

/// An effect of a command beyond changing settings.
enum CommandEffect: Equatable, Sendable {
  /// Sends an acknowledgement, given without `$` and checksum, which are added: `PMTK001,314,3`.
  ///
  /// A command that changes the line speed is acknowledged at the new speed, unless its dialect
  /// uses `replyBeforeChange`.
  case reply(String)
  /// Like `reply`, but at the line speed before the command.
  case replyBeforeChange(String)
  /// Like `reply`, but after a delay.
  case replyLater(String, after: Duration)
  /// Sends the answer to a query, given like a `reply`.
  case answer(String)
  /// Stores the settings, so that they survive a loss of the supply.
  case save
  /// Stores only the line speed.
  case keepSpeed
  /// Returns to the stored settings, or to the factory's.
  case reload
  /// Deletes the stored settings; the factory's apply from the next start.
  case forget
  /// Restarts with only the knowledge that such a start has; the settings stay.
  case restart(ReceiverStart)
  /// Restarts with the stored settings.
  case reboot
  /// Puts the receiver to sleep.
  case sleep(Sleep)
  /// Starts or stops navigation; the port stays alive.
  case navigate(Bool)
}

/// How a receiver sleeps, and what it loses.
struct Sleep: Equatable, Sendable {
  /// Time until it wakes by itself; `nil` for never.
  var duration: Duration?
  /// Whether a byte from the host wakes it.
  var wakesOnReception = true
  /// Whether settings that are not stored are lost.
  var losesSettings = true
  /// Whether the line returns to its speed after a start although other settings stay.
  var losesSpeed = false
}

/// State of a receiver that a dialect can read besides the settings.
struct SentenceContext: Sendable {
  /// The settings in use when none are stored.
  var factory: SentenceSettings
  /// Whether the receiver searches for satellites or tracks them.
  var isNavigating: Bool
}

/// The commands of one vendor.
///
/// Each dialect has a file in this folder; `ReceiverTraits` says which receivers understand it.
struct SentenceDialect: Sendable {
  /// The prefix of the addresses of its commands.
  var prefix: String
  /// Changes `settings` and returns the effects to perform, in order.
  var answer:
    @Sendable (
      _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
    ) -> [CommandEffect]
  /// Returns the effects of a command that is understood but refused.
  var refuse: @Sendable (_ command: SentenceCommand) -> [CommandEffect]
  /// Returns whether a receiver whose navigation is stopped hears a command of any dialect.
  var isHeardWhileStopped:
    @Sendable (_ command: SentenceCommand, _ settings: SentenceSettings) -> Bool = { _, _ in true }
}
