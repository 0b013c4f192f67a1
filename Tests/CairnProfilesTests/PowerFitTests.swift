import CairnHAL
import CairnTestSupport
import Testing

@testable import CairnProfiles

@Suite("PowerFit")
struct PowerFitTests {
  /// One reading a second.
  private func samples(_ parts: [(MeasuredState, [Double])]) -> [PowerSample] {
    let readings = parts.flatMap { state, powers in powers.map { (state, $0) } }
    return readings.enumerated().map {
      PowerSample(time: Double($0), power: $1.1, state: $1.0)
    }
  }

  private func level(_ state: MeasuredState, of fit: PowerFit) -> PowerFit.Level? {
    fit.levels.first { $0.state == state }
  }

  @Test func `the median is above the baseline, and no wild reading moves it`() throws {
    let fit = try PowerFit(
      samples([
        (.baseline, [0, 0, 500, 502, 498, 500, 500]),
        (.tracking, [0, 0, 580, 584, 9000, 582, 582, 0, 582]),
      ]))
    #expect(fit.baseline?.power == 500)
    let tracking = try #require(level(.tracking, of: fit))
    #expect(tracking.power == 82)
    #expect(tracking.count == 7)
    #expect(tracking.spread < 10)
  }

  @Test func `bursts count with their energy, not as outliers`() throws {
    // A tenth of the time 100 mW, else 10 mW: 19 mW on average, though the median of the readings is 10.
    let readings = (0..<600).map {
      PowerSample(time: Double($0) / 10, power: $0 % 10 == 0 ? 100 : 10, state: .cyclic)
    }
    let fit = try PowerFit(readings)
    let cyclic = try #require(level(.cyclic, of: fit))
    #expect(abs(cyclic.power - 19) < 1e-9)
    #expect(cyclic.spread < 1e-9)
  }

  @Test func `the state off is the baseline where no other was measured`() throws {
    let powers = [Double](repeating: 3, count: 8)
    let fit = try PowerFit(samples([(.off, powers), (.tracking, powers.map { $0 + 50 })]))
    #expect(fit.baseline?.state == .off)
    #expect(fit.levels.map(\.state) == [.tracking])
    let both = try PowerFit(
      samples([(.baseline, powers), (.off, powers.map { $0 + 0.5 })]))
    #expect(both.levels.map(\.power) == [0.5])
    // A switch that leaks less than is seen leaks nothing.
    let less = try PowerFit(samples([(.baseline, powers), (.off, powers.map { $0 - 1 })]))
    #expect(less.levels.map(\.power) == [0])
  }

  @Test func `without a baseline nothing is subtracted`() throws {
    let fit = try PowerFit(samples([(.tracking, [Double](repeating: 87, count: 7))]))
    #expect(fit.baseline == nil)
    #expect(fit.levels.map(\.power) == [87])
  }

  @Test func `refuses what nothing can be made of, and says what to do`() {
    #expect(throws: PowerFitError.noSamples) { try PowerFit([]) }
    #expect(throws: PowerFitError.tooFew(.tracking, found: 4, needed: 5)) {
      try PowerFit(samples([(.tracking, [Double](repeating: 87, count: 6))]))
    }
    let reversed = Array(samples([(.off, [1, 1, 1])]).reversed())
    #expect(throws: PowerFitError.timeGoesBack(1)) { try PowerFit(reversed) }
    #expect(throws: PowerFitError.notANumber(0)) { try PowerFit(samples([(.off, [.nan])])) }
    let noisy = (0..<20).map { 500 + Double($0 % 2) * 40 }
    #expect(throws: PowerFitError.self) {
      try PowerFit(samples([(.baseline, noisy), (.tracking, noisy.map { $0 + 5 })]))
    }
    let error = PowerFitError.lostInNoise(.backup, power: 0.05, spread: 0.2)
    #expect("\(error)".contains("'backup' is 0.050 mW above the baseline"))
    #expect("\(error)".contains("use a sensor of a smaller range"))
  }

  @Test func `any readings give figures or an error`() {
    var random = SplitMix(seed: 3)
    for _ in 0..<500 {
      var time = 0.0
      let readings = (0..<Int.random(in: 0...60, using: &random)).map { _ in
        time += Double.random(in: 0...3, using: &random)
        return PowerSample(
          time: time, power: .random(in: -10...1000, using: &random),
          state: MeasuredState.allCases.randomElement(using: &random) ?? .off)
      }
      do throws(PowerFitError) {
        let fit = try PowerFit(readings)
        #expect(fit.levels.allSatisfy { $0.power >= 0 && $0.spread >= 0 && $0.count >= 5 })
      } catch {
        #expect("\(error)".contains(";"))
      }
    }
  }

  @Test func `a backup is by the switch of the supply where that keeps it`() {
    var supply = HardwareProfile.Supply()
    #expect(MeasuredState.backup.figure(with: supply) == .softwareBackupPower)
    supply.powerSwitch = .regulator(name: "gnss")
    supply.keepsBackup = true
    #expect(MeasuredState.backup.figure(with: supply) == .hardwareBackupPower)
    #expect(MeasuredState.baseline.figure(with: supply) == nil)
  }
}
