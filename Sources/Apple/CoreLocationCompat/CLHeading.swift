internal import Cairn
internal import CairnTypes
public import Foundation

/// A component of the magnetic field, in microtesla.
public typealias CLHeadingComponentValue = Double

/// The direction in which the device points.
///
/// `@unchecked Sendable`: a class open to subclassing needs it; what it stores is constant.
open class CLHeading: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  private let heading: Heading?
  private let date: Date

  /// Degrees from magnetic north, 0..<360.
  open var magneticHeading: CLLocationDirection { heading?.magneticHeading ?? -1 }
  /// Degrees from true north; negative until a position is known.
  open var trueHeading: CLLocationDirection { heading?.trueHeading ?? -1 }
  /// Degrees, 68 %; negative while uncalibrated or disturbed.
  open var headingAccuracy: CLLocationDirection { heading?.accuracy ?? -1 }
  /// The magnetic field towards the right of the device; 0 where the compass does not tell it.
  open var x: CLHeadingComponentValue { heading?.field?.x ?? 0 }
  /// The magnetic field towards the top of the device; 0 where the compass does not tell it.
  open var y: CLHeadingComponentValue { heading?.field?.y ?? 0 }
  /// The magnetic field out of the device's face; 0 where the compass does not tell it.
  open var z: CLHeadingComponentValue { heading?.field?.z ?? 0 }
  /// When the heading was measured, by the system's clock.
  open var timestamp: Date { date }

  /// Creates a heading about which nothing is known, for subclasses that replace its properties.
  public override init() {
    heading = nil
    date = Date()
  }

  init(_ heading: Heading, at now: MonotonicTime) {
    self.heading = heading
    date = Date(heading.time, at: now)
  }

  open override var description: String {
    let directions = String(
      format: "magneticHeading %.2f trueHeading %.2f accuracy %.2f", magneticHeading, trueHeading,
      headingAccuracy)
    return "\(directions) x \(x) y \(y) z \(z) @ \(timestamp.described)"
  }

  public static var supportsSecureCoding: Bool { true }

  open func copy(with zone: NSZone? = nil) -> Any { self }

  public required init?(coder: NSCoder) {
    func known(_ key: String) -> Double? {
      let value = coder.decodeDouble(forKey: key)
      return value < 0 ? nil : value
    }
    let field = Heading.Field(
      x: coder.decodeDouble(forKey: "x"), y: coder.decodeDouble(forKey: "y"),
      z: coder.decodeDouble(forKey: "z"))
    heading = known("magneticHeading").map {
      Heading(
        magneticHeading: $0, trueHeading: known("trueHeading"), accuracy: known("accuracy"),
        field: field, time: MonotonicTime(nanoseconds: 0))
    }
    date = coder.decodeDate(forKey: "timestamp")
  }

  open func encode(with coder: NSCoder) {
    coder.encode(magneticHeading, forKey: "magneticHeading")
    coder.encode(trueHeading, forKey: "trueHeading")
    coder.encode(headingAccuracy, forKey: "accuracy")
    coder.encode(x, forKey: "x")
    coder.encode(y, forKey: "y")
    coder.encode(z, forKey: "z")
    coder.encode(timestamp, forKey: "timestamp")
  }
}

/// How a device is held, for headings that count from its top.
public enum CLDeviceOrientation: Int32, Sendable {
  case unknown = 0
  case portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown
}

extension CLDeviceOrientation {
  /// The edge on top; `nil` for a device that lies.
  var cairn: DeviceOrientation? {
    switch self {
    case .portrait: .portrait
    case .portraitUpsideDown: .portraitUpsideDown
    case .landscapeLeft: .landscapeLeft
    case .landscapeRight: .landscapeRight
    case .unknown, .faceUp, .faceDown: nil
    }
  }
}
