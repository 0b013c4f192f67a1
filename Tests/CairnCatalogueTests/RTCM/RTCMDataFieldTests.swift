import CairnTestSupport
import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM data field")
struct RTCMDataFieldTests {
  private let signed = RTCMDataField(.rtcm, 25, .signed, width: 38, resolution: 0.0001)
  private let magnitude = RTCMDataField(.rtcm, 113, .signMagnitude, width: 5, resolution: 0x1p-30)

  @Test func `is stated once`() {
    var names: Set<String> = []
    for field in RTCMDataField.all {
      #expect(names.insert(field.name).inserted, "\(field.name)")
      #expect(field.width <= 64 && field.resolution > 0)
    }
    #expect(names.count == 258)
  }

  @Test func `has the name that the standard and other decoders use`() {
    #expect(signed.name == "DF025")
    #expect(RTCMDataField(.rtcm, 1, part: 7, .unsigned, width: 7).name == "DF001_7")
    #expect(RTCMDataField(.igs, 36, .unsigned, width: 8).name == "IDF036")
    #expect(RTCMDataField.all.contains { $0.name == "ExtSatInfo" })
  }

  @Test func `two's complement and sign with magnitude differ below zero`() {
    #expect(signed.integer(signed.bits(-1)) == -1 && signed.bits(-1) == 1 << 38 - 1)
    #expect(magnitude.bits(-1) == 0b10001 && magnitude.integer(0b10001) == -1)
    #expect(magnitude.integer(0b10000) == 0)
  }

  @Test func `numbers beyond the width are saturated`() {
    #expect(signed.integer(signed.bits(.max)) == 1 << 37 - 1)
    #expect(signed.integer(signed.bits(.min)) == -1 << 37)
    #expect(magnitude.integer(magnitude.bits(-99)) == -15)
    #expect(RTCMDataField(.rtcm, 9, .unsigned, width: 6).bits(64) == 63)
    #expect(RTCMDataField(.rtcm, 9, .unsigned, width: 6).bits(-1) == 0)
    #expect(signed.bits(nearest: .nan) == 0)
    #expect(signed.integer(signed.bits(nearest: .infinity)) == 1 << 37 - 1)
  }

  @Test func `every bit pattern comes back from what is shown`() {
    for field in RTCMDataField.all where field.width > 0 {
      var random = SplitMix(seed: UInt64(field.number))
      for attempt in 0..<40 {
        let all = UInt64.max >> UInt64(64 - field.width)
        let top = UInt64(1) << UInt64(field.width - 1)
        let bits = [0, all, top].dropFirst(attempt).first ?? random.next() & all
        #expect(field.bits(of: field.value(bits)) == bits, "\(field.name) \(bits)")
      }
    }
  }

  @Test func `what is no number has no bits`() {
    #expect(signed.bits(of: .text("1")) == nil && signed.bits(of: .absent) == nil)
    #expect(signed.bits(of: .octets([1])) == nil)
  }
}
