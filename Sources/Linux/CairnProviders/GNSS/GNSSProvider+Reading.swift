internal import CairnTypes

extension GNSSProvider {
  /// How long a burst of bytes may accumulate before it is read: less for a finer accuracy.
  ///
  /// At 115,200 baud, 10 ms save seven of eight wake-ups.
  static func quantum(for accuracy: DesiredAccuracy) -> Duration {
    switch accuracy.level {
    case .bestForNavigation, .best: .zero
    case .metres(let metres) where metres <= 10: .milliseconds(5)
    case .metres, .reduced: .milliseconds(10)
    }
  }
}
