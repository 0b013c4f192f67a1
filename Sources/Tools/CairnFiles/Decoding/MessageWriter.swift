package import CairnReceiver
import CairnTypes

/// Writes a recording in one output format.
package protocol MessageWriter {
  /// Whether the writer shows every solution of an instant that has several.
  static var showsRepeatedInstants: Bool { get }
  /// Shows a message, before the events that it completes.
  mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo)
  /// Shows the events that the message completed, in order.
  mutating func show(_ events: [ReceiverEvent])
  /// Ends the output after the end of the recording.
  mutating func finish(_ summary: DecodeSummary)
}

extension MessageWriter {
  package static var showsRepeatedInstants: Bool { false }
}

/// Shows each frame and then the events that it completes.
package struct DecodeSink<Writer: MessageWriter>: FrameSink {
  package var writer: Writer
  /// Whether a message with a right checksum has been received.
  package private(set) var isChecked = false
  private var decoder: ReceiverDecoder

  package init(_ writer: Writer, dates: DateResolver) {
    self.writer = writer
    decoder = ReceiverDecoder(dates: dates, repeatsInstants: Writer.showsRepeatedInstants)
  }

  package mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    if info.isChecked { isChecked = true }
    writer.show(frame, info)
    decoder.receive(frame, info)
    passOn()
  }

  package mutating func finish(_ summary: DecodeSummary) {
    decoder.finish()
    passOn()
    writer.finish(summary)
  }

  private mutating func passOn() {
    let events = decoder.takeEvents()
    if !events.isEmpty { writer.show(events) }
  }
}
