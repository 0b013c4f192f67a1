import CairnExports
import CairnReceiver
import CairnTypes

/// What a client of gpsd is shown of a stream.
struct Client: FrameSink {
  private(set) var reports: [GPSDReport] = []
  private var view = GPSDView()
  private var decoder = ReceiverDecoder(
    dates: DateResolver(reference: nil), repeatsInstants: true)

  init(_ stream: [UInt8]) {
    var framer = Framer()
    framer.receive(stream.span, into: &self)
    decoder.finish()
    reports += view.receive(decoder.takeEvents())
  }

  /// Sentences without start, checksum and end.
  init(sentences: String...) {
    self.init(
      sentences.flatMap { body in
        let digits = String(body.utf8.reduce(0 as UInt8, ^), radix: 16, uppercase: true)
        return Array("$\(body)*\(digits.utf8.count < 2 ? "0" : "")\(digits)\r\n".utf8)
      })
  }

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    reports += view.receive(frame, info)
    decoder.receive(frame, info)
    reports += view.receive(decoder.takeEvents())
  }

  var positions: [GPSDPosition] {
    reports.compactMap { if case .position(let position) = $0 { position } else { nil } }
  }

  var skies: [GPSDSky] {
    reports.compactMap { if case .sky(let sky) = $0 { sky } else { nil } }
  }

  /// The positions with a time.
  var dated: [GPSDPosition] { positions.filter { $0.timestamp != nil } }
}

extension GPSDSky {
  /// The numbers of those that are used.
  var used: [UInt8?] { rows.filter { $0.satellite.isUsed }.map { $0.satellite.number } }
}
