import CairnRTCM
import CairnTypes
import Foundation
import Testing

@Suite("RTCM captures", .enabled(if: Corpus.isRequired, "no captures on this machine"))
struct RTCMCorpusTests {
  @Test func `every frame of every capture has the number the independent decoder gives`() throws {
    var frames = 0
    try Corpus.forEachCapture(protocol: "RTCM3") { capture in
      for record in capture.records {
        let offset = try #require(record["off"] as? Int)
        let length = try #require(record["len"] as? Int)
        let frame = try RTCMFrame(capture.bytes.span.extracting(offset...))
        #expect(frame.length == length, "\(capture.name) @\(offset)")
        // Some identities carry a subtype behind the number: 4072.0, 4076_201.
        let identity = (record["id"] as? String ?? "").prefix { $0.isNumber }
        #expect(frame.messageNumber?.description == String(identity))
        frames += 1
      }
    }
    #expect(frames > 800)
  }
}
