internal import CCairnLinux

/// The system calls on GPIO chips, so that a test can substitute its own chip. Each returns a
/// negated errno on failure.
struct GPIOKernel {
  var open: (_ path: String) -> Int32
  var close: (_ descriptor: Int32) -> Void
  /// Returns 1 if the chip has this name or label.
  var isChip: (_ descriptor: Int32, _ name: String) -> Int32
  /// Returns the offset of the line with this name.
  var findLine: (_ descriptor: Int32, _ name: String) -> Int
  /// Requests a line as an output and returns the descriptor that holds it.
  var request: (_ descriptor: Int32, _ offset: UInt32, _ isActiveLow: Bool, _ value: Bool) -> Int32
  var set: (_ line: Int32, _ value: Bool) -> Int32

  /// The consumer name of a held line, as `gpioinfo` prints it.
  static let consumer = "cairn"

  static var system: GPIOKernel {
    GPIOKernel(
      open: { unsafe cairnlinux_open($0, Int32(cairnlinux_open_read | cairnlinux_open_write)) },
      close: { _ = cairnlinux_close($0) },
      isChip: { unsafe cairnlinux_gpio_is_chip($0, $1) },
      findLine: { unsafe cairnlinux_gpio_find_line($0, $1) },
      request: { unsafe cairnlinux_gpio_request_output($0, $1, $2 ? 1 : 0, $3 ? 1 : 0, consumer) },
      set: { cairnlinux_gpio_set($0, $1 ? 1 : 0) })
  }
}
