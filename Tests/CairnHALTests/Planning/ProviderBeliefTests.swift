import CairnHAL
import CairnTypes
import Testing

@Suite("Beliefs of providers")
struct ProviderBeliefTests {
  private let prior = ProviderBelief(fixProbability: 0.6, trackingProbability: 0.5, radius: 10)

  @Test
  func `a success halves the doubt and a failure leaves less than half of the hope`() {
    var belief = prior
    belief.succeed()
    #expect(abs(belief.fixProbability - 0.8) < 1e-12)
    #expect(belief.trackingProbability == belief.fixProbability)
    belief.fail()
    #expect(abs(belief.fixProbability - 0.36) < 1e-12)
  }

  @Test
  func `no number of attempts makes sure or hopeless`() {
    var (hopeful, doubtful) = (prior, prior)
    for _ in 0..<100 {
      hopeful.succeed()
      doubtful.fail()
    }
    #expect(hopeful.fixProbability == 0.99)
    #expect(doubtful.fixProbability == 0.02)
  }

  @Test
  func `what was learned is forgotten with a time constant of 15 minutes`() {
    var belief = prior
    belief.fail()
    let learned = prior.fixProbability - belief.fixProbability
    belief.drift(to: prior, over: 900)
    #expect(abs(prior.fixProbability - belief.fixProbability - learned / 2.718281828) < 1e-9)
    var stepwise = prior
    stepwise.fail()
    for _ in 0..<90 { stepwise.drift(to: prior, over: 10) }
    #expect(abs(stepwise.fixProbability - belief.fixProbability) < 1e-9)
    belief.drift(to: prior, over: .infinity)
    #expect(belief.fixProbability == prior.fixProbability)
  }

  @Test(arguments: [0, -5, Double.nan])
  func `no time forgets nothing`(seconds: Double) {
    var belief = prior
    belief.drift(to: ProviderBelief(fixProbability: 0.1, radius: 10), over: seconds)
    #expect(belief == prior)
  }

  @Test
  func `without hope of a start its time is the timeout`() {
    let belief = ProviderBelief.expected(
      of: EnergyBoard.gateway.receiver, deviation: 2.5, in: SurroundingsMixture([.init(.tunnel, 1)])
    )
    #expect(belief.fixProbability == 0)
    #expect(belief.timeToFix == 30)
  }

  @Test func `what a profile states of availability counts where it was stated for`() {
    let receiver = EnergyBoard.gateway.receiver
    let town = SurroundingsMixture([.init(.urban, 0.5), .init(.indoor, 0.5)])
    let usual = ProviderBelief.expected(of: receiver, deviation: 2.5, in: town)
    var stated = AvailabilityModel.usual(of: .gnss)
    #expect(
      ProviderBelief.expected(of: receiver, deviation: 2.5, availability: stated, in: town)
        == usual)
    // A receiver that hears satellites inside: ten times the usual 5 and 8 %.
    stated.indoor = 0.5
    let better = ProviderBelief.expected(
      of: receiver, deviation: 2.5, availability: stated, in: town)
    #expect((better.trackingProbability - (0.95 + 0.5) / 2).magnitude < 1e-9)
    #expect((better.fixProbability - (0.97 + 0.8) / 2).magnitude < 1e-9)
    let wifi = ProviderBelief.expectedOfWiFi(
      availability: AvailabilityModel(openSky: 0.3, urban: 0.49, indoor: 0), in: town)
    #expect((wifi.fixProbability - 0.49 / 2).magnitude < 1e-9)
    let cell = ProviderBelief.expectedOfCell(
      radius: { _ in 1000 }, availability: AvailabilityModel(openSky: 1, urban: 1, indoor: 0),
      in: town)
    #expect(cell.fixProbability == 0.5)
  }
}
