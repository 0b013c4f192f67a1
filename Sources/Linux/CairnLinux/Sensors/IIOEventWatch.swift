internal import CCairnLinux
public import CairnTypes

/// A device of the kernel's Industrial I/O that wakes the host when something happens to it.
///
/// One program at a time can have a device's events. Isolation: opened and ended on any thread, because
/// both may block; else the event loop.
public final class IIOEventWatch: Sendable {
  /// Opens the source of a device's events.
  ///
  /// - Parameter node: the path of its node.
  /// - Returns: a descriptor that the caller closes, and that does not block.
  public typealias Opening = @Sendable (_ node: String) throws(DeviceError) -> Int32

  /// Readable when there is an event.
  public let descriptor: Int32
  /// The device, such as `iio:device0`.
  public let device: String
  private let folders: IIOFolders
  private let switches: [String]

  /// Sets the thresholds and switches the events on. May block.
  ///
  /// - Parameters:
  ///   - device: the device.
  ///   - switches: the files that switch events on.
  ///   - thresholds: the files of their thresholds.
  ///   - threshold: in units of the device.
  ///   - folders: where the kernel shows it.
  ///   - opening: how the events are opened; the kernel's way by default.
  /// - Throws: `.open` when the rights are missing or another program has the device, `.configure` when
  ///   it has no events, `.write` when it refuses a threshold or a switch.
  public init(
    device: String, switches: [String], thresholds: [String], threshold: Int,
    in folders: IIOFolders, opening: Opening = IIOEventWatch.open
  ) throws(DeviceError) {
    self.device = device
    self.folders = folders
    self.switches = switches
    descriptor = try opening(folders.node(of: device))
    do throws(DeviceError) {
      for file in thresholds {
        try FileSystem.write("\(threshold)", to: folders.path(file, of: device))
      }
      for file in switches { try FileSystem.write("1", to: folders.path(file, of: device)) }
    } catch {
      end()
      throw error
    }
  }

  deinit { _ = cairnlinux_close(descriptor) }

  /// Opens the events of a node of the kernel.
  public static func open(_ node: String) throws(DeviceError) -> Int32 {
    let opened = unsafe cairnlinux_open(
      node, Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking))
    guard opened >= 0 else { throw DeviceError(.open, path: node, code: -opened) }
    defer { _ = cairnlinux_close(opened) }
    let events = cairnlinux_iio_events(opened)
    guard events >= 0 else { throw DeviceError(.configure, path: node, code: -events) }
    return events
  }

  /// Switches the events off. May block.
  public func end() {
    for file in switches {
      do throws(DeviceError) {
        try FileSystem.write("0", to: folders.path(file, of: device))
      } catch {}
    }
  }

  /// Whether the device is still there. May block.
  public var isPresent: Bool {
    switches.allSatisfy { folders.text($0, of: device) != nil }
  }

  /// Takes all events that wait.
  ///
  /// - Returns: whether there was one.
  /// - Throws: `.read` when the device is gone.
  public func take() throws(DeviceError) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
    }
    if count == -Int(cairnlinux_EAGAIN) { return false }
    guard count > 0 else {
      let code = count == 0 ? Int32(cairnlinux_ENODEV) : Int32(-count)
      throw DeviceError(.read, path: folders.node(of: device), code: code)
    }
    return true
  }
}
