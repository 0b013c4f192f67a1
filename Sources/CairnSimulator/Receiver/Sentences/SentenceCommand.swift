internal import CairnNMEA
internal import CairnTypes

/// One command sentence with a right checksum.
struct SentenceCommand: Equatable, Sendable {
  /// Up to the first comma, without `$`: `PMTK314`, `PAIR062`, `PQTMCFGUART`.
  var address: String
  /// What is between the commas behind it.
  var fields: [String]

  /// The number that its address ends with, behind letters; `nil` for another address.
  func number(behind prefix: String) -> Int? {
    address.hasPrefix(prefix) ? Int(address.dropFirst(prefix.count)) : nil
  }

  /// A field as a number; `nil` where there is none.
  func integer(_ index: Int) -> Int? {
    fields.indices.contains(index) ? Int(fields[index]) : nil
  }

  /// All fields as numbers; `nil` where one is not.
  var integers: [Int]? {
    let numbers = fields.compactMap { Int($0) }
    return numbers.count == fields.count ? numbers : nil
  }
}

/// What a receiver that is configured by sentences works with.
struct SentenceSettings: Sendable {
  /// Baud.
  var baudRate: UInt32
  /// Baud from the next start on, where it is stored; `nil` for the same.
  var nextBaudRate: UInt32?
  /// Between two epochs.
  var period: Duration
  /// Between two epochs from the next start on, where it is stored; `nil` for the same.
  var nextPeriod: Duration?
  /// Every how many epochs a sentence is sent; 0 or absent for never.
  var rates: [SentenceFormatter: Int]
  /// What it receives.
  var systems: [SatelliteSystem]
  /// How it shall assume that it moves, in the numbers of its dialect.
  var navigationMode = 0
  /// Whatever else a dialect keeps and gives back, by its own names.
  var values: [String: String] = [:]

  /// Milliseconds between two epochs.
  var milliseconds: Int { Int(period.wholeNanoseconds / 1_000_000) }
}

/// What a command does beside changing settings.
enum CommandEffect: Equatable, Sendable {
  /// An acknowledgement without `$` and checksum, which are added: `PMTK001,314,3`.
  ///
  /// A command that changes the speed of the line is acknowledged at the new one, unless its dialect
  /// says `replyBeforeChange`.
  case reply(String)
  /// As `reply`, at the speed that the line had before the command.
  case replyBeforeChange(String)
  /// As `reply`, some time later.
  case replyLater(String, after: Duration)
  /// As `reply`, for what was asked.
  case answer(String)
  /// Keeps the settings over a loss of the supply.
  case save
  /// Keeps the speed alone.
  case keepSpeed
  /// Works with what was saved, or with the factory's settings.
  case reload
  /// Forgets what was saved; works with the factory's settings from the next start.
  case forget
  /// Starts again, having forgotten what `start` says; the settings stay.
  case restart(ReceiverStart)
  /// Starts again with what was saved.
  case reboot
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
  /// Whether the line has the speed of a start afterwards, where the settings stay.
  var losesSpeed = false
}

/// What a dialect may look at beside the settings.
struct SentenceContext: Sendable {
  /// What the receiver works with when nothing is stored.
  var factory: SentenceSettings
  /// Whether it searches for satellites or tracks them.
  var isNavigating: Bool
}

/// Understands the commands of one vendor.
///
/// A dialect is one file in this folder; which receivers understand it is said in `ReceiverTraits`.
struct SentenceDialect: Sendable {
  /// What the addresses of its commands begin with.
  var prefix: String
  /// Changes `settings` and returns what is to be done, in order.
  var answer:
    @Sendable (
      _ command: SentenceCommand, _ settings: inout SentenceSettings, _ context: SentenceContext
    ) -> [CommandEffect]
  /// What is done about a command that is understood and not obeyed.
  var refuse: @Sendable (_ command: SentenceCommand) -> [CommandEffect]
}
