internal import CCairnLinux
public import CairnTypes

/// The files in which the kernel shows the devices of its Industrial I/O: sensors, above all.
///
/// Reading a measurement or setting a device may take a bus transaction for each file, and seconds
/// where a device does not answer: never on an event loop.
public struct IIOFolders: Hashable, Sendable {
  /// The most devices, and files of a device, that are looked at.
  private static let (mostDevices, mostFiles) = (64, 512)

  /// Where sysfs is mounted.
  public var sysfs: String
  /// Where nodes of devices are.
  public var nodes: String

  /// Takes other folders than the kernel's, as tests do.
  public init(sysfs: String = "/sys", nodes: String = "/dev") {
    self.sysfs = sysfs
    self.nodes = nodes
  }

  private var devices: String { "\(sysfs)/bus/iio/devices" }

  /// Returns the path of a file of a device.
  public func path(_ file: String, of device: String) -> String { "\(devices)/\(device)/\(file)" }

  /// The node through which a device's buffer is read.
  public func node(of device: String) -> String { "\(nodes)/\(device)" }

  /// The devices there are, such as `iio:device0`, in the order of their numbers.
  public func deviceNames() -> [String] { names(prefix: "iio:device") }

  private func names(prefix: String) -> [String] {
    let names = FileSystem.entries(devices).filter { $0.hasPrefix(prefix) }
    return Array(
      names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }.prefix(Self.mostDevices))
  }

  /// Returns the names of a device's files; those of `scan_elements`, `buffer`, `trigger` and `events`
  /// with that before them.
  public func files(of device: String) -> Set<String> {
    var names = FileSystem.entries("\(devices)/\(device)")
    for folder in ["scan_elements", "buffer", "trigger", "events"]
    where names.contains(folder) {
      names += FileSystem.entries(path(folder, of: device)).map { "\(folder)/\($0)" }
    }
    return Set(names.prefix(Self.mostFiles))
  }

  /// Returns the text of a file, or `nil`.
  public func text(_ file: String, of device: String) -> String? {
    FileSystem.read(path(file, of: device)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns why a device's buffer cannot be read; `nil` if it can.
  public func obstacle(to device: String) -> DeviceError? {
    let node = node(of: device)
    let flags = Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking)
    let descriptor = unsafe cairnlinux_open(node, flags)
    guard descriptor >= 0 else { return DeviceError(.open, path: node, code: -descriptor) }
    _ = cairnlinux_close(descriptor)
    let enable = path("buffer/enable", of: device)
    let writable = unsafe cairnlinux_open(enable, Int32(cairnlinux_open_write))
    guard writable >= 0 else { return DeviceError(.open, path: enable, code: -writable) }
    _ = cairnlinux_close(writable)
    return nil
  }

  /// Returns the name of a trigger that belongs to a device; `nil` without one.
  ///
  /// Source: Linux drivers name theirs `NAME-devNUMBER`.
  func trigger(of device: String, named name: String) -> String? {
    let number = device.drop { !$0.isNumber }
    return names(prefix: "trigger").compactMap { FileSystem.line(path("name", of: $0)) }
      .first { $0.hasPrefix("\(name)-dev\(number)") }
  }
}
