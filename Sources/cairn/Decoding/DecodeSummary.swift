import CairnReceiver
import CommandSupport

/// What was found in a recording.
struct DecodeSummary {
  /// Bytes from one message to the next, at most: chance makes one of noise every ten thousand or more.
  private static let leastDensity = 1000

  let nmea: FrameCounts
  let ubx: FrameCounts
  let rtcm3: FrameCounts
  let casic: FrameCounts
  let bytesReceived: Int
  let bytesSkipped: Int

  init(_ framer: borrowing Framer) {
    nmea = framer.nmea
    ubx = framer.ubx
    rtcm3 = framer.rtcm3
    casic = framer.casic
    bytesReceived = framer.bytesReceived
    bytesSkipped = framer.bytesSkipped
  }

  /// Why bytes without a checked message are no recording.
  ///
  /// What has no checksum, and what is damaged, is a message unless something else is proven, or so little is of that
  /// kind that chance has made it.
  ///
  /// - Parameters:
  ///   - file: the path of what was read; `-` for standard input.
  ///   - content: what the bytes look like; `nil` where they are too few to tell.
  /// - Returns: one line that says what to do; `nil` for a recording, and for no bytes.
  func objection(to file: String, _ content: HeardContent?) -> CommandFailure? {
    guard bytesReceived > 0 else { return nil }
    let messages = nmea.frames + nmea.checksumFailures + ubx.checksumFailures
    guard let content else {
      guard messages == 0 else { return nil }
      return CommandFailure(
        message:
          "\(file) has no message in it; its \(bytesReceived) bytes are too few to tell what it is")
    }
    guard content.isProven || messages <= bytesReceived / Self.leastDensity else { return nil }
    return CommandFailure(
      message: "\(file) \(content.explanation(of: file == "-" ? nil : file))")
  }
}
