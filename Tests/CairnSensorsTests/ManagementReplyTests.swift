import Testing

@testable import CairnSensors

@Suite("Answers of the kernel's Bluetooth management")
struct ManagementReplyTests {
  private static let values: [UInt8] = [
    0x12, 0, 2, 1, 0, 0x13, 0, 2, 0x40, 0x06, 0x14, 0, 2, 0xA0, 0,
  ]
  private static func reply(_ values: [UInt8], status: UInt8 = 0) -> [UInt8] {
    [1, 0, 0, 0, UInt8(values.count + 3), 0, 0x4B, 0, status] + values
  }

  @Test func `tell for how much of the time the radio listens`() {
    #expect(ManagementReply.duty(Self.reply(Self.values).span) == 0.1)
    #expect(ManagementReply.question(adapter: 258) == [0x4B, 0, 2, 1, 0, 0])
  }

  @Test func `that are cut short, refused or impossible tell nothing`() {
    let whole = Self.reply(Self.values)
    for length in 0..<whole.count {
      let short = Array(whole.prefix(length))
      #expect(ManagementReply.duty(short.span) == nil)
    }
    #expect(ManagementReply.duty(Self.reply(Self.values, status: 1).span) == nil)
    #expect(ManagementReply.duty(Self.reply(Array(Self.values.dropLast(5))).span) == nil)
    var swapped = Self.values
    (swapped[5], swapped[10]) = (0x14, 0x13)
    #expect(ManagementReply.duty(Self.reply(swapped).span) == nil)
  }
}
