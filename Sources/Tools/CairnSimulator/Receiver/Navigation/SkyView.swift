internal import CairnTypes

/// Results that depend only on the satellites in view, kept while these stay the same.
///
/// Printing satellites is most of an epoch's work. Because satellites move slowly, a receiver
/// updates its view only every few seconds and reuses the printed bytes until then.
struct SkyView: Sendable {
  /// How long a view is kept.
  static let step = Duration.seconds(5)

  /// The satellites of the sky, all tracked.
  private(set) var satellites: [Satellite] = []
  /// The satellites with those that a fix uses marked, and their dilution.
  private(set) var used: (satellites: [Satellite], dilution: DilutionOfPrecision?) = ([], nil)
  private var index: Int64?
  /// Bytes printed from `used`.
  var sentencesGSA: [UInt8]?
  var sentencesGSV: [UInt8]?
  var payloadSat: [UInt8]?

  /// Takes a new view if the present one is too old.
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
