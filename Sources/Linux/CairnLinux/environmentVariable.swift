internal import CCairnLinux

/// Returns the value of an environment variable; `nil` if it is not set, or if the program runs with rights that
/// its caller does not have.
package func environmentVariable(_ name: String) -> String? {
  guard let value = unsafe cairnlinux_environment(name) else { return nil }
  return unsafe String(cString: value)
}
