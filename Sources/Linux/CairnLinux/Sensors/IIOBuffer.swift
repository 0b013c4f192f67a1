internal import CCairnLinux
public import CairnTypes

/// Settings of a device's buffer: channels, frequency and watermark.
public struct IIOBufferSetup: Hashable, Sendable {
  /// The device, such as `iio:device0`.
  public var device: String
  /// The name of the chip, to find a trigger by.
  public var name: String
  /// The channels that are written; all others are switched off.
  public var channels: Set<String>
  /// The file for the measurements per second; `nil` leaves the frequency unchanged.
  public var frequencyFile: String?
  /// Measurements per second.
  public var frequency: Double
  /// Scans that a device may keep to itself before it wakes the host.
  public var watermark: Int

  /// Creates a setup; the properties describe the values.
  public init(
    device: String, name: String, channels: Set<String>, frequencyFile: String?,
    frequency: Double, watermark: Int
  ) {
    self.device = device
    self.name = name
    self.channels = channels
    self.frequencyFile = frequencyFile
    self.frequency = frequency
    self.watermark = watermark
  }
}

/// The buffer of one device, in which the kernel collects scans.
///
/// Sensors with a memory of their own wake the host only when `watermark` scans wait. One program
/// at a time can have a device's buffer.
///
/// Isolation: opened and ended on any thread, because both may block; otherwise the event loop.
public final class IIOBuffer: Sendable {
  /// Scans that the kernel keeps for a reader that is late.
  private static let length = 512

  /// Settings with which the buffer was opened.
  public let setup: IIOBufferSetup
  private let folders: IIOFolders
  private let descriptor: Int32

  /// Opens a device and lets it write. May block.
  ///
  /// - Throws: `.open` when the rights are missing or another program has the buffer, `.write` when
  ///   the kernel refuses a setting that is needed.
  public init(_ setup: IIOBufferSetup, in folders: IIOFolders) throws(DeviceError) {
    self.setup = setup
    self.folders = folders
    let node = folders.node(of: setup.device)
    // This comes first: it fails while another program has the buffer, which is then left alone.
    let opened = unsafe cairnlinux_open(
      node, Int32(cairnlinux_open_read) | Int32(cairnlinux_open_nonblocking))
    guard opened >= 0 else { throw DeviceError(.open, path: node, code: -opened) }
    descriptor = opened
    do throws(DeviceError) {
      try prepare()
    } catch {
      end()
      throw error
    }
  }

  deinit { _ = cairnlinux_close(descriptor) }

  private func prepare() throws(DeviceError) {
    let files = folders.files(of: setup.device)
    try write("0", to: "buffer/enable")
    for file in files.sorted() where file.hasPrefix("scan_elements/") && file.hasSuffix("_en") {
      let channel = String(file.dropFirst("scan_elements/".utf8.count).dropLast(3))
      try write(setup.channels.contains(channel) ? "1" : "0", to: file)
    }
    // Devices without the following settings work with their own.
    optionally("boottime", to: "current_timestamp_clock", files)
    if let file = setup.frequencyFile {
      optionally(setup.frequency.text(places: 6), to: file, files)
    }
    if files.contains("trigger/current_trigger"),
      FileSystem.line(folders.path("trigger/current_trigger", of: setup.device)) == nil,
      let trigger = folders.trigger(of: setup.device, named: setup.name)
    {
      optionally(trigger, to: "trigger/current_trigger", files)
    }
    optionally("\(max(Self.length, setup.watermark * 4))", to: "buffer/length", files)
    optionally("\(setup.watermark)", to: "buffer/watermark", files)
    try write("1", to: "buffer/enable")
  }

  private func write(_ text: String, to file: String) throws(DeviceError) {
    try FileSystem.write(text, to: folders.path(file, of: setup.device))
  }

  private func optionally(_ text: String, to file: String, _ files: Set<String>) {
    guard files.contains(file) else { return }
    do throws(DeviceError) { try write(text, to: file) } catch {}
  }

  /// Lets the device stop. May block.
  public func end() {
    do throws(DeviceError) { try write("0", to: "buffer/enable") } catch {}
  }

  /// Reads the waiting scans, up to a limit; empty if none wait.
  ///
  /// - Throws: `.read` when the device is gone.
  public func read() throws(DeviceError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe cairnlinux_read(descriptor, $0.baseAddress, $0.count)
    }
    if count == -Int(cairnlinux_EAGAIN) { return [] }
    guard count > 0 else {
      let code = count == 0 ? Int32(cairnlinux_ENODEV) : Int32(-count)
      throw DeviceError(.read, path: folders.node(of: setup.device), code: code)
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
