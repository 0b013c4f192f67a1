internal import CairnTypes

/// Who listens at an address that another program cannot have.
package struct AddressHolder: Hashable, Sendable {
  /// Processes with the socket; only root sees those of other users.
  package let processes: [PortHolder]
  /// The user that has opened it; `nil` for a Unix socket, and if nobody is found.
  package let user: UInt32?

  /// Looks into procfs.
  package init(of address: ListenAddress, procfs: String = "/proc") {
    let found = Self.socket(at: address, procfs)
    user = found?.user
    processes = found.map { holders(of: "socket:[\($0.inode)]", processes: procfs) } ?? []
  }

  private static func socket(
    at address: ListenAddress, _ procfs: String
  ) -> (inode: String, user: UInt32?)? {
    switch address {
    case .tcp(_, let port):
      for table in ["tcp", "tcp6"] {
        for row in rows("\(procfs)/net/\(table)") where row.count > 9 && row[3] == "0A" {
          let local = row[1].split(separator: ":").last.flatMap { UInt16($0, radix: 16) }
          if local == port { return (row[9], UInt32(row[7])) }
        }
      }
      return nil
    case .unix(let path):
      let row = rows("\(procfs)/net/unix").first { $0.count > 7 && $0[7] == path }
      return row.map { ($0[6], nil) }
    }
  }

  /// The words of each line.
  private static func rows(_ path: String) -> [[String]] {
    (FileSystem.read(path, limit: 1 << 20) ?? []).split(separator: 10).map { line in
      line.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
