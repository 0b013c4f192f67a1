internal import CCairnLinux
public import CairnTypes

/// A supply that a kernel regulator feeds, switched through the `userspace-consumer` driver.
///
/// The regulator is found by the name of the consumer's device, or by the device's `name`
/// attribute. The kernel owns it: it keeps its state when the program ends, and other consumers of
/// the regulator may keep it on.
///
/// Source: Linux, `drivers/regulator/userspace-consumer.c`: attributes `name` and `state`.
public final class RegulatorSwitch: SupplySwitch {
  public private(set) var isOn: Bool?
  private let name: String
  private let root: String

  /// Creates a switch without touching the regulator.
  ///
  /// - Parameters:
  ///   - name: the consumer's name.
  ///   - sysfs: where sysfs is mounted.
  public init(_ name: String, sysfs: String = "/sys") {
    self.name = name
    root = sysfs
  }

  public func set(isOn: Bool) throws(DeviceError) {
    let path = statePath
    let word = isOn ? "enabled" : "disabled"
    try FileSystem.write(word + "\n", to: path)
    // The driver accepts any word; only reading it back shows whether the regulator followed.
    guard FileSystem.line(path) == word else {
      throw DeviceError(.write, path: path, code: Int32(cairnlinux_EIO))
    }
    self.isOn = isOn
  }

  private var statePath: String {
    let direct = "\(root)/bus/platform/devices/\(name)/state"
    if FileSystem.status(direct) != nil { return direct }
    let folder = "\(root)/bus/platform/drivers/reg-userspace-consumer"
    for entry in FileSystem.entries(folder).sorted()
    where FileSystem.line("\(folder)/\(entry)/name") == name {
      return "\(folder)/\(entry)/state"
    }
    return direct
  }
}
