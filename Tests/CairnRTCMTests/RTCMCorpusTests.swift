import CairnTestSupport
import CairnRTCM
import CairnTypes
import Foundation
import Testing

@Suite(
  "RTCM captures",
  .enabled(if: Corpus.isExpected, "needs the captures in ../shared or CAIRN_SHARED"))
struct RTCMCorpusTests {
  @Test func `every frame of every capture has the number the independent decoder gives`()
    async throws
  {
    var frames = 0
    for capture in try Corpus.recordings() {
      let bytes = try capture.bytes()
      for record in try await capture.records(of: "RTCM3") {
        let offset = try #require(record["off"] as? Int)
        let length = try #require(record["len"] as? Int)
        let frame = try RTCMFrame(bytes.span.extracting(offset...))
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
