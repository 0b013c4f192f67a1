import CairnGeodesy
import CairnTestSupport
import CairnTypes
import CairnUpdates

/// The radius of its circles' hundred metres around Seoul City Hall unless told otherwise.
func circle(
  _ identifier: String = "home", radius: Double = 100, at center: Coordinate = seoul
) -> Region {
  Region(identifier: identifier, shape: .circle(center: center, radius: radius))
}

extension MonitoringOptions {
  init(_ change: (inout MonitoringOptions) -> Void) {
    self.init()
    change(&self)
  }

  /// Every fix decides by the side on which it lies.
  static let immediate = MonitoringOptions {
    $0.dwell = .zero
    $0.confidence = 0.5
    $0.hysteresis = 0
  }
}

extension RegionMonitor {
  /// A monitor of one region.
  init(_ region: Region, _ options: MonitoringOptions = .init()) throws {
    self.init()
    try add(region, options: options)
  }

  /// Receives a fix at the moment it was measured, after every deadline before it.
  mutating func live(_ fix: Location) -> [RegionEvent] {
    var events: [RegionEvent] = []
    while let deadline = nextDeadline, deadline < fix.time { events += fire(at: deadline) }
    return events + receive(fix, at: fix.time)
  }

  /// What a walk gives: metres north of Seoul City Hall by seconds, one fix a second.
  mutating func walk(
    _ seconds: Range<Int>, accuracy: Double = 5, _ north: (Double) -> Double
  ) -> [RegionEvent] {
    seconds.flatMap { live(fix(Double($0), north: north(Double($0)), accuracy: accuracy)) }
  }
}

extension SplitMix {
  /// Of the normal distribution, by the sum of twelve even ones.
  mutating func gaussian() -> Double {
    var sum = -6.0
    for _ in 0..<12 { sum += Double.random(in: 0..<1, using: &self) }
    return sum
  }
}
