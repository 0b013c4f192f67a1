import CairnUBX
import Testing

@Suite("Configuration values")
struct ConfigurationValueTests {
  @Test(arguments: [
    (UInt32(0x1093_0023), 1), (0x2093_0001, 1), (0x3021_0001, 2), (0x4052_0001, 4),
    (0x5005_002A, 8), (0xC052_0001, 4),
  ])
  func `a key's number gives the width of its value`(number: UInt32, width: Int) {
    #expect(ConfigurationKey(rawValue: number).width == width)
  }

  @Test func `a key is made of size, group and item`() {
    let key = ConfigurationKey(rawValue: 0x4052_0ABC)
    #expect(key.group == 0x52 && key.item == 0xABC && !key.isFlag)
    #expect(ConfigurationKey(rawValue: 0x1093_0023).isFlag)
    #expect(ConfigurationKey(rawValue: 0x0FFF_0000).width == nil)
    #expect(key.description == "CFG_0x40520abc")
  }

  @Test func `a number fits as an unsigned or as a signed one, or not at all`() throws {
    let key = ConfigurationKey(rawValue: 0x2003_0006)
    #expect(ConfigurationValue(key, 255)?.signed == -1)
    #expect(ConfigurationValue(key, -128)?.unsigned == 128)
    #expect(ConfigurationValue(key, 256) == nil)
    #expect(ConfigurationValue(key, -129) == nil)
    let wide = ConfigurationKey(rawValue: 0x50B1_001A)
    #expect(ConfigurationValue(wide, UInt64.max)?.unsigned == .max)
    #expect(ConfigurationValue(wide, Int64.min)?.signed == .min)
    #expect(ConfigurationValue(ConfigurationKey(rawValue: 1), 0) == nil)
  }

  @Test func `a real number takes four or eight octets`() throws {
    let single = try #require(
      ConfigurationValue(ConfigurationKey(rawValue: 0x4011_0064), real: 0.1))
    #expect(single.real == Double(Float(0.1)) && single.octets == [0xCD, 0xCC, 0xCC, 0x3D])
    let double = try #require(
      ConfigurationValue(ConfigurationKey(rawValue: 0x5011_0062), real: 0.1))
    #expect(double.real == 0.1 && double.octets.count == 8)
    let short = ConfigurationKey(rawValue: 0x3021_0001)
    #expect(ConfigurationValue(short, real: 1) == nil)
    #expect(ConfigurationValue(short, 1)?.real == nil)
  }
}
