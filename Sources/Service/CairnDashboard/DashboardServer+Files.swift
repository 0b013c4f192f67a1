internal import CairnGeocoding

// What a page asks of the user's files. Nothing of it is read on the event loop, which fixes wait for.

extension DashboardServer {
  /// Whether a path belongs to these.
  func asksFiles(_ path: String) -> Bool {
    ["/map", "/outlines", "/address"].contains(path) || path.hasPrefix([DashboardRecording].path)
  }

  /// Answers a question about files.
  func answerFiles(_ request: HTTPRequest, of connection: HTTPConnection, _ key: Int) {
    guard let work = work(for: request.path, request.query) else {
      return refuse(connection, .missing)
    }
    switch work {
    case .failure(let refusal): refuse(connection, refusal.status)
    case .success(let work):
      let isRecording = request.path.hasPrefix([DashboardRecording].path)
      later(for: key, on: isRecording ? recordingWork : self.work, work)
    }
  }

  private typealias Work = Result<
    @Sendable (DashboardWork.Ticket) -> HTTPAnswer, RefusedQuestion
  >

  private func work(for path: String, _ query: String) -> Work? {
    switch path {
    case "/map": sources.map.map { piece(of: $0, query) }
    case "/outlines": sources.places.map { outlines(of: $0, query) }
    case "/address": sources.places.map { address(of: $0, query) }
    case let path where path.hasPrefix([DashboardRecording].path): recording(path, query)
    default: nil
    }
  }

  private func outlines(of places: DashboardPlaces, _ query: String) -> Work {
    guard let box = DashboardPlaces.Box(query) else {
      return .failure(RefusedQuestion(status: .malformed))
    }
    return .success { ticket in
      do throws(GeoPackError) {
        return HTTPAnswer(
          "application/json", try places.outlines(in: box) { ticket.isWanted })
      } catch {
        return HTTPAnswer(.failed)
      }
    }
  }

  private func address(of places: DashboardPlaces, _ query: String) -> Work {
    guard let position = DashboardPlaces.position(query) else {
      return .failure(RefusedQuestion(status: .malformed))
    }
    return .success { _ in
      do throws(GeoPackError) {
        return HTTPAnswer("application/json", try places.address(at: position))
      } catch {
        return HTTPAnswer(.failed)
      }
    }
  }

  private func recording(_ path: String, _ query: String) -> Work {
    do throws(RefusedQuestion) {
      let (recording, time) = try sources.recordings.question(path, query)
      return .success { _ in
        HTTPAnswer(
          "application/json", time.map { recording.state(at: $0) } ?? recording.tracks())
      }
    } catch {
      return .failure(error)
    }
  }

  private func piece(of map: MapFile, _ query: String) -> Work {
    guard let fields = QueryFields(query, ["from", "length"]), let from = fields.whole(0),
      let length = fields.whole(1), length > 0
    else { return .failure(RefusedQuestion(status: .malformed)) }
    // Both have 15 digits at most.
    guard length <= MapFile.longestPiece, from + length <= map.size else {
      return .failure(RefusedQuestion(status: .outOfRange))
    }
    return .success { _ in
      map.read(from..<(from + length)).map { HTTPAnswer("application/octet-stream", $0) }
        ?? HTTPAnswer(.gone)
    }
  }

  /// Does the work beside the loop, and answers if the browser still waits.
  private func later(
    for key: Int, on queue: DashboardWork,
    _ work: @escaping @Sendable (DashboardWork.Ticket) -> HTTPAnswer
  ) {
    let ticket = queue.add(work) { [self] answer in
      guard let connection = connections[key], connection.phase == .answering else { return }
      if answer.status == .found { statistics.answered += 1 } else { statistics.refused += 1 }
      connection.answer(answer)
    }
    connections[key]?.ticket = ticket
  }
}
