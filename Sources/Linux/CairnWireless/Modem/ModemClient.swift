internal import CairnRadio

/// A way to speak to the device's modem.
///
/// Isolation: belongs to its event loop, on which all closures are called.
protocol ModemClient: AnyObject {
  /// Called when the modem reports by itself that its cell has changed, or stops reporting changes.
  var onCue: ((CellCue) -> Void)? { get set }

  /// Begins to follow the modem.
  ///
  /// - Parameter onChange: called whenever its presence has changed, for the first time once that
  ///   is known.
  func start(_ onChange: @escaping (ModemPresence) -> Void)

  /// Asks for the cells that the modem hears, at least one with an identity.
  ///
  /// - Parameters:
  ///   - mayEnable: whether functions that other programs have switched off may be switched on for
  ///     it.
  ///   - reply: called once.
  func findCells(mayEnable: Bool, _ reply: @escaping (Result<[CellSighting], ModemTrouble>) -> Void)

  /// Switches the receiver within the modem.
  ///
  /// - Parameters:
  ///   - isOn: whether it should be on.
  ///   - done: called once, when it is on with the way to its sentences.
  func setReceiver(isOn: Bool, _ done: @escaping (Result<SentenceWay, ModemTrouble>) -> Void)

  /// Asks for the sentences that the receiver has sent last.
  ///
  /// - Parameter reply: called once, with `nil` if it sends none that way.
  func readSentences(_ reply: @escaping (String?) -> Void)

  /// Reverts the changes made to the modem in order to ask for cells.
  ///
  /// - Parameter done: called once, in any case.
  func giveBack(_ done: @escaping () -> Void)

  /// Ends everything. Changes that were not reverted remain.
  func stop()
}

/// How the sentences of a modem's receiver are read.
enum SentenceWay {
  /// From a port of their own.
  case port
  /// Through ModemManager, which reads the port for another program.
  case manager
}

/// Unsolicited report of a modem about its serving cell.
enum CellCue {
  /// The serving cell has changed, and the next change will be reported as well.
  case changed
  /// Changes are no longer reported.
  case ended
}

/// Presence of the modem.
enum ModemPresence {
  /// No modem can be asked, for the reason given. If the device's modem is left free, it may be
  /// reached in another way.
  case absent(String, isFree: Bool)
  /// There is one; something may have to be changed before it knows a cell.
  case present(ModemTrouble?)

  /// Whether the modem may be reached in another way.
  var isFree: Bool { if case .absent(_, let isFree) = self { isFree } else { false } }
}

/// Why a modem does not carry out a request.
struct ModemTrouble: Error {
  /// Kind of trouble.
  enum Kind {
    /// There is no modem, or none that has the function.
    case absent
    /// This user is not allowed to.
    case permission
    /// The modem has no information at the moment.
    case nothing
    /// Something has to be changed first.
    case obstacle(ModemObstacle)
    /// Another program uses it.
    case busy
    /// It failed.
    case failure
  }

  let kind: Kind
  /// Description of the trouble and its remedy, for a person.
  let words: String

  init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
