package import CairnReceiver

/// The message counts of a recording.
package struct DecodeSummary {
  /// Bytes per message above which messages count as chance; noise forms one in 10,000 or more.
  private static let leastDensity = 1000

  package let nmea: FrameCounts
  package let ubx: FrameCounts
  package let rtcm3: FrameCounts
  package let casic: FrameCounts
  package let bytesReceived: Int
  package let bytesSkipped: Int

  package init(_ framer: borrowing Framer) {
    nmea = framer.nmea
    ubx = framer.ubx
    rtcm3 = framer.rtcm3
    casic = framer.casic
    bytesReceived = framer.bytesReceived
    bytesSkipped = framer.bytesSkipped
  }

  /// Returns why bytes without a message of verified checksum are not a recording.
  ///
  /// Messages without a checksum and damaged ones count as messages, unless the bytes are
  /// proven to be something else or these messages are so rare that chance explains them.
  ///
  /// - Parameters:
  ///   - file: the path of the input; `-` for standard input.
  ///   - content: what the bytes look like; `nil` if there are too few to tell.
  /// - Returns: a one-line message that says what to do; `nil` for a recording or for no bytes.
  package func objection(to file: String, _ content: HeardContent?) -> CommandFailure? {
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
