internal import CairnLinux
public import CairnTypes

extension LocationError: CustomStringConvertible {
  /// Description of the error, with the provider and the remedy, in one line.
  public var description: String {
    var text = code.explanation
    if let provider { text += " (\(provider))" }
    if let reason { text += ": " + ForeignText.visible(reason) }
    if let cause { text += ": \(cause.explanation)" }
    return text
  }
}

extension LocationError.Code {
  /// Lets `catch LocationError.Code.denied` work where errors of several types are caught; where
  /// only a `LocationError` can be thrown, write `catch where error.code == .denied`.
  public static func ~= (code: Self, error: any Error) -> Bool {
    (error as? LocationError)?.code == code
  }
}
