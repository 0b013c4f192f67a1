internal import Cairn
internal import CairnFoundation
internal import CairnTypes
internal import Foundation

extension Date {
  /// Creates the date of a moment of the boot clock; every date that a program gets is made here.
  ///
  /// It is `utc` if that agrees with the system's clock to within a second, otherwise the system's
  /// clock. So `timeIntervalSinceNow` gives the age, and dates can be compared with each other.
  ///
  /// - Parameters:
  ///   - time: the moment.
  ///   - utc: the same moment by the receiver; `nil` if unknown.
  ///   - now: the present time of the boot clock.
  init(_ time: MonotonicTime, utc: Timestamp? = nil, at now: MonotonicTime) {
    let system = Date(timeIntervalSinceNow: (time - now).inSeconds)
    let exact = utc.map { Date($0) }
    self = exact.flatMap { $0.timeIntervalSince(system).magnitude < 1 ? $0 : nil } ?? system
  }
}
