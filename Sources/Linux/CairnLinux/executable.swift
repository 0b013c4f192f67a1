internal import CCairnLinux

/// Returns the path of this process's executable; `nil` if the kernel does not provide it.
public func executableOfProcess() -> String? { executableOfProcess("self") }

/// Returns the path of the executable of a process by its name in `/proc`; `nil` if it is hidden.
func executableOfProcess(_ process: String) -> String? {
  guard let path = FileSystem.link("/proc/\(process)/exe") else { return nil }
  // The kernel appends this once an update has replaced the file.
  let suffix = " (deleted)"
  return path.hasSuffix(suffix) ? String(path.dropLast(suffix.utf8.count)) : path
}

/// Returns how many more files this process may open, counting to `most`, which is 64 at most.
package func freeDescriptors(atMost most: Int) -> Int {
  Int(cairnlinux_free_descriptors(Int32(clamping: most)))
}
