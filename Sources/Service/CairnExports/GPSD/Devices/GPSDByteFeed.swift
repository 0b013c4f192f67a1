internal import CairnReceiver

/// Makes lines of a receiver's bytes, for clients that want them as the receiver sent them.
///
/// Isolation: belongs to whoever passes the bytes on.
package final class GPSDByteFeed {
  private let device: String
  private var framer = Framer()

  /// - Parameter device: path of the device.
  package init(device: String) { self.device = device }

  /// Takes the next bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes.
  ///   - wanted: the kinds of lines that any client wants.
  /// - Returns: the bytes, and the frames that they complete.
  package func receive(_ bytes: Span<UInt8>, wanted: GPSDLine.Kinds) -> [GPSDLine] {
    var collector = Collector(device: device, wanted: wanted)
    if wanted.contains(.bytes) {
      var content: [UInt8] = []
      content.reserveCapacity(bytes.count)
      for index in bytes.indices { content.append(bytes[index]) }
      collector.lines.append(GPSDLine(.bytes, of: device, content))
    }
    framer.receive(bytes, into: &collector)
    return collector.lines
  }
}

private struct Collector: FrameSink {
  let device: String
  let wanted: GPSDLine.Kinds
  var lines: [GPSDLine] = []

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    var content: [UInt8] = []
    if info.wireProtocol == .nmea {
      // A sentence of the receiver's own is why none is made of a fix.
      guard wanted.contains(.sentence) || wanted.contains(.madeSentences) else { return }
      for index in frame.indices { content.append(frame[index]) }
      lines.append(GPSDLine(.sentence, of: device, content))
    } else if wanted.contains(.hexadecimal) {
      for index in frame.indices {
        content.append(Self.digits[Int(frame[index] >> 4)])
        content.append(Self.digits[Int(frame[index] & 0xF)])
      }
      content += [0x0D, 0x0A]
      lines.append(GPSDLine(.hexadecimal, of: device, content))
    }
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
