internal import CCairnLinux
public import CairnTypes

/// A supply that a regulator of the kernel feeds, switched through its `userspace-consumer` driver.
///
/// The regulator is found by the name of the consumer's device, or by what the device says in `name`. It is
/// the kernel's: it stays as it is when the program ends, and other consumers of the same regulator may keep
/// it on.
///
/// Source: Linux, `drivers/regulator/userspace-consumer.c`: attributes `name` and `state`.
public final class RegulatorSwitch: SupplySwitch {
  public private(set) var isOn: Bool?
  private let name: String
  private let root: String

  /// A switch that was not used yet.
  ///
  /// - Parameters:
  ///   - name: the consumer's.
  ///   - sysfs: where sysfs is mounted.
  public init(_ name: String, sysfs: String = "/sys") {
    self.name = name
    root = sysfs
  }

  public func set(isOn: Bool) throws(DeviceError) {
    let path = statePath
    let word = isOn ? "enabled" : "disabled"
    try FileSystem.write(word + "\n", to: path)
    // The driver takes any word: that the regulator did not follow is only seen in what it says now.
    guard FileSystem.line(path) == word else {
      throw DeviceError(.write, path: path, code: Int32(cairn_EIO))
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
