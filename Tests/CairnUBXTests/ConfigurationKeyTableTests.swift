import CairnUBX
import Testing

@Suite("Configuration key table")
struct ConfigurationKeyTableTests {
  private let rows = Array(ConfigurationKeyTable.rows)

  @Test func `has every key of pyubx2 1_4_0`() {
    #expect(rows.count == 1_343)
    #expect(Set(rows.map(\.name)).count == 1_343)
  }

  @Test func `is ordered by group and item, and one key has two names`() {
    let order = rows.map { $0.key.rawValue & 0x0FFF_FFFF }
    #expect(zip(order, order.dropFirst()).allSatisfy { $0 <= $1 })
    let twice = zip(rows, rows.dropFirst()).filter { $0.key == $1.key }.map { [$0.name, $1.name] }
    #expect(twice == [["CFG_BDS_USE_GEO_PRN", "CFG_BDS_USE_PRN_1_TO_5"]])
    #expect(Set(rows.map(\.key)).count == 1_342)
  }

  @Test func `gives every key the width that its number says`() {
    for row in rows {
      #expect(row.key.width == row.type.width, "\(row.name)")
      #expect(row.key.isFlag == (row.type.rawValue == "L"), "\(row.name)")
    }
    let types = Set(rows.map(\.type.rawValue))
    #expect(
      types == [
        "L", "U1", "U2", "U4", "U8", "I1", "I2", "I4", "E1", "E2", "X1", "X2", "X8", "R4", "R8",
      ])
  }

  @Test func `finds every row by number and by name`() throws {
    for row in rows {
      let byName = try #require(ConfigurationKeyTable.row(named: row.name))
      #expect(byName.key == row.key && byName.name == row.name)
      let byKey = try #require(ConfigurationKeyTable.row(of: row.key))
      #expect(byKey.key == row.key)
      #expect(byKey.name == row.name || row.name == "CFG_BDS_USE_PRN_1_TO_5")
    }
  }

  @Test(arguments: [
    0, 0x2003_0000, 0x4052_0002, 0x2091_FFFF, 0x30F6_0062, 0xC052_0001, 0x1091_0009, UInt32.max,
  ])
  func `has no row for a number that is no key`(number: UInt32) {
    #expect(ConfigurationKeyTable.row(of: ConfigurationKey(rawValue: number)) == nil)
  }

  @Test(arguments: [
    "", "CFG", "CFG_UART1", "CFG_UART1_BAUDRAT", "CFG_UART1_BAUDRATES", "UART1_BAUDRATE", "L", "\n",
    "40520001 U4 CFG_UART1_BAUDRATE",
  ])
  func `has no row for a text that is no name`(name: String) {
    #expect(ConfigurationKeyTable.row(named: name) == nil)
  }

  @Test func `knows scale, unit and named values`() throws {
    let latitude = try #require(ConfigurationKeyTable.row(named: "CFG_TMODE_LAT"))
    #expect(latitude.key.rawValue == 0x4003_0009 && latitude.type.rawValue == "I4")
    #expect(latitude.scale == 1e-7 && latitude.unit == "deg" && latitude.values.isEmpty)
    let rate = try #require(ConfigurationKeyTable.row(named: "CFG_UART1_BAUDRATE"))
    #expect(rate.scale == 1 && rate.unit == "Bd")
    let mode = try #require(ConfigurationKeyTable.row(named: "CFG_PM_OPERATEMODE"))
    #expect(mode.unit == nil && mode.values.map(\.name) == ["FULL", "PSMOO", "PSMCT"])
    #expect(mode.values.map(\.value) == [0, 1, 2])
    let last = try #require(rows.last)
    #expect(last.name == "CFG_SEC_COM_SIGN_RATE" && last.unit == nil && last.scale == 1)
  }

  @Test func `every scale is above zero, every named value fits its key`() {
    for row in rows {
      #expect(row.scale > 0, "\(row.name)")
      for value in row.values {
        #expect(ConfigurationValue(row.key, value.value) != nil, "\(row.name) \(value)")
      }
    }
  }
}
