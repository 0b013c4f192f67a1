import CairnTestSupport
import CairnTypes
import CairnCatalogue
import CairnUBX
import Testing

@Suite("UBX class SEC")
struct SecurityTests {
  @Test func `SEC-UNIQID has a number of 40 bits in version 1`() throws {
    let payload = octets("01000000 0102030405")
    #expect(try SecUniqIDV1.decode(payload.span).uniqueID == 0x05_0403_0201)
    #expect(try printed(SecUniqID.id, payload)["uniqueId"] == .unsigned(0x05_0403_0201))
  }

  /// The independent decoder drops the sixth octet.
  @Test func `SEC-UNIQID has a number of 48 bits in version 2`() throws {
    let payload = octets("02000000 010203040506")
    let message = try SecUniqID.decode(payload.span)
    #expect(message.uniqueID == 0x0605_0403_0201 && message.encodePayload() == payload)
    #expect(try printed(SecUniqID.id, payload)["uniqueId"] == .unsigned(0x0605_0403_0201))
  }

  @Test func `SEC-SIG of version 1 has its states in two octets`() throws {
    let payload = octets("01000000 05000000 07000000")
    let message = try SecSigV1.decode(payload.span)
    #expect(message.jamming.isEnabled && message.jamming.state == .warning)
    #expect(message.spoofing.isEnabled && message.spoofing.state == .affirmed)
    #expect(try printed(SecSig.id, payload)["spoofingState"] == .unsigned(3))
  }

  @Test func `SEC-SIG of version 2 has both states in one octet, and frequencies`() throws {
    let payload = octets("02 2f 00 02 58081800 58081801")
    let message = try SecSig.decode(payload.span)
    #expect(message.flags.detectsJamming && message.flags.jamming == .critical)
    #expect(message.flags.detectsSpoofing && message.flags.spoofing == .indicated)
    #expect(message.frequencies[1].state.isJammed && !message.frequencies[0].state.isJammed)
    #expect(message.frequencies[0].state.centerKilohertz == 1_575_000)
    #expect(try printed(SecSig.id, payload)["centFreq_02"] == .unsigned(1_575_000))
    #expect(throws: UBXError.groupCount(SecSig.id, declared: 2, found: 1)) {
      try SecSig.decode(payload.span.extracting(first: 8))
    }
  }

  @Test func `twelve octets of SEC-SIG are version 1 or 2 as their first octet says`() throws {
    #expect(try printed(SecSig.id, octets("01000000 05000000 03000000"))["centFreq_01"] == nil)
    #expect(try printed(SecSig.id, octets("02000002 00000000 00000000"))["jammed_02"] != nil)
  }

  @Test func `SEC-OSNMA counts its satellites in a bit field`() throws {
    var message = SecOSNMA()
    message.general.nextPublicKey = 9
    message.satellites = [.init(), .init()]
    message.satellites[1].number = 36
    message.satellites[1].authentication.isAuthentic = true
    let payload = message.encodePayload()
    #expect(payload.count == 28 && payload[16] & 0x3F == 2)
    let again = try SecOSNMA.decode(payload.span)
    #expect(again.satellites == message.satellites && again.general.nextPublicKey == 9)
    #expect(throws: UBXError.groupCount(SecOSNMA.id, declared: 2, found: 1)) {
      try SecOSNMA.decode(payload.span.extracting(first: 24))
    }
  }

  @Test func `SEC-SIGN prints its hash as one number`() throws {
    var payload = octets("01000000 0107 3412")
    payload += [UInt8](1...32)
    let message = try SecSign.decode(payload.span)
    #expect(message.message == NavPVT.id && message.checksum == 0x1234)
    #expect(try printed(SecSign.id, payload)["hash"] == .wide([UInt8](1...32)))
  }
}
