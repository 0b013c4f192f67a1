import CairnTypes
import Glibc

/// What is drawn of both tracks, in the coordinates of the picture, without what would overlap.
struct TrackLayers {
  struct Circle {
    let center: SVGText.Place
    let radius: Double
  }

  struct Rest {
    let place: SVGText.Place
    var seconds: Double
    var isLabelled = false

    var text: String { TrackLayers.span(seconds) }
  }

  private static let mostCircles = 200
  private static let mostLabels = 12
  /// Points of a line that are closer to the last one are left out.
  private static let leastStep = 0.7
  /// Rests that are closer to each other have one mark.
  private static let restSpace = 16.0

  /// The pieces of the raw track.
  private(set) var rawWays: [[SVGText.Place]] = []
  /// The pieces of the delivered track, by kind.
  private(set) var tracks: [ThinnedTrack.Join: [[SVGText.Place]]] = [:]
  private(set) var circles: [Circle] = []
  private(set) var rests: [Rest] = []
  private(set) var start: SVGText.Place?
  private(set) var end: SVGText.Place?

  init(_ plot: TrackPlot, _ frame: MapFrame) {
    rawWays = Self.pieces(plot.raw, frame)[.line] ?? []
    tracks = Self.pieces(plot.filtered, frame)
    let points = plot.filtered.points
    start = points.first.map { frame.place($0.place) }
    end = points.last.map { frame.place($0.place) }
    addCircles(points, frame)
    addRests(plot.rests, frame)
  }

  /// Returns the pieces between breaks, by kind; each begins where the one before ended.
  private static func pieces(
    _ track: ThinnedTrack, _ frame: MapFrame
  ) -> [ThinnedTrack.Join: [[SVGText.Place]]] {
    var result: [ThinnedTrack.Join: [[SVGText.Place]]] = [:]
    var piece: [SVGText.Place] = []
    var kind = ThinnedTrack.Join.none
    var last: SVGText.Place?
    // Left out, unless the piece ends with it.
    var skipped: SVGText.Place?
    func finish() {
      if let skipped { piece.append(skipped) }
      if kind != .none, piece.count > 1 { result[kind, default: []].append(piece) }
    }
    for point in track.points {
      let place = frame.place(point.place)
      if point.join != kind || kind == .gap {
        finish()
        kind = point.join
        piece = kind == .none ? [place] : [last ?? place, place]
        skipped = nil
      } else if let end = piece.last, hypot(place.x - end.x, place.y - end.y) < leastStep {
        skipped = place
      } else {
        piece.append(place)
        skipped = nil
      }
      // What begins anew may go on with a line.
      if kind == .none { kind = .line }
      last = place
    }
    finish()
    return result
  }

  /// Returns the dots of a track, one for each dot's width.
  static func dots(_ track: ThinnedTrack, _ frame: MapFrame) -> [SVGText.Place] {
    struct Cell: Hashable { let x, y: Double }
    var taken: Set<Cell> = []
    return track.points.map { frame.place($0.place) }.filter {
      taken.insert(Cell(x: ($0.x / 1.8).rounded(), y: ($0.y / 1.8).rounded())).inserted
    }
  }

  private mutating func addCircles(_ points: [ThinnedTrack.Point], _ frame: MapFrame) {
    // The last point always has its circle, if it can be seen.
    for point in points.suffix(1) + points {
      guard circles.count < Self.mostCircles, let metres = point.radius else { continue }
      let center = frame.place(point.place)
      let radius = frame.length(ofMetres: metres, at: point.place)
      guard radius > 4, radius < 2 * frame.width, frame.shows(center) else { continue }
      let isFree = circles.allSatisfy {
        hypot(center.x - $0.center.x, center.y - $0.center.y)
          >= max(24, 0.7 * (radius + $0.radius))
      }
      if isFree { circles.append(Circle(center: center, radius: radius)) }
    }
  }

  /// The longest rests come first, and take in those that are too near to be told apart.
  private mutating func addRests(_ found: [TrackPlot.Rest], _ frame: MapFrame) {
    for rest in found.sorted(by: { $0.seconds > $1.seconds }) {
      let place = frame.place(rest.place)
      guard frame.shows(place) else { continue }
      let near = rests.firstIndex {
        hypot($0.place.x - place.x, $0.place.y - place.y) < Self.restSpace
      }
      if let near {
        rests[near].seconds += rest.seconds
      } else {
        rests.append(Rest(place: place, seconds: rest.seconds))
      }
    }
    var labelled: [SVGText.Place] = []
    for index in rests.indices where labelled.count < Self.mostLabels {
      let place = rests[index].place
      let isFree = labelled.allSatisfy {
        abs($0.x - place.x) > 60 || abs($0.y - place.y) > 18
      }
      guard isFree else { continue }
      rests[index].isLabelled = true
      labelled.append(place)
    }
  }

  /// Returns a time for people: `45 s`, `12 min`, `3 h 20 min`, `2 d 5 h`.
  static func span(_ seconds: Double) -> String {
    let whole = Int(max(0, min(1e12, seconds.rounded())))
    let minutes = (whole + 30) / 60
    return switch whole {
    case ..<90: "\(whole) s"
    case ..<5400: "\(minutes) min"
    case ..<172_800: "\(minutes / 60) h \(minutes % 60) min"
    default: "\(whole / 86_400) d \(whole % 86_400 / 3600) h"
    }
  }
}
