import CoreLocationCompat
import Foundation

// With a receiver: 37.566346 126.977933
// Without a receiver: nothing yet

/// Follows the sequence of updates.
@main
enum LiveUpdates {
  static func main() async throws {
    for try await update in CLLocationUpdate.liveUpdates() {
      guard let fix = update.location?.coordinate else {
        print("nothing yet")
        continue
      }
      print(fix.latitude, fix.longitude)
    }
  }
}
