import CairnReceiver
import CairnTypes

/// One way to show a recording.
protocol MessageWriter {
  /// Whether it shows each solution of an instant that has several.
  static var showsRepeatedInstants: Bool { get }
  /// A message, before what it completes.
  mutating func show(_ frame: Span<UInt8>, _ info: FrameInfo)
  /// What the message has completed, in its order.
  mutating func show(_ events: [ReceiverEvent])
  /// The recording has ended.
  mutating func finish(_ summary: DecodeSummary)
}

extension MessageWriter {
  static var showsRepeatedInstants: Bool { false }
}

/// Shows every frame and then what it completes.
struct DecodeSink<Writer: MessageWriter>: FrameSink {
  var writer: Writer
  /// Whether a message with a right checksum has come.
  private(set) var isChecked = false
  private var decoder: ReceiverDecoder

  init(_ writer: Writer, dates: DateResolver) {
    self.writer = writer
    decoder = ReceiverDecoder(dates: dates, repeatsInstants: Writer.showsRepeatedInstants)
  }

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    if info.isChecked { isChecked = true }
    writer.show(frame, info)
    decoder.receive(frame, info)
    passOn()
  }

  mutating func finish(_ summary: DecodeSummary) {
    decoder.finish()
    passOn()
    writer.finish(summary)
  }

  private mutating func passOn() {
    let events = decoder.takeEvents()
    if !events.isEmpty { writer.show(events) }
  }
}
