import CairnFiles
import CairnWatch
import CommandSupport

extension MonitorPicture {
  /// Draws a row for each client of the daemon, the dearest first.
  mutating func drawClients(_ area: Area) {
    let count = state.clients?.all.count ?? 0
    frame(area, title: "clients", note: count == 0 ? "" : "\(count)")
    drawLines(clientLines(width: area.inside.width), in: area)
  }

  /// The table of clients; in a narrow window, columns that need most room and say least are left out.
  func clientLines(width: Int) -> [(String, Style)] {
    guard let clients = state.clients else { return [("no daemon", .dim)] }
    var rows = [WatchedClient.headings] + clients.all.map(\.columns)
    rows = rows.map { $0.map(clean) }
    var kept = Array(WatchedClient.headings.indices)
    // First the unit, then the protocol, then the user.
    for column in [1, 3, 2] where Self.width(of: rows, kept) > width {
      kept.removeAll { $0 == column }
    }
    let widths = kept.map { column in
      rows.map { min($0[column].count, Self.widest) }.max() ?? 0
    }
    var lines = rows.enumerated().map { index, row in
      let cells = zip(kept, widths).map { column, room in
        let text =
          row[column].count > room ? String(row[column].prefix(room - 1)) + "~" : row[column]
        return column >= WatchedClient.headings.count - 2 ? right(text, room) : left(text, room)
      }
      return (cells.joined(separator: "  "), index == 0 ? Style.dim : Style.plain)
    }
    if clients.all.isEmpty { lines = [("no clients", .dim)] }
    if let hidden = clients.hiddenWords {
      lines += hidden.wrapped(to: width).map { ($0, .dim) }
    }
    return lines
  }

  /// Columns of the longest text of a cell.
  private static let widest = 32

  private static func width(of rows: [[String]], _ kept: [Int]) -> Int {
    kept.reduce(2 * (kept.count - 1)) { sum, column in
      sum + (rows.map { min($0[column].count, widest) }.max() ?? 0)
    }
  }
}
