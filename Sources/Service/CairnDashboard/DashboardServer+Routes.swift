internal import CairnHAL
internal import CairnJSON
internal import CairnLinux
internal import CairnReports
internal import CairnTypes

// What is answered to which request. Names are looked up in a table, and nothing is decoded: no path leads elsewhere.

extension DashboardServer {
  private static let assets = Dictionary(
    DashboardPage.assets.map { ("/" + $0.name, $0) }, uniquingKeysWith: { first, _ in first })

  func receive(
    _ message: Result<HTTPRequest, HTTPRequest.Refusal>, from key: Int
  ) {
    guard let connection = connections[key] else { return }
    switch message {
    case .failure(let refusal): refuse(connection, HTTPStatus(refusal))
    case .success(let request):
      switch judge(request) {
      case nil: connection.end()
      case .pass: answer(request, of: connection, key)
      case .refuse(let status): refuse(connection, status)
      case .admit(let cookie):
        statistics.answered += 1
        var answer = HTTPAnswer(.elsewhere)
        answer.fields = [("Location", "/"), ("Set-Cookie", cookie)]
        connection.answer(answer)
      }
    }
  }

  func refuse(_ connection: HTTPConnection, _ status: HTTPStatus) {
    statistics.refused += 1
    connection.answer(HTTPAnswer(status))
  }

  private func answer(
    _ request: HTTPRequest, of connection: HTTPConnection, _ key: Int
  ) {
    switch request.path {
    case "/events": stream(to: connection, request)
    case "/plan": plan(for: request, of: connection, key)
    case let path where asksFiles(path): answerFiles(request, of: connection, key)
    case let path:
      guard let asset = Self.assets[path == "/" ? "/index.html" : path]
      else { return refuse(connection, .missing) }
      statistics.answered += 1
      connection.answer(HTTPAnswer(asset.mediaType, asset.bytes, isKept: true))
    }
  }

  private func stream(to connection: HTTPConnection, _ request: HTTPRequest) {
    let isHead = request.method == .head
    // A page learns by HEAD why it gets no stream: browsers keep the status of a stream to themselves.
    guard !hub.isFull else { return refuse(connection, .busy) }
    statistics.answered += 1
    var answer = HTTPAnswer("text/event-stream", isHead ? [] : hub.greeting())
    answer.isEndless = true
    if isHead { return connection.answer(answer) }
    hub.add(connection)
    connection.stream(answer)
    hub.tellCount()
  }

  /// Asks for the plan of another accuracy: nothing changes by it.
  private func plan(
    for request: HTTPRequest, of connection: HTTPConnection, _ key: Int
  ) {
    let name = "accuracy="
    guard request.query.hasPrefix(name),
      let accuracy = DesiredAccuracy(text: String(request.query.dropFirst(name.count)))
    else { return refuse(connection, .malformed) }
    let server = Carried(self)
    planner.plan(accuracy) { server.value.answer($0, to: key) }
  }

  private func answer(_ result: Result<PowerPlan, LocationError>, to key: Int) {
    // It may have gone meanwhile.
    guard let connection = connections[key], connection.phase == .answering else { return }
    switch result {
    case .success(let plan):
      statistics.answered += 1
      var json = JSONText()
      json.report(plan)
      json.newline()
      connection.answer(HTTPAnswer("application/json", json.bytes))
    case .failure(let error):
      statistics.refused += 1
      var answer = HTTPAnswer(error.code == .denied ? .forbidden : .busy)
      answer.body = Array("\(error)\n".utf8)
      connection.answer(answer)
    }
  }
}
