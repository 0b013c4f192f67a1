internal import CairnTypes

extension LocationError {
  static let blank = LocationError(.locationUnknown)

  /// Visits an error. A code that this version does not know counts as `locationUnknown`, with the
  /// severity and the reason that were sent.
  mutating func wire(_ f: inout some RecordVisitor) {
    f.code(&code, unknown: .locationUnknown)
    f.code(&severity, unknown: .transient)
    wireCause(&f)
    var name = provider ?? ""
    f.provider(&name)
    provider = name == "" ? nil : name
    f.text(&reason, octets: WireLimits.text)
    var hasBest = bestSoFar != nil
    f.flag(&hasBest)
    f.reserved(7)
    var best = bestSoFar ?? .blank
    best.wire(&f)
    bestSoFar = hasBest ? best : nil
  }

  /// Visits the failed system call; the operation 255 stands for none.
  private mutating func wireCause(_ f: inout some RecordVisitor) {
    var operation = cause?.operation.rawValue ?? 255
    var (code, path) = (cause?.code ?? 0, cause?.path ?? "")
    f.integer(&operation)
    f.reserved(1)
    f.integer(&code)
    f.text(&path, octets: WireLimits.text)
    guard operation != 255 else {
      cause = nil
      return
    }
    cause = DeviceError(
      DeviceError.Operation(rawValue: operation) ?? .open, path: path, code: code)
  }
}
