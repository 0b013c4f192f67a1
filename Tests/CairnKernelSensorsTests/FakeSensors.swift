import CairnLinux
import CairnTestSupport
import CairnTypes
import Glibc

@testable import CairnKernelSensors

/// Runs what may block at once, so that tests need no threads.
struct InlineWorker: BackgroundWorker {
  let loop: EventLoop

  func run<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, then: @escaping (Value) -> Void
  ) {
    let (value, then) = (work(), Carried(then))
    loop.post { then.value(value) }
  }
}

/// A made tree of sysfs with three sensors, whose buffers are pipes.
final class FakeSensors {
  static let words = ["accel", "anglvel", "magn"]
  let folder: TemporaryFolder
  var folders: IIOFolders { IIOFolders(sysfs: folder.path, nodes: folder.path) }
  private var pipes: [Int32] = []
  private var eventPipe: Int32 = -1

  /// Makes sensors for the kernel's words of what is measured, with or without nodes for buffers.
  init(_ words: [String] = FakeSensors.words, hasBuffers: Bool = true) throws {
    folder = try TemporaryFolder()
    for (number, word) in words.enumerated() {
      let device = "bus/iio/devices/iio:device\(number)"
      func write(_ text: String, _ file: String) throws {
        try folder.write(text, to: "\(device)/\(file)")
      }
      try write("\(word)_3d\n", "name")
      try write("0.001\n", "in_\(word)_scale")
      try write("realtime\n", "current_timestamp_clock")
      try write("10.000000\n", "sampling_frequency")
      for (index, axis) in ["x", "y", "z"].enumerated() {
        try write("0\n", "in_\(word)_\(axis)_raw")
        try write("0\n", "scan_elements/in_\(word)_\(axis)_en")
        try write("\(index)\n", "scan_elements/in_\(word)_\(axis)_index")
        try write("le:s32/32>>0\n", "scan_elements/in_\(word)_\(axis)_type")
      }
      try write("0\n", "scan_elements/in_timestamp_en")
      try write("3\n", "scan_elements/in_timestamp_index")
      try write("le:s64/64>>0\n", "scan_elements/in_timestamp_type")
      for (file, text) in [("enable", "0"), ("length", "2   "), ("watermark", "1  ")] {
        try write(text, "buffer/\(file)")
      }
      guard hasBuffers else { continue }
      let node = "\(folder.path)/iio:device\(number)"
      mkfifo(node, 0o600)
      // Open for both, so that the pipe has no end before a reader comes. A program that another test starts
      // must not hold it: it would have no end after this one is closed.
      pipes.append(open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC))
    }
  }

  deinit { for pipe in pipes + [eventPipe] { close(pipe) } }

  /// Gives a sensor motion events; returns the path of a pipe that they come from.
  func addEvents(_ number: Int = 0) throws -> String {
    let device = "bus/iio/devices/iio:device\(number)/events"
    try folder.write("0\n", to: "\(device)/in_accel_x&y&z_roc_rising_en")
    try folder.write("0\n", to: "\(device)/in_accel_x&y&z_roc_rising_value")
    let node = "\(folder.path)/events\(number)"
    mkfifo(node, 0o600)
    eventPipe = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    return node
  }

  /// The chip notices that it is moved.
  func pushEvent() {
    let bytes = [UInt8](repeating: 1, count: 16)
    _ = bytes.withUnsafeBytes { Glibc.write(eventPipe, $0.baseAddress, $0.count) }
  }

  /// The text of a device's file.
  func text(_ file: String, of number: Int) -> String? {
    folders.text(file, of: "iio:device\(number)")
  }

  /// Sets the raw numbers of a sensor.
  func set(_ number: Int, _ raw: (Double, Double, Double)) throws {
    let word = Self.words[number]
    for (axis, value) in [("x", raw.0), ("y", raw.1), ("z", raw.2)] {
      try folder.write(
        "\(Int(value))\n", to: "bus/iio/devices/iio:device\(number)/in_\(word)_\(axis)_raw")
    }
  }

  /// Puts a scan into a sensor's buffer.
  func push(_ number: Int, _ raw: (Double, Double, Double), at time: MonotonicTime) {
    var bytes: [UInt8] = []
    for value in [raw.0, raw.1, raw.2] {
      withUnsafeBytes(of: Int32(value.rounded()).littleEndian) { bytes += $0 }
    }
    bytes += [0, 0, 0, 0]
    withUnsafeBytes(of: time.nanoseconds.littleEndian) { bytes += $0 }
    _ = bytes.withUnsafeBytes { Glibc.write(pipes[number], $0.baseAddress, $0.count) }
  }

  /// Takes a sensor away while it is read.
  func remove(_ number: Int) throws {
    close(pipes[number])
    pipes[number] = -1
    try folder.remove("iio:device\(number)")
    try folder.remove("bus/iio/devices/iio:device\(number)")
  }
}
