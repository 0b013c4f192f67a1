import CairnTestSupport
import CairnTypes
import Glibc
import Testing

@testable import CairnLinux

@Suite("Buffers of the kernel's Industrial I/O")
struct IIOBufferTests {
  private let folder: TemporaryFolder
  private var folders: IIOFolders { IIOFolders(sysfs: folder.path, nodes: folder.path) }
  private let setup = IIOBufferSetup(
    device: "iio:device0", name: "chip", channels: ["in_accel_x"],
    frequencyFile: "sampling_frequency", frequency: 50, watermark: 10)

  init() throws {
    folder = try TemporaryFolder()
    for (file, text) in [
      ("name", "chip\n"), ("sampling_frequency", "10.000000"), ("buffer/enable", "1"),
      ("buffer/length", "2  "), ("buffer/watermark", "1 "), ("trigger/current_trigger", "\n"),
      ("scan_elements/in_accel_x_en", "0"), ("scan_elements/in_accel_y_en", "1"),
    ] { try folder.write(text, to: "bus/iio/devices/iio:device0/\(file)") }
    try folder.write("other-dev1\n", to: "bus/iio/devices/trigger0/name")
    try folder.write("chip-dev0\n", to: "bus/iio/devices/trigger1/name")
    #expect(mkfifo("\(folder.path)/iio:device0", 0o600) == 0)
  }

  private func text(_ file: String) -> String? { folders.text(file, of: "iio:device0") }

  @Test func `a device is set up as asked, with a trigger of its own`() throws {
    let buffer = try IIOBuffer(setup, in: folders)
    #expect(text("scan_elements/in_accel_x_en") == "1")
    #expect(text("scan_elements/in_accel_y_en") == "0", "another program's choice is undone")
    #expect(text("sampling_frequency") == "50.000000" && text("buffer/watermark") == "10")
    #expect(text("trigger/current_trigger") == "chip-dev0")
    #expect(text("buffer/enable") == "1")
    buffer.end()
    #expect(text("buffer/enable") == "0")
  }

  @Test func `waiting scans are read at once, and a device that is gone is an error`() throws {
    let writer = open("\(folder.path)/iio:device0", O_RDWR | O_NONBLOCK)
    let buffer = try IIOBuffer(setup, in: folders)
    #expect(try buffer.read().isEmpty)
    #expect(write(writer, [1, 2, 3, 4] as [UInt8], 4) == 4)
    #expect(try buffer.read() == [1, 2, 3, 4])
    close(writer)
    #expect(throws: DeviceError(.read, path: "\(folder.path)/iio:device0", code: ENODEV)) {
      try buffer.read()
    }
  }

  @Test func `without a node nothing is touched`() throws {
    try folder.remove("iio:device0")
    let error = DeviceError(.open, path: "\(folder.path)/iio:device0", code: ENOENT)
    #expect(throws: error) { try IIOBuffer(setup, in: folders) }
    #expect(text("buffer/enable") == "1" && text("scan_elements/in_accel_x_en") == "0")
    #expect(folders.obstacle(to: "iio:device0") == error)
  }

  @Test func `devices are in the order of their numbers`() throws {
    for number in [10, 2] {
      try folder.write("", to: "bus/iio/devices/iio:device\(number)/name")
    }
    #expect(folders.deviceNames() == ["iio:device0", "iio:device2", "iio:device10"])
    #expect(folders.files(of: "iio:device0").contains("scan_elements/in_accel_x_en"))
    #expect(IIOFolders(sysfs: "/nowhere").deviceNames().isEmpty)
  }
}
