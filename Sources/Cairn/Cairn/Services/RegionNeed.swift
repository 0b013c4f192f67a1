internal import CairnTypes
internal import CairnUpdates

/// The fixes that region monitoring needs: the farther the nearest boundary, the coarser and rarer.
///
/// Changes in a few steps, so that a plan stays valid for a while.
struct RegionNeed: Hashable {
  /// Metres, 68 %.
  var accuracy = Self.accuracies[1]
  var interval = Duration.seconds(1)

  private static let accuracies: [Double] = [10, 100, 300, 1000, 3000]
  private static let intervals: [Int] = [1, 5, 20, 60, 300, 900]
  /// Metres per second: the speed of a device that may be in a car.
  private static let maximumSpeed = 40.0

  /// Asks for one position soon, while the necessary accuracy is unknown.
  init() {}

  /// - monitor: the state after its last fix.
  /// - now: the boot clock.
  ///   - now: the boot clock.
  init(of monitor: RegionMonitor, at now: MonotonicTime) {
    guard let nearest = monitor.nearestBoundary,
      let next = monitor.nextFixNeeded(at: now, maximumSpeed: Self.maximumSpeed)
    else { return }
    // A fix with half the boundary's distance as its radius tells the side.
    accuracy = Self.accuracies.last { $0 <= nearest / 2 } ?? Self.accuracies[0]
    // An event may be late by the responsiveness, and takes two fixes.
    let slowest = (monitor.responsiveness ?? Defaults.regionResponsiveness).inSeconds / 3
    let seconds = max((next - now).inSeconds, monitor.nextDeadline == nil ? slowest : 5)
    interval = .seconds(Self.intervals.last { Double($0) <= seconds } ?? 1)
  }
}
