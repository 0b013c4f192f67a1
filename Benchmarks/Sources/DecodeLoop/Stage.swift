import CairnNMEA
import CairnReceiver
import CairnTypes
import CairnUBX

/// The counts of one pass over the bytes.
struct Tally {
  var messages = 0
  var decoded = 0
  /// Sum of decoded values, so that the compiler cannot omit the decoding.
  var sum = 0.0
  var isComplete = true
}

/// How much of the decoding is done.
enum Stage: String, CaseIterable {
  /// Finds every frame and verifies its checksum.
  case frame
  /// Like `frame`, with the bytes in pieces of `count`.
  case cut
  /// Also decodes every field of every sentence.
  case nmea
  /// Decodes every field of GGA, RMC and GSA; other sentences are only checked.
  case subset
  /// Like `nmea`, with the bytes in pieces of 64.
  case pieces
  /// Also decodes every field of every NAV-PVT.
  case pvt
  /// Runs epochs of equal length through the whole pipeline.
  case pipeline

  init?(name: String) { self.init(rawValue: name) }
  static var names: String { allCases.map { $0.rawValue }.joined(separator: "|") }

  func run(_ bytes: Span<UInt8>, count: Int) -> Tally {
    switch self {
    case .frame: frames(bytes, FrameCounter())
    case .cut: frames(bytes, FrameCounter(), in: max(1, count))
    case .nmea: frames(bytes, SentenceReader())
    case .subset: frames(bytes, SentenceReader(), wanted: SentenceSelection("GGA", "RMC", "GSA"))
    case .pieces: frames(bytes, SentenceReader(), in: 64)
    case .pvt: frames(bytes, PositionReader())
    case .pipeline: pipeline(bytes, count)
    }
  }

  private func frames(
    _ bytes: Span<UInt8>, _ sink: some TallyingSink, wanted: SentenceSelection = .all,
    in length: Int = .max
  ) -> Tally {
    var sink = sink
    var framer = Framer(wantedSentences: wanted)
    var rest = bytes
    while !rest.isEmpty {
      let piece = rest.extracting(first: length)
      framer.receive(piece, into: &sink)
      rest = rest.extracting(droppingFirst: piece.count)
    }
    framer.abandonIncomplete(into: &sink)
    sink.tally.messages = framer.nmea.frames + framer.ubx.frames + framer.rtcm3.frames
    return sink.tally
  }

  private func pipeline(_ bytes: Span<UInt8>, _ epochs: Int) -> Tally {
    let length = bytes.count / max(1, epochs)
    var tally = Tally()
    var stream = ReceiverStream()
    var events = ReceiverEvents()
    for epoch in 0..<epochs {
      let piece = bytes.extracting(epoch * length..<(epoch + 1) * length)
      stream.receive(piece, at: MonotonicTime(nanoseconds: Int64(epoch) * 100_000_000))
      stream.takeEvents(into: &events)
      events.forEach { _ in
        tally.decoded += 1
      } satellites: { _ in
      }
    }
    tally.messages = epochs
    // The last epoch waits for a silence that never comes; the receiver learns from the first ones.
    tally.isComplete = tally.decoded >= epochs - 2
    return tally
  }
}

private protocol TallyingSink: FrameSink {
  var tally: Tally { get set }
}

private struct FrameCounter: TallyingSink {
  var tally = Tally()
  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {}
}

private struct SentenceReader: TallyingSink {
  var tally = Tally()

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    guard let report = try? NMEAReport.decode(frame) else { return }
    switch report {
    case .gga(let s): tally.sum += s.latitude ?? 0
    case .rmc(let s): tally.sum += s.longitude ?? 0
    case .gns(let s): tally.sum += s.altitude ?? 0
    case .gll(let s): tally.sum += s.latitude ?? 0
    case .vtg(let s): tally.sum += s.speedKnots ?? 0
    case .gsa(let s): tally.sum += s.pdop ?? 0
    case .gsv(let s): tally.sum += Double(s.satellitesInView ?? 0)
    case .gst(let s): tally.sum += s.latitudeDeviation ?? 0
    case .zda(let s): tally.sum += Double(s.day ?? 0)
    default: return
    }
    tally.decoded += 1
  }
}

private struct PositionReader: TallyingSink {
  var tally = Tally()
  var position = NavPVT()

  mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) {
    guard UBXFrame.messageID(of: frame) == NavPVT.id else { return }
    do throws(UBXError) {
      try position.update(from: UBXFrame.payload(of: frame))
    } catch {
      return
    }
    tally.sum += position.latitude
    tally.decoded += 1
  }
}
