internal import CairnTypes

/// What follows from the satellites in view alone, kept while they stay the same.
///
/// Most of an epoch's work is to print satellites. They move slowly: a receiver's view is taken anew
/// every few seconds, and what was printed of it is used until then.
struct SkyView: Sendable {
  /// How long a view is used.
  static let step = Duration.seconds(5)

  /// Of the sky, all tracked.
  private(set) var satellites: [Satellite] = []
  /// With the satellites that a fix uses marked, and what they are worth.
  private(set) var used: (satellites: [Satellite], dilution: DilutionOfPrecision?) = ([], nil)
  private var index: Int64?
  /// Bytes that were made of `used`.
  var sentencesGSA: [UInt8]?
  var sentencesGSV: [UInt8]?
  var payloadSat: [UInt8]?

  /// Looks up, if the last look is too old.
  mutating func update(at elapsed: Duration, _ sky: Sky) {
    let step = Self.step.wholeNanoseconds
    let index = elapsed.wholeNanoseconds / step
    guard index != self.index else { return }
    self = SkyView()
    self.index = index
    satellites = sky.satellites(at: Duration.nanoseconds(index * step).inSeconds)
    var marked = satellites
    for index in marked.indices {
      marked[index].isUsed =
        Double(marked[index].elevation ?? -90) >= Sky.elevationMask
        && marked[index].system != .sbas
    }
    used = (marked, DilutionOfPrecision(of: marked))
  }
}
