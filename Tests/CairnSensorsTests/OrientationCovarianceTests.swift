import CairnTestSupport
import Testing

@testable import CairnSensors

@Suite("Covariance of the orientation")
struct OrientationCovarianceTests {
  @Test func `stays positive definite whatever is observed`() {
    var dice = SplitMix(seed: 3)
    var covariance = OrientationCovariance(tilt: 0.2, heading: 0.5, bias: 0.01)
    var rotation = Rotation(turn: .zero)
    let parts: [OrientationCovariance.Part] = [.east, .north, .up, .biasX, .biasY, .biasZ]
    var isDefinite = true
    for step in 0..<40_000 {
      let dt = dice.number(0.001...1)
      rotation = rotation * Rotation(turn: dt * dice.vector(20))
      rotation.normalize()
      covariance.predict(
        dt, rotation.matrix, turning: dt * dice.number(1e-8...1e-2), drift: dt * 1e-10)
      _ = covariance.observe(
        parts[Int(dice.next() % 6)], dice.number(-3...3), variance: dice.number(1e-8...1e3))
      if step % 100 == 0 { isDefinite = isDefinite && covariance.isPositiveDefinite }
    }
    #expect(isDefinite)
  }

  @Test func `is not positive definite with a correlation above one`() {
    var covariance = OrientationCovariance(tilt: 0.2, heading: 0.5, bias: 0.01)
    #expect(covariance.isPositiveDefinite)
    covariance.widen(.up, by: -1)
    #expect(!covariance.isPositiveDefinite)
  }
}
