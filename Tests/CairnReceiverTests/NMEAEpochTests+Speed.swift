import CairnReceiver
import CairnTypes
import Testing

/// VTG has no time, and a recording no silences.
extension NMEAEpochTests {
  private static let place = "4807.0380,N,01131.0000,E"

  /// A second of which the speed is its number in knots; `nil` for one without a fix.
  private func round(_ second: Int, _ order: [String], hasFix: Bool = true) -> [String] {
    let time = "1200\(second < 10 ? "0" : "")\(second).00"
    return order.map { name in
      switch name {
      case "GGA":
        hasFix ? "GPGGA,\(time),\(gga)" : "GPGGA,\(time),,,,,0,00,99.9,,,,,,"
      case "GLL": "GPGLL,\(Self.place),\(time),A,A"
      case "GSA": "GPGSA,A,3,04,05,,09,12,,,24,,,,,2.5,0.9,2.1"
      case "RMC": "GPRMC,\(time),A,\(Self.place),\(second),084.4,230394,,,A"
      case "RMC without speed": "GPRMC,\(time),A,\(Self.place),,,230394,,,A"
      case "VTG": hasFix ? "GPVTG,84.4,T,,M,\(second),N,,K,A" : "GPVTG,,T,,M,,N,,K,N"
      default: name
      }
    }
  }

  /// Speeds in knots by second; missing where there is none.
  private func speeds(_ epochs: [Epoch]) -> [Int?] {
    epochs.map { $0.speed.map { Int(($0 / 1852 * 3600).rounded()) } }
  }

  @Test(arguments: [
    ["GGA", "VTG"], ["GGA", "GSA", "VTG"], ["GGA", "GLL", "VTG"], ["GGA", "VTG", "GLL"],
    ["GGA", "RMC without speed", "VTG"], ["RMC", "VTG", "GGA"], ["GGA", "RMC", "VTG"],
  ])
  func `a recording has the speed of VTG behind the position`(order: [String]) {
    let recorded = epochs((0..<20).flatMap { round($0, order) })
    #expect(speeds(recorded) == Array(0..<20))
    #expect(recorded.allSatisfy { $0.course == 84.4 && $0.hasPosition })
    let live = epochs(seconds: (0..<20).map { round($0, order) })
    #expect(speeds(live) == Array(0..<20))
  }

  @Test func `a recording that begins with VTG has a speed in each epoch`() {
    let recorded = epochs((0..<20).flatMap { round($0, ["VTG", "GGA", "GSA"]) })
    // Nothing says that VTG belongs to what follows it: it is that of the second after.
    #expect(speeds(recorded) == Array(1..<20) + [nil])
    let live = epochs(seconds: (0..<20).map { round($0, ["VTG", "GGA", "GSA"]) })
    #expect(speeds(live) == Array(0..<20))
  }

  @Test func `the speed comes with the fix where there was none before`() {
    let order = ["GGA", "GSA", "VTG"]
    let recorded = epochs((0..<20).flatMap { round($0, order, hasFix: $0 >= 10) })
    #expect(speeds(recorded) == Array(repeating: nil, count: 10) + Array(10..<20))
  }

  @Test func `the speed stays when RMC is turned off`() {
    let recorded = epochs(
      (0..<20).flatMap { round($0, $0 < 10 ? ["RMC", "GGA", "VTG"] : ["GGA", "VTG"]) })
    let found = speeds(recorded)
    #expect(found.count == 20)
    // The second in which it is noticed has none.
    #expect(found.count { $0 == nil } <= 1, "\(found)")
    #expect(zip(found, 0..<20).allSatisfy { $0 == nil || $0 == $1 })
  }

  @Test func `a lost VTG costs the speed of its own second alone`() {
    let recorded = epochs(
      (0..<20).flatMap { round($0, $0 % 5 == 3 ? ["GGA", "GSA"] : ["GGA", "GSA", "VTG"]) })
    #expect(speeds(recorded) == (0..<20).map { $0 % 5 == 3 ? nil : $0 })
  }
}
