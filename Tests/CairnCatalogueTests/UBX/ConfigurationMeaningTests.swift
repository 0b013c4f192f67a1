import CairnCatalogue
import CairnTestSupport
import CairnTypes
import CairnUBX
import Testing

/// Where a configuration message is more than a row of numbers.
@Suite("Meaning of configuration messages")
struct ConfigurationMeaningTests {
  @Test func `the mode word of CFG-PRT means the bus on I2C and SPI, and survives`() throws {
    var payload = [UInt8](repeating: 0, count: 20)
    payload[4] = 0x84
    let i2c = try CfgPrt.decode(payload.span)
    #expect(i2c.port == .i2c && i2c.mode.i2cAddress == 0x42)
    #expect(i2c.encodePayload() == payload)

    payload[0] = 4
    payload[4] = 0b0100_0110
    payload[5] = 0x32
    let spi = try CfgPrt.decode(payload.span)
    #expect(spi.mode.spiMode == 3 && spi.mode.spiIdleLimit == 0x32)
    #expect(spi.encodePayload() == payload)

    var fields = RecordedFields()
    try CfgPrt.printFields(of: payload.span, into: &fields)
    #expect(fields.flat["charLen"] == .unsigned(1) && fields.flat["parity"] == .unsigned(1))
  }

  @Test func `setting the bus of CFG-PRT leaves the other bits of the bus`() {
    var mode = CfgPrt.Mode()
    mode.spiIdleLimit = 50
    mode.spiMode = 1
    #expect(mode.spiIdleLimit == 50 && mode.spiMode == 1)
    #expect(CfgPrt.Mode.eightN1.characterLength == 3 && CfgPrt.Mode.eightN1.stopBits == 0)
  }

  @Test func `a cold start clears what has no name too`() throws {
    var message = CfgRst()
    message.cleared = .coldStart
    #expect(Array(message.encodePayload().prefix(2)) == [0xFF, 0xFF])
    #expect(try CfgRst.decode(octets: message.encodePayload()).cleared == .coldStart)
    message.cleared = .warmStart
    #expect(Array(message.encodePayload().prefix(2)) == [1, 0])
  }

  @Test func `CFG-GNSS refuses a wrong number of blocks`() {
    let payload: [UInt8] = [0, 32, 32, 2] + [UInt8](repeating: 0, count: 8)
    #expect(throws: UBXError.groupCount(CfgGnss.id, declared: 2, found: 1)) {
      try CfgGnss.decode(payload.span)
    }
  }

  @Test func `CFG-GNSS keeps a system that is not known`() throws {
    let payload: [UInt8] = [0, 32, 32, 1, 99, 1, 2, 0, 1, 0, 4, 0]
    let message = try CfgGnss.decode(payload.span)
    #expect(message.blocks[0].gnss.system == nil && message.blocks[0].flags.signals == 4)
    #expect(message.encodePayload() == payload)
  }

  @Test func `CFG-INF always has six ports on the wire`() {
    var message = CfgInf()
    message.ports = [CfgInf.Notices()]
    message.ports[0].severity.error = true
    #expect(message.encodePayload() == [0, 0, 0, 0, 1, 0, 0, 0, 0, 0])
    message.ports = [CfgInf.Notices](repeating: message.ports[0], count: 9)
    #expect(message.encodePayload() == [0, 0, 0, 0, 1, 1, 1, 1, 1, 1])
  }

  @Test func `CFG-SBAS takes the numbers that it has bits for`() {
    var message = CfgSbas()
    for prn in [Int.min, 119, 159, Int.max] {
      message[scans: prn] = true
      #expect(!message[scans: prn])
    }
    #expect(message == CfgSbas())
    message[scans: 151] = true
    message[scans: 152] = true
    #expect(message.encodePayload() == [0, 0, 0, 1, 0, 0, 0, 0x80])
    message[scans: 151] = false
    #expect(!message[scans: 151] && message[scans: 152])
  }

  @Test func `the three masks of CFG-NVS are told apart`() throws {
    let payload: [UInt8] = [0, 0, 2, 0, 0, 0, 0, 0x20, 0, 0, 2, 0x20, 2]
    let message = try CfgNvs.decode(payload.span)
    #expect(message.cleared.almanac && !message.cleared.assistNowAutonomous)
    #expect(!message.saved.almanac && message.saved.assistNowAutonomous)
    #expect(message.loaded.almanac && message.loaded.assistNowAutonomous)
    #expect(message.encodePayload() == payload)
    var fields = RecordedFields()
    try CfgNvs.printFields(of: payload.span, into: &fields)
    #expect(Set(fields.order).count == fields.order.count)
  }

  @Test func `CFG-TP has its length among the fields`() throws {
    let payload: [UInt8] = [
      0x40, 0x42, 0x0F, 0, 0xA0, 0x86, 1, 0, 0xFF, 1, 1, 0, 50, 0, 0xF6, 0xFF, 0x18, 0xFC, 0xFF,
      0xFF,
    ]
    let message = try CfgTp.decode(payload.span)
    #expect(message.intervalMicroseconds == 1_000_000 && message.lengthMicroseconds == 100_000)
    #expect(message.polarity == -1 && message.flags.needsFix)
    #expect(abs(message.groupDelay + 10e-9) < 1e-15 && abs(message.userDelay + 1e-6) < 1e-15)
    var fields = RecordedFields()
    let frame = message.encode()
    try UBXCatalogue.printFields(of: frame.span, into: &fields)
    #expect(fields.flat["length"] == .unsigned(100_000))
    #expect(fields.flat["antennaCableDelay"] == .integer(50))
  }

  @Test func `CFG-FIXSEED counts its messages`() throws {
    let payload: [UInt8] = [0, 2, 0, 0, 4, 3, 2, 1, 8, 7, 6, 5, 1, 7, 5, 1]
    let message = try CfgFixseed.decode(payload.span)
    #expect(message.upperSeed == 0x0102_0304 && message.lowerSeed == 0x0506_0708)
    #expect(message.messages.map(\.number) == [7, 1])
    #expect(message.encodePayload() == payload)
    #expect(throws: UBXError.groupCount(CfgFixseed.id, declared: 2, found: 1)) {
      try CfgFixseed.decode(octets: payload.dropLast(2))
    }
  }

  @Test func `CFG-TXSLOT has three ends whatever the array has`() {
    var message = CfgTxslot()
    message.slotEnds = [7]
    #expect(message.encodePayload().count == 16)
    message.slotEnds = [1, 2, 3, 4]
    #expect(message.encodePayload().count == 16)
  }

  @Test func `CFG-RINV, CFG-OTP and LOG-STRING have octets up to their end`() throws {
    var inventory = CfgRinv()
    inventory.flags.isBinary = true
    inventory.data = [9, 8, 7]
    #expect(inventory.encodePayload() == [2, 9, 8, 7])
    #expect(try CfgRinv.decode(octets: [2, 9, 8, 7]).data == [9, 8, 7])

    var memory = CfgOtp()
    memory.header = [1, 2]
    memory.data = [3]
    #expect(memory.encodePayload() == [1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3])

    var text = LogString()
    text.text = [UInt8]("hi".utf8)
    #expect(text.encode() == octets("b562210402006869f81b"))
    #expect(try LogString.decode(octets: []).text.isEmpty)
  }

  @Test func `LOG-RETRIEVESTRING counts its octets`() {
    var message = LogRetrieveString()
    message.text = [1, 2, 3]
    #expect(throws: UBXError.groupCount(LogRetrieveString.id, declared: 3, found: 2)) {
      try LogRetrieveString.decode(octets: message.encodePayload().dropLast())
    }
  }

  @Test func `a base's position is split into two numbers of one sign`() {
    var base = CfgTmode3()
    base.fix(latitude: 47.285233188, longitude: -8.565265099, ellipsoidalAltitude: -0.0012)
    #expect(base.flags.mode == .fixed && base.flags.isGeodetic)
    #expect(base.xOrLatitude == 472_852_331 && base.xOrLatitudeRest == 88)
    #expect(base.yOrLongitude == -85_652_650 && base.yOrLongitudeRest == -99)
    #expect(base.zOrHeight == 0 && base.zOrHeightRest == -12)
    base.fix(x: 4_281_000.1234, y: -6_378_137, z: .nan)
    #expect(!base.flags.isGeodetic)
    #expect(base.xOrLatitude == 428_100_012 && base.xOrLatitudeRest == 34)
    #expect(base.yOrLongitude == -637_813_700 && base.yOrLongitudeRest == 0)
    #expect(base.zOrHeight == 0 && base.zOrHeightRest == 0)
  }

  @Test func `a log's times are UTC, or absent while the receiver does not know it`() throws {
    var info = LogInfo()
    #expect(info.oldest == nil && info.newest == nil)
    (info.newestYear, info.newestMonth, info.newestDay) = (1970, 1, 2)
    #expect(info.newest?.nanosecondsSince1970 == 86_400_000_000_000)
    var position = LogRetrievePos()
    #expect(position.utc == nil)
    (position.year, position.month, position.day, position.second) = (1970, 1, 1, 7)
    #expect(position.utc?.nanosecondsSince1970 == 7_000_000_000)
  }
}
