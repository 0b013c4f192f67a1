internal import CCairnLinux
public import CairnTypes

/// A line of a GPIO chip, identified by properties that survive a restart of the system.
public struct GPIOLine: Hashable, Sendable {
  /// How a line is found on its chip.
  public enum Place: Hashable, Sendable {
    case offset(UInt32)
    /// The name that the device tree or the driver gives the line.
    case name(String)
  }

  /// The chip's label, or its name such as `gpiochip0`, which may change with the boot order; `nil`
  /// selects the first chip that has the line.
  public var chip: String?
  /// How the line is found on its chip.
  public var place: Place
  /// Whether a low level is the active one.
  public var isActiveLow: Bool

  /// See the properties.
  public init(chip: String?, _ place: Place, isActiveLow: Bool = false) {
    self.chip = chip
    self.place = place
    self.isActiveLow = isActiveLow
  }

  /// The prefix of every line's name in errors.
  static let prefix = "GPIO "

  /// The name shown to people: `GPIO pinctrl-bcm2711 line 17`.
  var words: String {
    let line =
      switch place {
      case .offset(let offset): "line \(offset)"
      case .name(let name): "line \(name)"
      }
    return "\(Self.prefix)\(chip.map { "\($0) " } ?? "")\(line)"
  }
}

/// A supply that a GPIO line switches; the active level means on.
///
/// The switch requests its line at the first switching, with the wanted level, so that a running
/// device is not disturbed. It holds the line, as consumer `cairn`, for its own lifetime. After
/// that the chip decides, as the kernel documents: most chips keep the level; some turn the line
/// into an input, and a resistor on the board decides. To keep a device off, keep its switch.
///
/// Source: Linux, `include/uapi/linux/gpio.h`, version 2 of the interface (5.10 and later).
public final class GPIOSwitch: SupplySwitch {
  public private(set) var isOn: Bool?
  private let line: GPIOLine
  private let folder: String
  private let kernel: GPIOKernel
  private var held: Int32?

  /// Creates a switch that has not requested its line yet.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - devices: the directory with the `gpiochipN` nodes.
  public convenience init(_ line: GPIOLine, devices: String = "/dev") {
    self.init(line, devices: devices, kernel: .system)
  }

  init(_ line: GPIOLine, devices: String, kernel: GPIOKernel) {
    self.line = line
    folder = devices
    self.kernel = kernel
  }

  deinit { if let held { kernel.close(held) } }

  public func set(isOn: Bool) throws(DeviceError) {
    if let held {
      let result = kernel.set(held, isOn)
      guard result >= 0 else {
        // If the chip was unplugged, it comes back as another one.
        kernel.close(held)
        self.held = nil
        throw DeviceError(.write, path: line.words, code: -result)
      }
    } else {
      held = try request(isOn)
    }
    self.isOn = isOn
  }

  /// Opens one chip after another until one has the line.
  private func request(_ value: Bool) throws(DeviceError) -> Int32 {
    var failure = DeviceError(.open, path: line.words, code: Int32(cairnlinux_ENOENT))
    for name in FileSystem.entries(folder).filter({ $0.hasPrefix("gpiochip") }).sorted() {
      let path = "\(folder)/\(name)"
      let chip = kernel.open(path)
      guard chip >= 0 else {
        // This may be the right chip, so its open error says more than "not found".
        failure = DeviceError(.open, path: path, code: -chip)
        continue
      }
      defer { kernel.close(chip) }
      guard let offset = try offset(on: chip) else { continue }
      let held = kernel.request(chip, offset, line.isActiveLow, value)
      guard held >= 0 else { throw DeviceError(.configure, path: line.words, code: -held) }
      return held
    }
    throw failure
  }

  /// Returns the offset of the line on this chip; `nil` if the line is on another chip.
  private func offset(on chip: Int32) throws(DeviceError) -> UInt32? {
    if let name = line.chip, kernel.isChip(chip, name) != 1 { return nil }
    switch line.place {
    case .offset(let offset): return offset
    case .name(let name):
      let offset = kernel.findLine(chip, name)
      if offset == -Int(cairnlinux_ENOTUNIQ) {
        throw DeviceError(.open, path: line.words, code: cairnlinux_ENOTUNIQ)
      }
      return UInt32(exactly: offset)
    }
  }
}
