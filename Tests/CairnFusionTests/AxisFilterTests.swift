import CairnTestSupport
import Testing

@testable import CairnFusion

@Suite("The filter of one axis")
struct AxisFilterTests {
  @Test func `its covariance stays positive definite over a million random steps`() {
    var random = SplitMix(seed: 7)
    var axis = AxisFilter(
      position: 0, noise: AxisNoise(correlated: 3, white: 1), velocity: 0, velocityVariance: 25)
    var isStopped = false
    var bad = 0
    for _ in 0..<1_000_000 {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<5:
        let dt = Double.random(in: 0...3, using: &random)
        let memory = Double.random(in: 0.5...1, using: &random)
        axis.predict(dt, acceleration: isStopped ? 0 : 1, memory: memory)
      case 5..<10:
        let scale = Double.random(in: 0.01...50, using: &random)
        let share = Double.random(in: 0...0.98, using: &random)
        let noise = AxisNoise(
          correlated: scale * share.squareRoot(), white: scale * scale * (1 - share))
        let z = axis.position + Double.random(in: -50...50, using: &random)
        axis.update(position: z, noise, movesVelocity: !isStopped)
      case 10..<12 where !isStopped:
        let deviation = Double.random(in: 0.1...5, using: &random)
        axis.update(velocity: 0, variance: deviation * deviation)
      case 12: axis.scaleBias(Double.random(in: 0.5...1.5, using: &random))
      case 13: axis.loosenBias(Double.random(in: 0...1, using: &random))
      case 14:
        axis.stop()
        isStopped = true
      default:
        if isStopped { axis.velocityVariance = 25 }
        isStopped = false
      }
      if !axis.isPositiveDefinite { bad += 1 }
    }
    #expect(bad == 0)
  }

  @Test func `white errors average out, and repeated ones do not`() {
    func deviation(correlated: Double, white: Double) -> Double {
      let noise = AxisNoise(correlated: correlated, white: white)
      var axis = AxisFilter(position: 0, noise: noise, velocity: 0, velocityVariance: 0)
      for _ in 1..<100 {
        axis.predict(1, acceleration: 0, memory: 1)
        axis.update(position: 0, noise, movesVelocity: false)
      }
      return axis.positionVariance.squareRoot()
    }
    #expect(abs(deviation(correlated: 0, white: 16) - 0.4) < 1e-9)
    let repeated = deviation(correlated: 4, white: 0.16)
    #expect(repeated > 4 && repeated < 4.01)
  }

  @Test func `a repeated error that proves smaller always was`() {
    var axis = AxisFilter(
      position: 0, noise: AxisNoise(correlated: 4, white: 1), velocity: 0, velocityVariance: 25)
    let smaller = AxisFilter(
      position: 0, noise: AxisNoise(correlated: 1, white: 1), velocity: 0, velocityVariance: 25)
    axis.scaleBias(0.25)
    #expect(axis.positionVariance == smaller.positionVariance)
    #expect(axis.positionBias == smaller.positionBias)
    #expect(axis.velocityVariance == 25 && axis.isPositiveDefinite)
  }

  @Test func `a better measurement pulls more than a worse one`() {
    func gain(_ noise: AxisNoise) -> Double {
      var axis = AxisFilter(
        position: 0, noise: AxisNoise(correlated: 3, white: 1), velocity: 0, velocityVariance: 0)
      axis.update(position: 10, noise, movesVelocity: false)
      return axis.position
    }
    #expect(
      gain(AxisNoise(correlated: 1, white: 0.1)) > gain(AxisNoise(correlated: 5, white: 3)))
  }

  @Test func `a velocity moves the position only as far as both are correlated`() {
    var axis = AxisFilter(
      position: 0, noise: AxisNoise(correlated: 0, white: 1), velocity: 0, velocityVariance: 25)
    axis.update(velocity: 10, variance: 0.01)
    #expect(axis.position == 0 && axis.velocity > 9.9)
    axis.predict(1, acceleration: 1, memory: 1)
    let before = axis.position
    axis.update(velocity: 20, variance: 0.01)
    #expect(axis.position > before)
  }
}
