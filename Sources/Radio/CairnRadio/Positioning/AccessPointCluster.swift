internal import CairnGeodesy
internal import CairnTypes

/// An access point that was heard and is known.
struct HeardAccessPoint {
  /// Where the database has it.
  var coordinate: Coordinate
  /// Metres, 68 %: the database's error.
  var accuracy: Double
  /// Signal strength, dBm.
  var signal: Double
  /// When it was heard.
  var time: MonotonicTime
}

/// Groups of access points that can be heard at one place.
enum AccessPointCluster {
  /// Returns the largest group in which no two access points are farther apart than `limit`
  /// metres; of several, the one with the strongest signal.
  ///
  /// Complete linkage: the two groups whose most distant members are nearest are merged, until
  /// none may be. Cubic in the number of access points, of which the caller limits the number.
  static func largest(of points: [HeardAccessPoint], limit: Double) -> [HeardAccessPoint] {
    var groups = points.indices.map { [$0] }
    // Distances between groups: those of their most distant members.
    var distances = points.map { a in
      points.map { b in a.coordinate.distance(to: b.coordinate) }
    }
    var live = Array(points.indices)
    while let (a, b) = nearest(live, distances, limit) {
      groups[a] += groups[b]
      groups[b] = []
      live.removeAll { $0 == b }
      for other in live {
        let farthest = max(distances[a][other], distances[b][other])
        distances[a][other] = farthest
        distances[other][a] = farthest
      }
    }
    let best = groups.max { a, b in
      (a.count, strongest(a, points)) < (b.count, strongest(b, points))
    }
    return (best ?? []).map { points[$0] }
  }

  /// Returns the two nearest groups; `nil` if all are farther apart than `limit`.
  private static func nearest(
    _ live: [Int], _ distances: [[Double]], _ limit: Double
  ) -> (Int, Int)? {
    var best: (Int, Int)?
    var least = limit
    for (place, a) in live.enumerated() {
      for b in live[(place + 1)...] where distances[a][b] <= least {
        // Of equal distances the first pair is taken, so that the result is determined.
        if best != nil, distances[a][b] == least { continue }
        least = distances[a][b]
        best = (a, b)
      }
    }
    return best
  }

  private static func strongest(_ group: [Int], _ points: [HeardAccessPoint]) -> Double {
    group.map { points[$0].signal }.max() ?? -.infinity
  }
}
