internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// A receiver that has crashed the program is not read again without end.

extension GNSSProvider {
  /// Notes in the state folder that a device is about to be read, except for a recording, which is
  /// read once on request.
  ///
  /// - Returns: `nil` if nothing is kept.
  /// - Throws: `deviceDistrusted` if the device has recently crashed the program too often.
  func mark(_ candidate: ReceiverCandidate) throws(LocationError) -> DecodingMark? {
    guard let stateDirectory, !candidate.address.isRecording else { return nil }
    var node: NodeIdentity?
    if case .device(let path) = candidate.address { node = NodeIdentity(path) }
    let path = DecodingMark.path(in: stateDirectory, descriptor.id.name, candidate.identity)
    do throws(DecodingMark.Distrust) {
      let mark = try DecodingMark(path, node: node, boot: access.boot(), now: loop.now())
      if let failure = mark.failure {
        set(.storage, "a crash will not be noted: \(failure.explanation)")
      }
      return mark
    } catch {
      throw LocationError(
        .deviceDistrusted,
        reason: "\(candidate.address) made it die \(DecodingMark.deaths) times within "
          + "\(DecodingMark.window.components.seconds / 60) minutes; its last bytes are in \(error.file), "
          + "which `cairn decode` reads: report them; to use the device again, "
          + (node == nil ? "" : "plug it in again or ") + "remove that file")
    }
  }
}
