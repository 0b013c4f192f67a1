internal import CairnTypes
internal import CairnUpdates

/// What fixes region monitoring needs, by how far the nearest boundary is: coarse and seldom ones far away.
///
/// In a few steps, so that a plan holds for a while.
struct RegionNeed: Hashable {
  /// Metres, 68 %.
  var accuracy = Self.accuracies[1]
  var interval = Duration.seconds(1)

  private static let accuracies: [Double] = [10, 100, 300, 1000, 3000]
  private static let intervals: [Int] = [1, 5, 20, 60, 300, 900]
  /// Metres per second: a device that may be in a car.
  private static let maximumSpeed = 40.0

  /// A position soon, of which nobody knows yet how good it must be.
  init() {}

  /// - Parameters:
  ///   - monitor: after its last fix.
  ///   - now: the boot clock.
  init(of monitor: RegionMonitor, at now: MonotonicTime) {
    guard let nearest = monitor.nearestBoundary,
      let next = monitor.nextFixNeeded(at: now, maximumSpeed: Self.maximumSpeed)
    else { return }
    // A fix that is half as exact as the boundary is far tells the side.
    accuracy = Self.accuracies.last { $0 <= nearest / 2 } ?? Self.accuracies[0]
    // An event may be late by the responsiveness, and takes two fixes.
    let slowest = (monitor.responsiveness ?? Defaults.regionResponsiveness).inSeconds / 3
    let seconds = max((next - now).inSeconds, monitor.nextDeadline == nil ? slowest : 5)
    interval = .seconds(Self.intervals.last { Double($0) <= seconds } ?? 1)
  }
}
