/// Reads what sysfs says about devices, without udev.
struct Sysfs {
  /// Where sysfs is mounted, usually `/sys`; tests use their own folder.
  let root: String

  static let subsystems = ["tty", "gnss", "pps"]

  /// Returns the syspaths of all devices in the watched subsystems, except ttys without a bus, such
  /// as virtual consoles and fixed ttyS entries: 68 of them on a bare machine.
  func devices() -> [String] {
    Self.subsystems.flatMap { subsystem -> [String] in
      let folder = "\(root)/class/\(subsystem)"
      return FileSystem.entries(folder).sorted().compactMap { name in
        guard let path = FileSystem.canonical("\(folder)/\(name)"),
          subsystem != "tty" || FileSystem.status("\(path)/device") != nil
        else { return nil }
        return path
      }
    }
  }

  /// Returns the facts of a device; `nil` if it is gone or its subsystem is not watched.
  func facts(_ syspath: String) -> DeviceFacts? {
    guard let subsystem = FileSystem.link("\(syspath)/subsystem")?.split(separator: "/").last,
      Self.subsystems.contains(String(subsystem))
    else { return nil }
    let name = Self.value("DEVNAME", in: "\(syspath)/uevent")
    var facts = DeviceFacts(
      syspath: syspath, subsystem: String(subsystem), node: name.map { "/dev/\($0)" })
    if subsystem == "gnss" { facts.gnssType = FileSystem.line("\(syspath)/type") }
    var folder = syspath
    let top = FileSystem.canonical("\(root)/devices") ?? "\(root)/devices"
    while let slash = folder.lastIndex(of: "/"), folder.hasPrefix(top + "/") {
      if facts.driver == nil, let link = FileSystem.link("\(folder)/driver") {
        facts.driver = link.split(separator: "/").last.map(String.init)
      }
      if facts.usbInterfaceNumber == nil {
        facts.usbInterfaceNumber = FileSystem.line("\(folder)/bInterfaceNumber")
      }
      if FileSystem.status("\(folder)/idVendor") != nil {
        for key in ["idVendor", "idProduct", "manufacturer", "product", "serial"] {
          facts.usbAttributes[key] = FileSystem.line("\(folder)/\(key)")
        }
        break
      }
      folder = String(folder[..<slash])
    }
    return facts
  }

  private static func value(_ key: String, in path: String) -> String? {
    guard let bytes = FileSystem.read(path) else { return nil }
    for line in bytes.split(separator: 10) where line.starts(with: "\(key)=".utf8) {
      return String(decoding: line.dropFirst(key.utf8.count + 1), as: UTF8.self)
    }
    return nil
  }
}
