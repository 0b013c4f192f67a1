package import CairnUpdates

/// A file of regions, as GeoJSON or comma-separated values.
package struct RegionFile {
  /// Largest file that is read, in bytes.
  private static let maximumSize = 32 << 20
  /// Each region takes three quarters of a kilobyte in the monitor.
  fileprivate static let maximumRegions = 250_000

  private let name: String
  private let bytes: [UInt8]

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: `-` reads standard input.
  ///   - progress: as for `CaptureInput.init`.
  /// - Throws: a one-line message that says what to do.
  package init(path: String, progress: ((String) -> Void)?) throws(CommandFailure) {
    name = path == "-" ? "standard input" : path
    bytes = try CaptureInput.whole(path, limit: Self.maximumSize, progress: progress)
  }

  /// Returns all regions in the file.
  ///
  /// - Throws: a one-line message that says where the file is wrong, and how.
  package func regions() throws(CommandFailure) -> [Region] {
    let monitor = try monitor(MonitoringOptions())
    return monitor.identifiers.compactMap { monitor.region($0) }
  }

  /// Returns a monitor of all regions in the file.
  ///
  /// - Throws: a one-line message that says where the file is wrong, and how.
  package func monitor(_ options: MonitoringOptions) throws(CommandFailure) -> RegionMonitor {
    let isJSON = bytes.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D } == 0x7B
    let regions: [PlacedRegion]
    do throws(RegionFileError) {
      regions = isJSON ? try GeoJSONRegions.read(bytes) : try CSVRegions.read(bytes)
    } catch {
      throw CommandFailure(message: "\(name), \(error.place): \(error.reason)")
    }
    guard !regions.isEmpty else { throw CommandFailure(message: "\(name) has no regions") }
    var monitor = RegionMonitor()
    for placed in regions {
      let region = placed.region
      guard monitor.region(region.identifier) == nil else {
        throw CommandFailure(
          message: "\(name), \(placed.place): there are two regions \"\(region.identifier)\"; "
            + "rename one")
      }
      do throws(RegionError) {
        try monitor.add(region, options: options)
      } catch {
        throw CommandFailure(message: "\(name), \(placed.place): \(error.words)")
      }
    }
    return monitor
  }
}

/// A region and its place in the file.
struct PlacedRegion {
  let region: Region
  /// For messages: `line 7` or `feature 7`, counted from 1.
  let place: String
}

/// Why a file is not a list of regions.
struct RegionFileError: Error {
  /// Where the file is wrong, for messages.
  let place: String
  /// What is wrong and what to do.
  let reason: String
}

extension RegionError {
  fileprivate var words: String {
    if case .coordinate = self { return "\(explanation); GeoJSON puts longitude first" }
    return explanation
  }
}

extension [PlacedRegion] {
  /// Appends a region, up to `RegionFile.maximumRegions` of them.
  mutating func add(_ placed: PlacedRegion) throws(RegionFileError) {
    guard count < RegionFile.maximumRegions else {
      throw RegionFileError(
        place: placed.place,
        reason:
          "more than \(RegionFile.maximumRegions) regions, which is the limit; divide the file")
    }
    append(placed)
  }
}
