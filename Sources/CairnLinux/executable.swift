internal import CCairnLinux

/// The path of this process's executable; `nil` where the kernel does not say.
public func executableOfProcess() -> String? {
  guard let path = FileSystem.link("/proc/self/exe") else { return nil }
  // An update has replaced the file meanwhile.
  let suffix = " (deleted)"
  return path.hasSuffix(suffix) ? String(path.dropLast(suffix.utf8.count)) : path
}

/// How many more files this process may open, counted up to `most`, which is 64 at most.
package func freeDescriptors(atMost most: Int) -> Int {
  Int(cairn_free_descriptors(Int32(clamping: most)))
}
