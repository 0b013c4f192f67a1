import Cairn
import CairnFiles
import CairnTypes
import CairnWatch
import CommandSupport

extension MonitoredClients {
  /// Why some are hidden; `nil` if none is.
  var hiddenWords: String? {
    guard hidden > 0 else { return nil }
    let others = hidden == 1 ? "1 client of another user" : "\(hidden) clients of other users"
    return "and \(others): root and the group of cairnd see all"
  }
}

extension Duration {
  fileprivate var isWhole: Bool { components.attoseconds == 0 }
}

/// Joins the messages about the clients of one moment.
struct ClientGatherer {
  private var part = MonitoredClients()

  /// - Returns: the clients of a moment with whose last message this is.
  mutating func take(_ message: WatchedClients) -> MonitoredClients? {
    // A message may have been left out: the next moment begins with the first one again.
    if message.offset == 0 { part = MonitoredClients() }
    guard part.all.count == message.offset else { return nil }
    part.all += message.clients
    part.hidden = Int(message.hidden)
    return part.all.count >= message.total ? part : nil
  }
}

extension WatchedClient {
  /// The program's name without its folder, or the protocol of clients that are not known.
  var title: String {
    let name = program.map { path in path.split(separator: "/").last.map { String($0) } ?? path }
    let known =
      name ?? (protocols.contains(.cairn) ? "a program" : protocolNames.joined(separator: ", "))
    return connections > 1 ? "\(known) x\(connections)" : known
  }

  /// The name of its user, else its number.
  var userText: String? { userName ?? user.map { "\($0)" } }

  /// Such as `10 m every 1 s, heading`.
  var wants: String {
    switch right {
    case .refused: return "refused by the policy"
    case .undecided: return "waits for the policy"
    case .granted: break
    }
    var words = serviceNames.filter { $0 != "standard" }
    if let accuracy {
      let every = interval.map {
        " every \($0.inSeconds.text(places: $0.isWhole ? 0 : 1)) s"
      }
      words.insert(AccuracyArgument(accuracy).text + (every ?? ""), at: 0)
    } else if services.contains(.standard) {
      words.insert("what others pay for", at: 0)
    }
    return words.isEmpty ? "nothing" : words.joined(separator: ", ")
  }

  /// The columns of a table.
  var columns: [String] {
    [
      title, unit ?? "-", userText ?? "-", (protocolNames + addressNames).joined(separator: "/"),
      wants,
      power.map { $0.text(places: $0 < 10 ? 2 : 1) } ?? "?",
      energy.map { $0.joules.text(places: $0.joules < 10 ? 3 : 1) } ?? "?",
    ]
  }

  static let headings = ["PROGRAM", "UNIT", "USER", "BY", "WANTS", "mW", "J"]
}
