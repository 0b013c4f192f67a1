import CairnCatalogue
import CairnUBX
import Testing

/// Every expected frame is what pyubx2 1.4.0 builds of the same values.
@Suite("UBX assistance as an independent encoder builds it")
struct AssistanceEncodingTests {
  @Test func `position by latitude and longitude`() {
    var message = MgaIniPosLLH()
    message.latitude = 47.2852345
    message.longitude = -8.5652345
    message.ellipsoidalAltitude = 456.78
    message.accuracy = 250
    #expect(
      hexadecimal(message.encode()) == "b562134014000100000079272f1c870ce5fa6eb20000a8610000eed0")
  }

  @Test func `position in the Earth-centred frame`() {
    var message = MgaIniPosXYZ()
    message.x = 4_285_999.12
    message.y = -645_678.9
    message.z = 4_663_000.01
    message.accuracy = 1000
    #expect(
      hexadecimal(message.encode()) == "b562134014000000000068ea8b19aec526fc612ccb1ba08601008ce5")
  }

  @Test func `time in UTC`() {
    var message = MgaIniTimeUTC()
    message.reference.source = 1
    message.reference.isFallingEdge = true
    message.leapSeconds = 18
    message.year = 2026
    message.month = 11
    message.day = 21
    message.hour = 8
    message.minute = 59
    message.second = 60
    message.nanosecond = 123_456_789
    message.accuracySeconds = 2
    message.accuracyNanoseconds = 500_000_000
    #expect(
      hexadecimal(message.encode())
        == "b5621340180010001112ea070b15083b3c0015cd5b07020000000065cd1dc377")
    message.leapSeconds = nil
    message.reference = AssistanceReference()
    #expect(
      hexadecimal(message.encode())
        == "b5621340180010000080ea070b15083b3c0015cd5b07020000000065cd1d2007")
  }

  @Test func `time of a satellite system`() {
    var message = MgaIniTimeGNSS()
    message.reference.isLastPulse = true
    message.gnss = .galileo
    message.week = 1420
    message.timeOfWeek = 604_799
    message.nanosecond = 999_999_999
    message.accuracySeconds = 1
    message.accuracyNanoseconds = 1_000_000
    #expect(
      hexadecimal(message.encode())
        == "b562134018001100200200008c057f3a0900ffc99a3b0100000040420f002061")
  }

  @Test func `a predicted orbit`() {
    var message = MgaANO()
    message.satellite = 12
    message.gnss = .glonass
    message.year = 26
    message.month = 11
    message.day = 21
    message.data = [UInt8](0..<64)
    #expect(
      hexadecimal(message.encode())
        == "b56213204c0000000c061a0b1500000102030405060708090a0b0c0d0e0f101112131415"
        + "161718191a1b1c1d1e1f202122232425262728292a2b2c2d2e2f30313233343536373839"
        + "3a3b3c3d3e3f00000000ab61")
  }

  @Test func `a part of the navigation database`() {
    var message = MgaDBD()
    message.data = [1, 2, 3, 0xFE, 0xFF]
    #expect(hexadecimal(message.encode()) == "b56213801100000000000000000000000000010203feffa7e3")
  }
}

func hexadecimal(_ octets: [UInt8]) -> String {
  octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
