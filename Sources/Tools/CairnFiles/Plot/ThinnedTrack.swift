/// A track on a map that takes points without end and keeps at most `capacity` of them.
///
/// When it is full, it leaves out what nobody could see: points closer to the one before than a
/// 4,096th of the track's extent. If that is not enough, it leaves out every second point, of those
/// to come as well.
struct ThinnedTrack {
  /// How a point is connected to the one before it, from the weakest break to the strongest.
  enum Join: UInt8, Comparable {
    case line
    /// The course was continued, without a fix.
    case extrapolated
    /// Nothing is known about the way.
    case gap
    /// The track begins here, or the way is of no interest.
    case none

    static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }

  struct Point {
    let place: MapPoint
    /// Metres, 68 %; absent for a point that is drawn without its circle.
    let radius: Double?
    var join: Join
  }

  static let capacity = 4096

  private var kept: [Point] = []
  private var bounds: MapBounds?
  /// The newest point, if it was left out.
  private var newest: Point?
  /// The strongest break before the points that were left out since the last that was kept.
  private var hidden = Join.line
  /// Points closer than this are left out.
  private var tolerance = 0.0
  /// One of so many points is kept.
  private var stride = 1
  /// Points left out since the last that was kept.
  private var skipped = 0

  /// The points that were kept, and the newest one.
  var points: [Point] { kept + (newest.map { [$0.after(hidden)] } ?? []) }
  var isEmpty: Bool { kept.isEmpty }

  mutating func append(_ point: Point) {
    if bounds == nil { bounds = MapBounds(point.place) } else { bounds?.add(point.place) }
    if let last = kept.last,
      skipped + 1 < stride
        || hidden < .gap && Self.isInvisible(point, beside: last, within: tolerance)
    {
      hidden = max(hidden, point.join)
      newest = point
      skipped += 1
      return
    }
    kept.append(point.after(hidden))
    (newest, hidden, skipped) = (nil, .line, 0)
    if kept.count == Self.capacity { thin() }
  }

  private static func isInvisible(
    _ point: Point, beside last: Point, within tolerance: Double
  ) -> Bool {
    point.join < .gap && point.join == last.join
      && last.place.distance(to: point.place) < tolerance
  }

  private mutating func thin() {
    let tolerance = (bounds?.extent ?? 0) / Double(Self.capacity)
    self.tolerance = tolerance
    leaveOut { _, point, last in Self.isInvisible(point, beside: last, within: tolerance) }
    guard kept.count > Self.capacity / 2 else { return }
    stride = stride > 1 << 40 ? stride : stride * 2
    leaveOut { index, _, _ in !index.isMultiple(of: 2) }
  }

  /// Leaves out points of those that were kept.
  ///
  /// - Parameter isLeftOut: is asked with the index of a point, the point, and the one kept before.
  private mutating func leaveOut(_ isLeftOut: (Int, Point, Point) -> Bool) {
    var left: [Point] = []
    left.reserveCapacity(Self.capacity)
    var hidden = Join.line
    for (index, point) in kept.enumerated() {
      if let last = left.last, isLeftOut(index, point, last) {
        hidden = max(hidden, point.join)
      } else {
        left.append(point.after(hidden))
        hidden = .line
      }
    }
    kept = left
  }
}

extension ThinnedTrack.Point {
  /// Returns the point with the break of those left out before it, if there was one.
  func after(_ hidden: ThinnedTrack.Join) -> Self {
    var point = self
    if hidden >= .gap { point.join = max(join, hidden) }
    return point
  }
}
