internal import CairnDBus
internal import CairnTypes

/// A position as a program reads it: it never changes.
struct GeoClueLocation: Equatable, Sendable {
  /// Metres that are said at least: some programs take 0 for something else than an accuracy.
  private static let leastAccuracy = 0.01
  private static let unknownAltitude = -Double.greatestFiniteMagnitude

  let fix: Location
  /// Whether radii are said at 95 %, as browsers define them, instead of 68 %.
  let isAt95: Bool
  /// UTC of the position, where the receiver has told it, else of its arrival; `nil` without a clock.
  let timestamp: Timestamp?

  /// Values by the names of the properties.
  var properties: KeyValuePairs<String, DBusValue> {
    [
      "Latitude": .double(fix.coordinate.latitude),
      "Longitude": .double(fix.coordinate.longitude),
      "Accuracy": .double(
        max(Self.leastAccuracy, fix.horizontalAccuracy * (isAt95 ? Confidence.plane : 1))),
      "Altitude": .double(fix.altitude ?? Self.unknownAltitude),
      "Speed": .double(fix.speed ?? -1),
      "Heading": .double(fix.course ?? -1),
      "Description": .string(description),
      "Timestamp": .structure([.uint64(seconds), .uint64(microseconds)]),
    ]
  }

  private var nanoseconds: Int64 { timestamp?.nanosecondsSince1970 ?? 0 }

  private var seconds: UInt64 {
    UInt64(clamping: nanoseconds / 1_000_000_000)
  }

  private var microseconds: UInt64 {
    UInt64(clamping: nanoseconds % 1_000_000_000 / 1000)
  }

  /// How the position was found, for a person.
  private var description: String {
    fix.source.flags.contains(.reduced) ? "coarse" : fix.source.technology.title
  }
}

extension Technology {
  fileprivate var title: String {
    switch self {
    case .gnss: "satellites"
    case .wifi: "Wi-Fi"
    case .cellular: "cells"
    case .fixed: "a known place"
    default: "\(self)"
    }
  }
}
