import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM messages")
struct RTCMMessageTests {
  @Test(arguments: Sample.all)
  func `a received payload is encoded as it was`(sample: Sample) throws {
    var expected = sample.payload
    // The sender of 1046 sets a bit that the standard reserves; it is written as zero.
    if sample.number == 1046 { expected[62] &= 0xFC }
    let encoded = try sample.recode(sample.payload)
    #expect(encoded == Array(expected.prefix(encoded.count)))
    #expect(expected.dropFirst(encoded.count).allSatisfy { $0 == 0 })
  }

  @Test(arguments: Sample.all.filter { $0.number != 4072 })
  func `a payload cut short at any length is told with field and place`(sample: Sample) throws {
    let needed = try sample.recode(sample.payload).count
    for length in 0..<needed {
      let payload = Array(sample.payload.prefix(length))
      do {
        _ = try sample.recode(payload)
        Issue.record("\(length) bytes decode")
      } catch .truncated(let number, let field, let bit) {
        #expect(number?.rawValue == (length < 2 ? nil : sample.number))
        #expect(bit <= 8 * length && bit + width(of: field) > 8 * length)
      }
    }
  }

  @Test(arguments: Sample.all)
  func `bits behind the last field are ignored`(sample: Sample) throws {
    guard sample.number != 4072 else { return }
    let encoded = try sample.recode(sample.payload)
    #expect(try sample.recode(encoded + [0xFF, 0x00]) == encoded)
  }

  @Test(arguments: Sample.all)
  func `another message's payload is refused`(sample: Sample) {
    var payload = sample.payload
    payload[0] = 0xFF
    payload[1] |= 0xF0
    #expect(throws: RTCMError.unknownMessage(MessageNumber(rawValue: 4095))) {
      try sample.recode(payload)
    }
  }

  @Test func `more than a frame can hold is refused`() {
    var message = ReceiverDescription()
    let long = String(repeating: "x", count: 300)
    message.antennaDescriptor = long
    message.antennaSerialNumber = long
    message.receiverType = long
    message.firmwareVersion = long
    #expect(throws: RTCMError.payloadLength(1029)) { try message.encode() }
    message.firmwareVersion = ""
    #expect(throws: Never.self) { try message.encode() }
  }
}

/// Most bits of a data field by its name; the mask of the cells has as many as there can be cells.
private func width(of name: String) -> Int {
  guard name != "DF396" else { return 64 }
  return RTCMDataField.all.lazy.filter { $0.name == name }.map { Int($0.width) }.max() ?? 0
}
