extension ReceiverProbe.Outcome {
  /// Explains what sends at the port instead of a receiver, and what to do.
  ///
  /// - Parameters:
  ///   - content: the content of the bytes at the last speed; `nil` if they are too few to tell.
  ///   - isServer: whether they came from a server, which has no wires and no speed.
  /// - Returns: one line for a person; `nil` for a receiver, and if nothing is sent.
  package func explanation(of content: HeardContent?, isServer: Bool) -> String? {
    switch self {
    case .found, .silent: return nil
    case .foreign(let speech, let baudRate):
      return HeardContent.speech(speech).explanation
        + (baudRate.map { " (heard at \($0) baud)" } ?? "")
    case .garbage(let ratesTried, _):
      if isServer { return (content ?? .noise).explanationOfServer }
      // Bytes read at a wrong speed look like none of these.
      if let content, content.isProven || content == .text { return content.explanation }
      return
        "looks like noise, without a message at \(ratesTried == 1 ? "its speed" : "any of \(ratesTried) speeds"); "
        + "check the wiring and the voltage, or name the speed"
    }
  }
}
