internal import CairnReceiver

extension ReceiverProbe.Outcome {
  /// What talks at the port instead of a receiver and what to do, in words; `nil` for a receiver, and
  /// where nothing talks.
  var explanation: String? {
    switch self {
    case .found, .silent: nil
    case .foreign(let speech, let baudRate):
      HeardContent.speech(speech).explanation + (baudRate.map { " (heard at \($0) baud)" } ?? "")
    case .garbage(let ratesTried, _):
      "looks like noise, without a message at \(ratesTried == 1 ? "its speed" : "any of \(ratesTried) speeds"); "
        + "check the wiring and the voltage, or name the speed"
    }
  }
}
