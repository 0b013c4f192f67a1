import CairnRadio
import CairnTypes

extension Target {
  /// What a modem answers, for each language: the first byte chooses it, the others come in pieces.
  static let modem = Target("Modem", maximumLength: 2048, seeds: { modemSeeds }) { bytes in
    let dialects = ModemDialect.all + [.standard]
    let choice = Int(bytes.first ?? 0)
    let dialect = dialects[choice % dialects.count]
    answer(ModemIdentification(), bytes.dropFirst())
    answer(CellInquiry(dialect), bytes.dropFirst())
    answer(ReceiverInquiry(dialect, isOn: choice & 1 == 0), bytes.dropFirst())
    answer(ObstacleInquiry(), bytes.dropFirst())
  }

  private static let modemSeeds: [(name: String, bytes: [UInt8])] = [
    (
      "quectel",
      [0]
        + Array(
          """
          \r\nOK\r\n\r\n+QENG: "servingcell","NOCONN","LTE","FDD",228,01,1E24F03,266,1850,3,5,5,32C8,-95\r
          \r\nOK\r\n\r\n+CPIN: READY\r\n\r\nOK\r\n\r\n+CFUN: 1\r\n\r\nOK\r\n+QGPS: 0\r\nOK\r\n
          """.utf8)
    ),
    (
      "simcom",
      [1] + Array("+CPSI: LTE,Online,228-01,0x32C8,31608579,14,B3,1850,5,5,-94,-850\r\nOK\r\n".utf8)
    ),
    (
      "telit",
      [2]
        + Array(
          "#RFSTS: \"228 01\",1,-94,-62,-10,32C8,FF,,1,2,3,1E24F03,\"228011234567\"\r\nOK\r\n".utf8)
    ),
    ("u-blox", [3] + Array("+UCELLINFO: 1,2,310,410,7f05,57b14e2,395\r\nOK\r\n".utf8)),
    (
      "standard",
      [4]
        + Array(
          "OK\r\n+COPS: 0,2,\"22801\",7\r\nOK\r\nOK\r\n+CEREG: 2,1,\"32C8\",\"1E24F03\",7\r\nOK\r\n+CME ERROR: 10\r\n"
            .utf8)
    ),
  ]

  /// Runs an inquiry, whose every question is answered with what comes next. It must end.
  private static func answer<Inquiry: ModemInquiry>(_ inquiry: Inquiry, _ bytes: ArraySlice<UInt8>)
  {
    var (inquiry, rest, now) = (inquiry, bytes, MonotonicTime(nanoseconds: 1_000_000_000))
    var session = ATSession()
    var response: ATResponse?
    for _ in 0..<64 {
      guard case .ask(let command) = inquiry.next(after: response, at: now) else { return }
      var events: [ATSession.Event] = []
      require(session.ask(command, at: now, &events), "a session that is idle takes a command")
      response = nil
      while response == nil {
        if let next = rest.popFirst() {
          session.receive([next].span, at: now, &events)
        } else if let deadline = session.nextDeadline {
          now = deadline
          session.fire(at: now, &events)
        }
        for case .answered(let answer) in events { response = answer }
        events = []
      }
    }
    require(false, "an inquiry ends")
  }
}
