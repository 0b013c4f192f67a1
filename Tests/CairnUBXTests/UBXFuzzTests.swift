import CairnTypes
import CairnUBX
import Testing

@Suite("UBX robustness")
struct UBXFuzzTests {
  /// 200,000 frames: bytes, length, class and number changed at random, half with a right checksum.
  @Test(arguments: UInt64(1)...8)
  func `no mutated frame traps, and what decodes survives encoding`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var decoded = 0
    for _ in 0..<25_000 {
      let frame = mutated(&random)
      _ = UBXFrame.check(frame.span)
      var sink = FlatSink()
      guard let report = try? UBXReport.decode(frame.span) else {
        #expect(throws: UBXError.self) {
          try UBXReport.printFields(of: frame.span, into: &sink)
        }
        continue
      }
      switch report {
      case .other, .poll: continue
      case .navPVT(let message): try expectStable(message)
      case .navSat(let message): try expectStable(message)
      case .navSol(let message): try expectStable(message)
      case .navStatus(let message): try expectStable(message)
      case .navSVInfo(let message): try expectStable(message)
      case .monVer(let message): try expectStable(message)
      case .navTimeUTC(let message): _ = message.utc
      default: break
      }
      if case .navPVT(let message) = report { _ = (message.utc, message.fixQuality) }
      if case .navSat(let message) = report {
        for satellite in message.satellites { _ = Satellite(satellite) }
      }
      try UBXReport.printFields(of: frame.span, into: &sink)
      decoded += 1
    }
    #expect(decoded > 5_000)
  }

  private func expectStable<M: UBXMessage & Equatable>(_ message: M) throws {
    let again = try M.decode(message.encodePayload().span)
    if again != message { Issue.record("\(M.id) changed: \(message) \(again)") }
  }

  private func mutated(_ random: inout SplitMix) -> [UInt8] {
    var frame = Samples.all[Int.random(in: 0..<Samples.all.count, using: &random)]
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let index = Int.random(in: 2..<frame.count, using: &random)
      switch Int.random(in: 0..<20, using: &random) {
      case 0: frame.removeLast(min(frame.count - 8, Int.random(in: 0...40, using: &random)))
      case 1: frame.append(UInt8.random(in: 0...255, using: &random))
      case 2: frame[2] = UInt8.random(in: 0...255, using: &random)
      case 3: frame[4] = UInt8.random(in: 0...255, using: &random)
      default:
        let place = max(6, index)
        if place < frame.count { frame[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    guard Bool.random(using: &random) else { return frame }
    let id = MessageID(MessageClass(rawValue: frame[2]), frame[3])
    return UBXFrame.encode(id, frame.span.extracting(6..<(frame.count - 2)))
  }
}
