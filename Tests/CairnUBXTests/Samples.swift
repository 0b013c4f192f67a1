import CairnTypes
import CairnUBX

/// One received frame of each message, from public captures: gpsd's `u-blox-m8t-time`, `ublox-glo`,
/// `ublox-neo-f9v`, `ublox-neo-m8l`, `ublox-neo-m8t` (BSD-2-Clause) and pyubx2's `pygpsdata-ALL`,
/// `pygpsdata-SF-calibration` (BSD-3-Clause).
enum Samples {
  static let navPVT = bytes(
    "b56201075c009024a20de807011e0f1f343f22000000f68ef9ff0423ea0eb9db8c05ee470d1deebf0400f3050400"
      + "04140000142d0000c1feffffe3fefffff9fbffffac010000b6fc810139010000f5620700da0000009c812d30b5fc"
      + "810149013200c7e6")
  static let navSat = bytes(
    "b5620135a40070f92d0e010d000000041630d800d9ff1c190000000711182f0134fe1409000000082720c3000500"
      + "1f090000000918a50000000004000000001022402e0014001f090000001a252443003c001f190000001b293f9a00"
      + "2f001f19000006031115e500b5ff1c090000060c1c1454009b001f190000060d143e2200000014120000060e1e26"
      + "2d01f4fd1e190000061729297e0074001f09000006182110a00039001f090000770d")
  static let navStatus = bytes("b5620103100018de2d0e05dd0008fc3a0000cee201001674")
  static let navPosECEF = bytes("b5620101140018de2d0e9930c60935becae69bfba21add090000ba34")
  static let navPosLLH = bytes(
    "b56201021c0018de2d0ea5effcd605aaae1a7435000094a800008b500000f43800001942")
  static let navDOP = bytes("b5620104120018de2d0e20000f2720000f270f270f270f2796df")
  static let navTimeGPS = bytes("b5620120100018de2d0ec4e80400620812071f000000b4e5")
  static let navTimeUTC = bytes("b5620121140018de2d0e07040000c4e80400e507021712041df75192")
  static let navTimeLS = bytes("b5620126180018de2d0e000000000112000000000000000000000000000184e3")
  static let navEOE = bytes("b56201610400c82ba4120fc2")
  static let navVelECEF = bytes("b56201111400b02fa41201000000feffffff000000003f000000f624")
  static let navVelNED = bytes(
    "b5620112240018f59200ffffffffffffffff000000000100000001000000000000000c00000080a81201173e")
  static let navClock = bytes("b5620122140018f59200f1eef1ff50ffffff04000000ef010000e6d5")
  static let navSol = bytes(
    "b56201063400a06617190b110000e80703ddfe24c7f155369fe8a9c74f1aa50000000100000001000000ffffffff"
      + "02000000ad0002094a6403002f17")
  static let monVer = bytes(
    "b5620a04dc0045585420434f524520342e3034202837663839663729000000000000000030303139303030300000"
      + "524f4d20424153452030783131384232303630000000000000000000000046575645523d53504720342e30340000"
      + "000000000000000000000000000050524f545645523d33322e303100000000000000000000000000000000004d4f"
      + "443d4e454f2d4d394e000000000000000000000000000000000000004750533b474c4f3b47414c3b424453000000"
      + "000000000000000000000000534241533b515a53530000000000000000000000000000000000000000001e7a")
  static let ackNak = bytes("b5620500020006010e33")
  static let ackAck = AckAck.example.encode()
  static let navSVInfo = NavSVInfo.example.encode()

  static let all = [
    navPVT, navSat, navStatus, navPosECEF, navPosLLH, navDOP, navTimeGPS, navTimeUTC, navTimeLS,
    navEOE, navVelECEF, navVelNED, navClock, navSol, monVer, ackNak, ackAck, navSVInfo,
  ]

  static func bytes(_ hexadecimal: String) -> [UInt8] {
    var bytes: [UInt8] = []
    var high: Int?
    for digit in hexadecimal {
      guard let value = digit.hexDigitValue else { continue }
      if let first = high {
        bytes.append(UInt8(first * 16 + value))
        high = nil
      } else {
        high = value
      }
    }
    return bytes
  }

  static func payload(_ frame: [UInt8]) -> [UInt8] { [UInt8](frame[6..<(frame.count - 2)]) }
}

extension AckAck {
  static var example: AckAck {
    var message = AckAck()
    message.acknowledged = MessageID(.cfg, 0x8A)
    return message
  }
}

extension NavSVInfo {
  static var example: NavSVInfo {
    var message = NavSVInfo()
    message.timeOfWeek = 1000
    message.hardware.generation = 3
    var channel = Channel()
    channel.number = 7
    channel.flags.isUsed = true
    channel.carrierToNoise = 40
    channel.elevation = -5
    channel.azimuth = 359
    channel.pseudorangeResidual = -1.25
    message.channels = [channel, Channel()]
    return message
  }
}

/// Collects printed fields under the names an independent decoder gives them: `svId_02`.
struct FlatSink: FieldSink {
  private(set) var fields: [String: FieldValue] = [:]
  private(set) var order: [String] = []
  private var group = 0
  private var isInGroup = false

  mutating func field(_ name: StaticString, _ value: FieldValue) {
    field(named: "\(name)", value)
  }

  mutating func field(named name: String, _ value: FieldValue) {
    var name = name
    if isInGroup { name += (group < 10 ? "_0" : "_") + String(group) }
    fields[name] = value
    order.append(name)
  }

  mutating func element(_ name: String, _ number: Int, _ value: FieldValue) {}

  mutating func beginGroup(_ index: Int) {
    group = index + 1
    isInGroup = true
  }

  mutating func reserved(_ value: FieldValue) {}

  mutating func endGroup() { isInGroup = false }
}
