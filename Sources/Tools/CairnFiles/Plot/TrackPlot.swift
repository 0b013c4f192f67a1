package import CairnTypes

/// Collects what `cairn filter` gets and gives, for a picture of both tracks.
///
/// It holds at most 4,096 points of either track and 256 rests, however long they are.
package struct TrackPlot {
  /// A place where the device stood.
  struct Rest {
    var place: MapPoint
    var seconds: Double
  }

  /// Seconds between two fixes beyond which no line joins them.
  private static let longestStep = 10.0
  /// Seconds below which standing is not worth a mark.
  private static let shortestRest = 10.0
  private static let mostRests = 256

  /// Number of fixes given, and of positions delivered.
  private(set) var given = 0
  private(set) var delivered = 0
  /// The track as it was given, without circles.
  private(set) var raw = ThinnedTrack()
  /// The track as it was delivered.
  private(set) var filtered = ThinnedTrack()
  /// The earliest and the latest fix.
  private(set) var first: Location?
  private(set) var last: Location?
  private var finishedRests: [Rest] = []
  private var rest: Rest?
  private var restBegan = MonotonicTime(nanoseconds: 0)
  private var reference: Double?
  private var lastGiven: MonotonicTime?
  private var track = 0

  package init() {}

  var rests: [Rest] { finishedRests + longEnough(rest) }

  /// Takes a fix as it was given.
  package mutating func take(_ fix: Location) {
    guard fix.coordinate.isValid else { return }
    given += 1
    if first.map({ fix.time < $0.time }) ?? true { first = fix }
    if last.map({ fix.time > $0.time }) ?? true { last = fix }
    let step = lastGiven.map { abs((fix.time - $0).inSeconds) }
    lastGiven = fix.time
    raw.append(
      ThinnedTrack.Point(
        place: place(of: fix), radius: nil,
        join: step.map { $0 <= Self.longestStep } == true ? .line : .none))
  }

  /// Takes a position that was delivered; one that repeats an earlier one is no news.
  ///
  /// - Parameters:
  ///   - fix: the position; a speed of 0 means that the device stands.
  ///   - track: another number than before if the filter has lost the track and begun a new one.
  package mutating func deliver(_ fix: Location, track: Int) {
    guard fix.coordinate.isValid, !fix.source.flags.contains(.cached) else { return }
    delivered += 1
    let place = place(of: fix)
    let isExtrapolated = fix.source.fix == .estimated
    let isNew = track != self.track && !isExtrapolated
    if !isExtrapolated { self.track = track }
    let join: ThinnedTrack.Join =
      if filtered.isEmpty { .none } else if isNew { .gap } else {
        isExtrapolated ? .extrapolated : .line
      }
    let radius = fix.horizontalAccuracy
    filtered.append(
      ThinnedTrack.Point(place: place, radius: radius.isFinite ? radius : nil, join: join))
    note(place, at: fix.time, stands: fix.speed == 0, isNew: isNew)
  }

  private mutating func place(of fix: Location) -> MapPoint {
    let reference = reference ?? fix.coordinate.longitude
    self.reference = reference
    return MapPoint(fix.coordinate, reference: reference)
  }

  private mutating func note(_ place: MapPoint, at time: MonotonicTime, stands: Bool, isNew: Bool) {
    if !stands || isNew {
      finishedRests += longEnough(rest)
      rest = nil
      if finishedRests.count > Self.mostRests {
        // The longer half stays.
        finishedRests.sort { $0.seconds > $1.seconds }
        finishedRests.removeLast(Self.mostRests / 2)
      }
    }
    guard stands else { return }
    if rest == nil { restBegan = time }
    rest = Rest(place: place, seconds: (time - restBegan).inSeconds)
  }

  private func longEnough(_ rest: Rest?) -> [Rest] {
    rest.map { $0.seconds >= Self.shortestRest ? [$0] : [] } ?? []
  }
}
