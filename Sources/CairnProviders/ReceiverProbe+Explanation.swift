internal import CairnReceiver

extension ReceiverProbe.Outcome {
  /// What talks at the port instead of a receiver, and what to do.
  ///
  /// - Parameters:
  ///   - content: what the bytes look like since the speed was set last; `nil` where they are too few to tell.
  ///   - isServer: whether they came from a server, which has no wires and no speed.
  /// - Returns: one line for a person; `nil` for a receiver, and where nothing talks.
  func explanation(of content: HeardContent?, isServer: Bool) -> String? {
    switch self {
    case .found, .silent: return nil
    case .foreign(let speech, let baudRate):
      return HeardContent.speech(speech).explanation
        + (baudRate.map { " (heard at \($0) baud)" } ?? "")
    case .garbage(let ratesTried, _):
      if isServer { return (content ?? .noise).explanationOfServer }
      // What is read at a wrong speed is none of these.
      if let content, content.isProven || content == .text { return content.explanation }
      return
        "looks like noise, without a message at \(ratesTried == 1 ? "its speed" : "any of \(ratesTried) speeds"); "
        + "check the wiring and the voltage, or name the speed"
    }
  }
}
