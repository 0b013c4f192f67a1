/// The systemd unit that this process runs in; `nil` outside of services.
public func systemdUnitOfProcess() -> String? {
  FileSystem.read("/proc/self/cgroup").flatMap { systemdUnit(cgroups: $0) }
}

/// The service in `/proc/PID/cgroup`: the innermost unit of the path, unless it is a scope.
func systemdUnit(cgroups bytes: [UInt8]) -> String? {
  for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
    // Number, controllers and path. The unified hierarchy, or systemd's own among older ones.
    let parts = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "0" || parts[1] == "name=systemd",
      let unit = parts[2].split(separator: "/").last(where: {
        $0.hasSuffix(".service") || $0.hasSuffix(".scope")
      })
    else { continue }
    return unit.hasSuffix(".service") ? String(unit) : nil
  }
  return nil
}
