import CHeap
import CairnGeodesy
import CairnTypes
import CairnUpdates
import Glibc

/// Monitors 100,000 circles in a country of 500 km by 500 km: `RegionLoop walk|jump FIXES`. The
/// device walks, or, in the worst case, is somewhere else at each fix.
///
/// The difference between two numbers of fixes, counted by callgrind, is the cost of a fix.
@main
struct RegionLoop {
  static let count = 100_000
  /// Bytes of the given shape, its boundary in metres and bounding ball: not added by the monitor.
  static let geometry = MemoryLayout<Region.Shape>.size + 17 + 32

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let fixes = Int(arguments[2]), fixes > 0,
      arguments[1] == "walk" || arguments[1] == "jump"
    else {
      print("usage: RegionLoop walk|jump FIXES")
      exit(2)
    }
    var numbers = Numbers()
    var monitor = RegionMonitor()
    let regions = (0..<count).map { index in
      Region(
        identifier: "r\(index)",
        shape: .circle(center: numbers.place(), radius: 50 + 950 * numbers.next()))
    }
    let before = heap_bytes()
    for region in regions {
      do throws(RegionError) { try monitor.add(region) } catch { fatalError("\(error)") }
    }
    let bytes = withExtendedLifetime(regions) {
      Double(heap_bytes() - before) / Double(count)
    }
    var place = numbers.place()
    var time = MonotonicTime(nanoseconds: 1)
    // The first fix decides about every region; this is a one-time cost.
    _ = monitor.receive(fix(place, time), at: time)
    var spent = 0.0
    var events = 0
    for _ in 0..<fixes {
      time = time + .seconds(1)
      // A step of 1.4 m to the north.
      if arguments[1] == "jump" { place = numbers.place() } else { place.latitude += 1.26e-5 }
      let fix = fix(place, time)
      let begin = seconds()
      events += monitor.receive(fix, at: time).count
      // Includes finding the nearest boundary of all.
      precondition(monitor.nearestBoundary != nil)
      spent += seconds() - begin
    }
    print(
      "regions=\(count)\tµs=\(spent / Double(fixes) * 1e6)"
        + "\tbytes=\(bytes - Double(geometry))\tevents=\(events)")
  }

  private static let source = LocationSource(provider: "loop", technology: .gnss, fix: .threeD)

  private static func fix(_ place: Coordinate, _ time: MonotonicTime) -> Location {
    Location(coordinate: place, horizontalAccuracy: 5, time: time, source: source)
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
  }
}

/// A random generator that gives the same numbers in every run.
struct Numbers {
  private var state: UInt64 = 1

  /// Returns a number in 0..<1.
  mutating func next() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) / Double(1 << 53 as UInt64)
  }

  mutating func place() -> Coordinate {
    Coordinate(latitude: 34 + 5 * next(), longitude: 125 + 6 * next())
  }
}
