internal import CairnRadio

/// A way to speak to the device's modem.
///
/// Isolation: belongs to its event loop, on which all closures are called.
protocol ModemClient: AnyObject {
  /// Called when the modem tells by itself that its cell has changed, or will not tell that any more.
  var onCue: ((CellCue) -> Void)? { get set }

  /// Begins to follow the modem.
  ///
  /// - Parameter onChange: called whenever what is known of it has changed, for the first time once
  ///   anything is known.
  func start(_ onChange: @escaping (ModemPresence) -> Void)

  /// Asks for the cells that the modem hears, at least one with an identity.
  ///
  /// - Parameters:
  ///   - mayEnable: whether what others have switched off may be switched on for it.
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

  /// Takes back what was changed at the modem to ask for cells.
  ///
  /// - Parameter done: called once, in any case.
  func giveBack(_ done: @escaping () -> Void)

  /// Ends everything. What was not given back stays.
  func stop()
}

/// How the sentences of a modem's receiver are read.
enum SentenceWay {
  /// From a port of their own.
  case port
  /// Through ModemManager, which reads the port for another program.
  case manager
}

/// What a modem tells of its serving cell without being asked.
enum CellCue {
  /// It has another one, and will tell the next change as well.
  case changed
  /// Changes are not told any more.
  case ended
}

/// What is known of the modem.
enum ModemPresence {
  /// There is none that can be asked, and why. If the device's modem is left to others, it may be
  /// spoken to in another way.
  case absent(String, isFree: Bool)
  /// There is one; something may have to be changed before it knows a cell.
  case present(ModemTrouble?)

  /// Something is known that helps no other way to speak to it.
  var isFree: Bool { if case .absent(_, let isFree) = self { isFree } else { false } }
}

/// Why a modem does not do what is asked.
struct ModemTrouble: Error {
  /// What kind of trouble it is.
  enum Kind {
    /// There is no modem, or none that can do it.
    case absent
    /// This user may not.
    case permission
    /// It has nothing to tell at the moment.
    case nothing
    /// Something has to be changed first.
    case obstacle(ModemObstacle)
    /// Another program uses it.
    case busy
    /// It failed.
    case failure
  }

  let kind: Kind
  /// For a person: what is wrong, and what to do.
  let words: String

  init(_ kind: Kind, _ words: String) {
    self.kind = kind
    self.words = words
  }
}
