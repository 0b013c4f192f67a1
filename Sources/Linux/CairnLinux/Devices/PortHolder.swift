internal import CCairnLinux
public import CairnTypes

/// A process that has a device open.
public struct PortHolder: Hashable, Sendable {
  /// Its process identifier.
  public let process: Int32
  /// Its command name, at most 15 bytes.
  public let name: ForeignText
}

/// Returns the processes that have a device open, from `/proc/*/fd`; only root sees other users'.
///
/// - Parameters:
///   - node: the node or a link to it.
///   - processes: where procfs is mounted.
/// - Returns: by process identifier; includes this process if it has the device open.
public func portHolders(of node: String, processes: String = "/proc") -> [PortHolder] {
  holders(of: FileSystem.canonical(node) ?? node, processes: processes)
}

/// Returns the processes with a descriptor whose link in `/proc/*/fd` is `target`.
func holders(of target: String, processes: String) -> [PortHolder] {
  let numbers = FileSystem.entries(processes).compactMap { Int32($0) }.sorted()
  return numbers.compactMap { number in
    let folder = "\(processes)/\(number)"
    let holds = FileSystem.entries("\(folder)/fd").contains {
      FileSystem.link("\(folder)/fd/\($0)") == target
    }
    guard holds else { return nil }
    return PortHolder(process: number, name: ForeignText(FileSystem.line("\(folder)/comm") ?? "?"))
  }
}
