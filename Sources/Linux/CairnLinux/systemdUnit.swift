/// Returns the systemd unit that this process runs in; `nil` outside a service.
public func systemdUnitOfProcess() -> String? { systemdUnitOfProcess("self") }

/// Returns the unit of a process by its name in `/proc`.
func systemdUnitOfProcess(_ process: String) -> String? {
  FileSystem.read("/proc/\(process)/cgroup").flatMap { systemdUnit(cgroups: $0) }
}

/// Returns the service in `/proc/PID/cgroup`: the innermost unit of the path, unless it is a scope.
func systemdUnit(cgroups bytes: [UInt8]) -> String? {
  for line in bytes.split(separator: 0x0A) {
    // Number, controllers and path. Uses the unified hierarchy, or systemd's own in version 1.
    let parts = line.split(separator: 0x3A, maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3,
      parts[0].elementsEqual("0".utf8) || parts[1].elementsEqual("name=systemd".utf8),
      let unit = parts[2].split(separator: 0x2F).last(where: {
        ends($0, with: ".service") || ends($0, with: ".scope")
      })
    else { continue }
    return ends(unit, with: ".service") ? String(decoding: unit, as: UTF8.self) : nil
  }
  return nil
}

private func ends(_ name: ArraySlice<UInt8>, with suffix: String) -> Bool {
  name.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
}
