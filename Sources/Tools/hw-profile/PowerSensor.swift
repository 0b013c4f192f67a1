import CairnFiles
import CairnLinux
import CairnTypes
import CommandSupport
import FoundationEssentials

/// A power sensor of the kernel's hwmon, such as an INA219 or INA226.
///
/// Source: Linux, Documentation/hwmon/sysfs-interface: units are µW, mV, mA and ms.
struct PowerSensor {
  /// The name that the driver gives the sensor.
  let name: String
  private let folder: String
  private let readsPower: Bool

  /// - Parameters:
  ///   - wanted: the sensor's name, or the path of its folder.
  ///   - sysfs: the path where sysfs is mounted.
  /// - Throws: a one-line message that says what to do, if there is no such sensor or several.
  init(_ wanted: String, sysfs: String) throws {
    let candidates =
      wanted.contains("/") ? [wanted] : Self.folders(sysfs).filter { Self.name(of: $0) == wanted }
    guard let folder = candidates.first else {
      let names = Self.folders(sysfs).compactMap(Self.name(of:))
      throw CommandFailure(
        message: "no sensor is called '\(wanted)' in \(sysfs)/class/hwmon; there are "
          + (names.isEmpty
            ? "none: load its driver, such as ina2xx" : names.joined(separator: ", ")))
    }
    if candidates.count > 1 {
      throw CommandFailure(
        message: "several sensors are called '\(wanted)'; name one by its path: "
          + candidates.joined(separator: ", "))
    }
    self.folder = folder
    name = Self.name(of: folder) ?? wanted
    readsPower = Self.number(folder, "power1_input") != nil
    guard try milliwatts().isFinite else {
      throw CommandFailure(message: "\(folder) gives no power; check the sensor's wiring")
    }
  }

  /// Seconds between two readings of the sensor; `nil` if it does not say.
  var interval: Double? { Self.number(folder, "update_interval").map { $0 / 1000 } }

  /// Returns the power that the sensor measures now.
  func milliwatts() throws -> Double {
    if readsPower, let microwatts = Self.number(folder, "power1_input") {
      return microwatts / 1000
    }
    guard let millivolts = Self.number(folder, "in1_input"),
      let milliamperes = Self.number(folder, "curr1_input")
    else {
      throw CommandFailure(
        message: "\(folder) has no power1_input, and not both of in1_input and curr1_input; "
          + "name the folder of a power sensor, and check that you may read it")
    }
    return millivolts * milliamperes / 1000
  }

  private static func folders(_ sysfs: String) -> [String] {
    let folder = sysfs + "/class/hwmon"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { folder + "/" + $0 }
  }

  private static func name(of folder: String) -> String? { line(folder, "name") }

  private static func number(_ folder: String, _ file: String) -> Double? {
    line(folder, file).flatMap { DecimalText.number($0) }
  }

  private static func line(_ folder: String, _ file: String) -> String? {
    guard let bytes = try? readFile(folder + "/" + file, limit: 4096) else { return nil }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).first?.trimmed
  }
}
