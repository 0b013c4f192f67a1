import CairnNMEA
import CairnTypes

extension Target {
  /// One sentence.
  static let nmea = Target(
    "NMEA", .frames(prefix: 0), maximumLength: 512,
    seeds: { MadeFrames.nmea.enumerated().map { ("frame\($0)", $1.bytes) } }
  ) { bytes in
    let count = bytes.count
    guard count > 0 else { return }
    if case .frame(let length, let isChecked) = NMEAFrame.check(bytes.span) {
      precondition(length <= count)
      if isChecked { compareWithBareFields(Array(bytes.prefix(length))) }
    }
    if let solution = VendorSolution(bytes.span) {
      precondition(solution.latitude.map { abs($0) <= 90 } ?? true)
      precondition(solution.longitude.map { abs($0) <= 180 } ?? true)
      precondition(solution.horizontalAccuracy.map { $0 > 0 && $0.isFinite } ?? true)
    }
    guard let report = try? NMEAReport.decode(bytes.span) else { return }
    _ = report.id
    switch report {
    case .gga(let s): again(s, s.latitude, s.longitude)
    case .gns(let s): again(s, s.latitude, s.longitude)
    case .rmc(let s): again(s, s.latitude, s.longitude)
    case .gll(let s): again(s, s.latitude, s.longitude)
    case .gsa(let s):
      var satellites: [Satellite] = []
      s.appendSatellites(to: &satellites)
      again(s)
    case .gsv(let s):
      var satellites: [Satellite] = []
      s.appendSatellites(to: &satellites)
      again(s)
    case .vtg(let s): again(s)
    case .zda(let s): again(s)
    case .gst(let s): again(s)
    case .gbs(let s): again(s)
    default: break
    }
  }
}

/// Bytes after the last field must not matter, although the reader may read whole words beyond it.
private func compareWithBareFields(_ sentence: [UInt8]) {
  let end = sentence.lastIndex(of: 0x2A) ?? sentence.count
  // The rest could end like a checksum again.
  guard !sentence[..<end].contains(0x2A) else { return }
  let whole = try? NMEAReport.decode(sentence.span)
  let bare = try? NMEAReport.decode(sentence.span.extracting(0..<end))
  precondition(whole == bare)
}

private func again<S: NMEASentence>(
  _ sentence: S, _ latitude: Double? = nil, _ longitude: Double? = nil
) {
  precondition((latitude ?? 0).magnitude <= 90 && (longitude ?? 0).magnitude <= 180)
  var sink = Sink()
  sentence.print(into: &sink)
  precondition(sink.count > 0)
  let bytes = sentence.encode(talker: "GP")
  precondition(NMEAFrame.check(bytes.span) == .frame(length: bytes.count, isChecked: true))
  precondition((try? S.decode(bytes.span))?.malformedFields == 0)
}

private struct Sink: FieldSink {
  var count = 0
  mutating func field(_ name: StaticString, _ value: FieldValue) { count += 1 }
  mutating func field(named name: String, _ value: FieldValue) {}
  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) { count += 1 }
  mutating func beginGroup(_ index: Int) {}
  mutating func endGroup() {}
  mutating func reserved(_ value: FieldValue) {}
}
