import CairnLinux
import CairnMQTT
import CairnTypes
import CairnWatch

extension SpoolFailure {
  /// What is wrong, for people.
  var line: String {
    switch cause {
    case .system(let code): "\(errnoName(code)) (\(errnoText(code)))"
    case .tooLong: "a record is too long"
    case .full: "there is no room"
    case .damaged: "what was written is not what is read"
    case .foreign: "this file holds something else, and is left alone"
    }
  }
}

extension LocationError {
  /// What is wrong, for people.
  var line: String {
    var text = code.explanation
    if let provider { text += " (\(provider))" }
    if let reason { text += ": " + ForeignText.visible(reason) }
    if let cause { text += ": \(cause.explanation)" }
    return text
  }
}

extension DeviceHealth.Receiver {
  init(_ receiver: WatchedReceiver) {
    self.init(
      path: receiver.path.isEmpty ? nil : receiver.path, model: receiver.model,
      firmware: receiver.firmware, antenna: receiver.antenna, jamming: receiver.jamming,
      spoofing: receiver.spoofing, losses: receiver.losses)
  }
}
