internal import CCairnLinux

/// Which source of pulses belongs to a receiver.
public enum PulseDevice {
  /// The source whose pulses come over a receiver's own line: the kernel knows it by the line
  /// discipline's path, or by a common parent.
  ///
  /// Pulses on a pin of their own have no tie to a receiver that the kernel knows: a profile names them.
  ///
  /// - Parameters:
  ///   - node: the receiver's, for example `/dev/ttyS0`, or a link to it.
  ///   - root: where sysfs is mounted.
  /// - Returns: `/dev/ppsN`; `nil` where there is none.
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
