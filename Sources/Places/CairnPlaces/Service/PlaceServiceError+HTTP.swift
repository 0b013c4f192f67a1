internal import CairnData

extension HTTPOutcome {
  /// Returns the answer of a server.
  ///
  /// - Throws: why there is none.
  func reply() throws(PlaceServiceError) -> HTTPReply {
    switch self {
    case .answered(let reply): return reply
    case .tooLarge(let reason): throw .badAnswer("it \(reason)")
    case .cancelled: throw .cancelled
    case .noLibrary(let reason): throw .noLibrary(reason)
    case .failed(let reason, _): throw .unreachable(reason)
    }
  }
}

extension HTTPReply {
  /// Returns the body of an answer.
  ///
  /// - Throws: the error that the status stands for.
  func answer() throws(PlaceServiceError) -> [UInt8] {
    switch status {
    case 200: return body
    case 429: throw .rateLimited(retry: retry ?? ServicePace.pause)
    case 503 where retry != nil: throw .rateLimited(retry: retry ?? ServicePace.pause)
    case 408, 425, 500...599: throw .unreachable("it answers with status \(status)")
    default: throw .refused(status: status)
    }
  }
}
