import CairnCatalogue
import CairnRTCM
import CairnTypes
import Testing

@Suite("RTCM stations")
struct StationTests {
  private static let example = octets("d300133ed7d30202980edeef34b4bd62ac0941986f33360b98")

  @Test func `1005 is the standard's example`() throws {
    let payload = Array(Self.example[3..<22])
    let message = try StationPosition.decode(payload.span)
    #expect(message.number == .stationPosition && message.stationID == 2003)
    #expect(message.servesGPS && !message.servesGLONASS && !message.servesGalileo)
    #expect(abs(message.x - 1_114_104.5999) < 1e-7)
    #expect(abs(message.y + 4_850_729.7108) < 1e-7)
    #expect(abs(message.z - 3_975_521.4643) < 1e-7)
    #expect(message.antennaHeight == nil)
    #expect(try message.encode() == Self.example)
  }

  @Test func `1006 is 1005 with an antenna height`() throws {
    let message = try StationPosition.decode(Sample.payload(1006).span)
    #expect(message.number == .stationPositionAndHeight && message.stationID == 278)
    #expect(message.antennaHeight == 0)
    var other = message
    other.antennaHeight = 1.2345
    let decoded = try recoded(other)
    #expect(abs((decoded.antennaHeight ?? 0) - 1.2345) < 1e-12)
    other.antennaHeight = nil
    #expect(try recoded(other) == other)
  }

  @Test func `1008 names an antenna and no serial number`() throws {
    let message = try AntennaDescription.decode(Sample.payload(1008).span)
    #expect(message.descriptor == "GPPNULLANTENNA" && message.setupID == 0)
    #expect(message.serialNumber == "")
    #expect(try AntennaDescription.decode(Sample.payload(1007).span).serialNumber == nil)
  }

  @Test func `1033 names antenna, receiver and firmware`() throws {
    let message = try ReceiverDescription.decode(Sample.payload(1033).span)
    #expect(message.stationID == 41 && message.antennaDescriptor == "GPPNULLANTENNA")
    #expect(message.receiverType == "LEICA GR30" && message.firmwareVersion == "4.80")
    #expect(message.receiverSerialNumber == "1706862")
  }

  @Test func `characters that ISO 8859-1 does not have become question marks`() throws {
    var message = AntennaDescription()
    message.descriptor = "ÄB☃"
    #expect(try recoded(message).descriptor == "ÄB?")
  }

  @Test func `1029 is text in UTF-8`() throws {
    let message = try StationText.decode(Sample.payload(1029).span)
    #expect(message.text == "The ORGN is fully functioning")
    #expect(message.modifiedJulianDay == 58873 && message.secondOfDay == 8141)
    // The standard's example has a text beyond ASCII too.
    var other = StationText()
    other.text = "UTF-8 проверка wörter"
    #expect(try recoded(other) == other)
  }

  @Test func `a long text is cut between characters`() throws {
    var message = StationText()
    message.text = String(repeating: "☃", count: 100)
    #expect(
      try recoded(message).text
        == String(repeating: "☃", count: 85))
    message.text = String(repeating: "a", count: 200)
    #expect(try recoded(message).text.count == 127)
  }

  @Test func `octets that are no UTF-8 become replacement characters`() throws {
    var payload = Sample.payload(1029)
    payload[9] = 0xFF
    #expect(try StationText.decode(payload.span).text.hasPrefix("\u{FFFD}he ORGN"))
  }

  @Test func `1230 has the biases that its mask names, and knows when one is not known`() throws {
    var message = GLONASSBiases()
    message.stationID = 7
    message.areCorrected = true
    message.l1CA = -1.5
    message.l2P = 655.34
    let payload = try message.encodePayload()
    #expect(payload.count == 8)
    #expect(try GLONASSBiases.decode(payload.span) == message)
    var unknown = payload
    (unknown[4], unknown[5]) = (0x80, 0x00)
    #expect(try GLONASSBiases.decode(unknown.span).l1CA == nil)
    #expect(try GLONASSBiases.decode(unknown.span).l2P == 655.34)
  }

  @Test func `4072 hands its contents on`() throws {
    let message = try UBloxReference.decode(Sample.payload(4072).span)
    #expect(message.subtype == 1 && message.contents.count == 59)
    #expect(message.contents.starts(with: [0, 0, 0, 0x13]))
  }
}
