internal import CCairnLinux

/// Finds the pulse source that belongs to a receiver.
public enum PulseDevice {
  /// Returns the source whose pulses come over a receiver's own line, found by the path of the line
  /// discipline or by a common parent.
  ///
  /// The kernel cannot relate pulses on a separate pin to a receiver; a profile must name them.
  ///
  /// - Parameters:
  ///   - node: the receiver's node, for example `/dev/ttyS0`, or a link to it.
  ///   - root: where sysfs is mounted.
  /// - Returns: `/dev/ppsN`; `nil` if there is none.
  public static func of(receiver node: String, sysfs root: String = "/sys") -> String? {
    let node = FileSystem.canonical(node) ?? node
    let folder = "\(root)/class/pps"
    let name = node.split(separator: "/").last.map(String.init) ?? ""
    let parent = ["tty", "gnss"].lazy.compactMap {
      FileSystem.canonical("\(root)/class/\($0)/\(name)/device")
    }.first
    for entry in FileSystem.entries(folder).sorted() {
      let path = FileSystem.line("\(folder)/\(entry)/path") ?? ""
      if !path.isEmpty, FileSystem.canonical(path) ?? path == node { return "/dev/\(entry)" }
      if let parent, FileSystem.canonical("\(folder)/\(entry)/device") == parent {
        return "/dev/\(entry)"
      }
    }
    return nil
  }
}
