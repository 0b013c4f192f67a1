import CairnTestSupport
import CairnNMEA
import CairnTypes
import Testing

@Suite("NMEA against noise")
struct NMEAFuzzTests {
  static let seeds = [
    "$GPGGA,092725.00,4717.11399,N,00833.91590,E,1,08,1.01,499.6,M,48.0,M,,*5B\r\n",
    "$GNGNS,103600.01,5114.51176,N,00012.29380,W,AANN,07,1.18,111.5,45.6,,,V*00\r\n",
    "$GPRMC,083559.00,A,4717.11437,N,00833.91522,E,0.004,77.52,091202,,,A,V*57\r\n",
    "$GPGSA,A,3,23,29,07,08,09,18,26,28,,,,,1.94,1.18,1.54,1*0D\r\n",
    "$GPGSV,3,1,09,09,,,17,10,,,40,12,,,49,13,,,35,1*6F\r\n",
    "$GPVTG,77.52,T,,M,0.004,N,0.008,K,A*06\r\n", "$GPVTG,220.86,,2.550,4.724*34\n",
    "$GPGLL,4717.11364,N,00833.91565,E,092321.00,A,A*60\r\n",
    "$GPZDA,082710.00,16,09,2002,00,00*64\r\n", "$PUBX,00,081350.00,4717.113210,N*00\r\n",
    "$GPGST,082356.00,1.800,,,,1.700,1.300,2.200*7E\r\n",
  ].map { Array($0.utf8) }

  @Test func `no bytes make the codec trap, and positions stay on the globe`() {
    var random = SplitMix(seed: 20_260_101)
    var decoded = 0
    var outside = 0
    let marks = Array(",,,..*$!-+0099NSEWAV\r\n".utf8)
    for round in 0..<200_000 {
      var bytes = Self.seeds[round % Self.seeds.count]
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let at = Int.random(in: 0..<max(1, bytes.count), using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0 where !bytes.isEmpty: bytes.remove(at: at)
        case 1 where !bytes.isEmpty: bytes[at] = UInt8.random(in: 0...255, using: &random)
        case 2 where !bytes.isEmpty: bytes[at] = marks.randomElement(using: &random) ?? 0
        case 3: bytes.insert(marks.randomElement(using: &random) ?? 0, at: at)
        default: bytes.insert(contentsOf: [UInt8](repeating: 0x39, count: 25), at: at)
        }
      }
      if case .frame(let length, _) = NMEAFrame.check(bytes.span), length > bytes.count {
        outside += 1
      }
      guard let report = try? NMEAReport.decode(bytes.span) else { continue }
      decoded += 1
      var satellites: [Satellite] = []
      switch report {
      case .gga(let s): if !isOnGlobe(s.latitude, s.longitude) || !again(s) { outside += 1 }
      case .gns(let s): if !isOnGlobe(s.latitude, s.longitude) || !again(s) { outside += 1 }
      case .rmc(let s): if !isOnGlobe(s.latitude, s.longitude) || !again(s) { outside += 1 }
      case .gll(let s): if !isOnGlobe(s.latitude, s.longitude) || !again(s) { outside += 1 }
      case .gsa(let s):
        s.appendSatellites(to: &satellites)
        if !again(s) { outside += 1 }
      case .gsv(let s):
        s.appendSatellites(to: &satellites)
        if !again(s) { outside += 1 }
      case .vtg(let s): if !again(s) { outside += 1 }
      case .zda(let s): if !again(s) { outside += 1 }
      case .gst(let s): if !again(s) { outside += 1 }
      case .gbs(let s): if !again(s) { outside += 1 }
      case .other(let s):
        for index in 0..<4 {
          if let field = s.field(index, in: bytes.span), field.upperBound > bytes.count {
            outside += 1
          }
        }
      }
    }
    #expect(outside == 0)
    #expect(decoded > 100_000)
  }

  @Test func `no bytes make a typed sentence trap, and what it writes is read again`() {
    var random = SplitMix(seed: 20_260_102)
    var complaints: [String] = []
    var decoded = 0
    for round in 0..<60_000 {
      let example = TypedExample.all[round % TypedExample.all.count]
      var bytes = Array(example.body.utf8)
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let at = Int.random(in: 6..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0 where bytes.count > 12: bytes.remove(at: at)
        case 1: bytes[at] = UInt8.random(in: 0...127, using: &random)
        case 2: bytes.insert(Array(",,,.-+:0^DNM".utf8).randomElement(using: &random) ?? 0, at: at)
        default: bytes.insert(contentsOf: [UInt8](repeating: 0x39, count: 25), at: at)
        }
      }
      guard let first = example.rewrite(String(decoding: bytes, as: UTF8.self)) else { continue }
      decoded += 1
      let text = String(decoding: first.sentence, as: UTF8.self)
      if example.rewrite(text)?.malformed != 0 { complaints.append(text) }
    }
    #expect(decoded > 20_000)
    #expect(complaints.isEmpty, "\(complaints.prefix(3))")
  }

  private func isOnGlobe(_ latitude: Double?, _ longitude: Double?) -> Bool {
    (latitude ?? 0).magnitude <= 90 && (longitude ?? 0).magnitude <= 180
  }

  /// What was read can be printed, and written as a sentence that reads without a malformed field.
  private func again<S: NMEASentence>(_ sentence: S) -> Bool {
    var sink = FieldCollector()
    sentence.print(into: &sink)
    let bytes = sentence.encode(talker: "GP")
    guard NMEAFrame.check(bytes.span) == .frame(length: bytes.count, isChecked: true) else {
      return false
    }
    return (try? S.decode(bytes.span))?.malformedFields == 0 && !sink.fields.isEmpty
  }
}
