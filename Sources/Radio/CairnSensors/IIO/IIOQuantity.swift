/// Quantity measured by a channel of the kernel's Industrial I/O, of those that Cairn uses.
public enum IIOQuantity: UInt8, Hashable, Sendable, CaseIterable {
  case acceleration, rotationRate, magneticField, pressure

  /// The kernel's word in the names of files.
  public var word: String {
    switch self {
    case .acceleration: "accel"
    case .rotationRate: "anglvel"
    case .magneticField: "magn"
    case .pressure: "pressure"
    }
  }

  /// Factor from the kernel's unit (m/s², rad/s, gauss, kilopascal) to Cairn's (m/s², rad/s,
  /// microtesla, hectopascal).
  var unit: Double {
    switch self {
    case .acceleration, .rotationRate: 1
    case .magneticField: 100
    case .pressure: 10
    }
  }

  /// The names of its channels: along x, y and z, or one without direction.
  public var channels: [String] {
    self == .pressure ? ["in_pressure"] : ["x", "y", "z"].map { "in_\(word)_\($0)" }
  }
}
