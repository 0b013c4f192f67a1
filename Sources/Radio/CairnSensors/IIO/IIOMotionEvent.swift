/// How an accelerometer is told to wake the host when it is moved.
///
/// Only events that compare with what was measured before count: one that compares with a fixed value
/// would see gravity, and nothing else.
///
/// Source: Linux, Documentation/ABI/testing/sysfs-bus-iio.
public struct IIOMotionEvent: Hashable, Sendable {
  /// Files that switch it on: one for all axes together, or one for each.
  public var switches: [String]
  /// Files with the thresholds, in units of the chip.
  public var thresholds: [String]

  /// The kernel's words for such events, the best first.
  private static let kinds = ["roc", "mag_referenced", "mag_adaptive", "mag"]
  /// Chips whose plain thresholds are of changes as well.
  ///
  /// Source: ST AN5040, LSM6DSL, wake-up by a slope filter; the driver calls it "thresh".
  private static let slopeChips = ["lsm6ds"]
  private static let folder = "events/in_accel"

  /// Finds the event among the files of a device.
  ///
  /// - Parameters:
  ///   - files: as for `IIODescription`, those of `events` with that before them.
  ///   - chip: the kernel's name of the device.
  init?(files: Set<String>, chip: String) {
    let kinds =
      Self.kinds + (Self.slopeChips.contains { chip.hasPrefix($0) } ? ["thresh"] : [])
    for kind in kinds {
      for direction in ["_rising", "_either", ""] {
        let ending = "_\(kind)\(direction)"
        guard let switches = Self.switches(files, ending) else { continue }
        let thresholds = switches.compactMap { file in
          let own = file.dropLast("_en".count) + "_value"
          let common = "\(Self.folder)\(ending)_value"
          return [String(own), common].first { files.contains($0) }
        }
        guard thresholds.count == switches.count else { continue }
        self.switches = switches
        self.thresholds = Array(Set(thresholds)).sorted()
        return
      }
    }
    return nil
  }

  private static func switches(_ files: Set<String>, _ ending: String) -> [String]? {
    let together = ["_x|y|z", "_x&y&z", ""].map { "\(folder)\($0)\(ending)_en" }
    if let file = together.first(where: { files.contains($0) }) { return [file] }
    let apart = ["x", "y", "z"].map { "\(folder)_\($0)\(ending)_en" }
    return apart.allSatisfy { files.contains($0) } ? apart : nil
  }
}
