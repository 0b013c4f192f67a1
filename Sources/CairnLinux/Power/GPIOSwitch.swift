internal import CCairnLinux
public import CairnTypes

/// A line of a GPIO chip, by what stays the same from one start of the system to the next.
public struct GPIOLine: Hashable, Sendable {
  /// Where it is on its chip.
  public enum Place: Hashable, Sendable {
    case offset(UInt32)
    /// The name that the device tree or the driver gives it.
    case name(String)
  }

  /// The chip's label, or its name such as `gpiochip0`, which may change with the order of start; `nil`
  /// for the first chip that has a line of that name.
  public var chip: String?
  /// Where it is.
  public var place: Place
  /// Whether a low level is the active one.
  public var isActiveLow: Bool

  /// See the properties.
  public init(chip: String?, _ place: Place, isActiveLow: Bool = false) {
    self.chip = chip
    self.place = place
    self.isActiveLow = isActiveLow
  }

  /// What the name of every line begins with.
  static let prefix = "GPIO "

  /// For people: `GPIO pinctrl-bcm2711 line 17`.
  var words: String {
    let line =
      switch place {
      case .offset(let offset): "line \(offset)"
      case .name(let name): "line \(name)"
      }
    return "\(Self.prefix)\(chip.map { "\($0) " } ?? "")\(line)"
  }
}

/// A supply that a GPIO line switches: active is on.
///
/// The line is taken at the first switching, with the level that is wanted, so that a device that works is
/// not disturbed. It is held, with the consumer `cairn`, as long as the switch lives. What it does after
/// that is the chip's matter, by the kernel's rule: most keep the level, some return to an input, and then
/// a resistor of the board decides. So whoever wants a device to stay off keeps its switch.
///
/// Source: Linux, `include/uapi/linux/gpio.h`, version 2 of the interface (5.10 and later).
public final class GPIOSwitch: SupplySwitch {
  public private(set) var isOn: Bool?
  private let line: GPIOLine
  private let folder: String
  private let kernel: GPIOKernel
  private var held: Int32?

  /// A switch that has not taken its line yet.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - devices: where `gpiochipN` are.
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
        // A chip that was unplugged is another one when it comes back.
        kernel.close(held)
        self.held = nil
        throw DeviceError(.write, path: line.words, code: -result)
      }
    } else {
      held = try request(isOn)
    }
    self.isOn = isOn
  }

  /// Opens the chips one after the other until one has the line.
  private func request(_ value: Bool) throws(DeviceError) -> Int32 {
    var failure = DeviceError(.open, path: line.words, code: Int32(cairn_ENOENT))
    for name in FileSystem.entries(folder).filter({ $0.hasPrefix("gpiochip") }).sorted() {
      let path = "\(folder)/\(name)"
      let chip = kernel.open(path)
      guard chip >= 0 else {
        // It may be the one: that it cannot be opened says more than that none was found.
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

  /// Where the line is on this chip; `nil` when it is on another one.
  private func offset(on chip: Int32) throws(DeviceError) -> UInt32? {
    if let name = line.chip, kernel.isChip(chip, name) != 1 { return nil }
    switch line.place {
    case .offset(let offset): return offset
    case .name(let name):
      let offset = kernel.findLine(chip, name)
      if offset == -Int(cairn_ENOTUNIQ) {
        throw DeviceError(.open, path: line.words, code: cairn_ENOTUNIQ)
      }
      return UInt32(exactly: offset)
    }
  }
}
