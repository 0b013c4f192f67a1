/// Options shared by regions: even thousands of regions rarely have more than a few different ones.
struct OptionsPool: Sendable {
  private var entries: [(options: MonitoringOptions, users: Int32)] = []
  private var indices: [MonitoringOptions: Int32] = [:]
  private var free: [Int32] = []

  subscript(index: Int32) -> MonitoringOptions { entries[Int(index)].options }

  /// The options in use.
  var used: some Sequence<MonitoringOptions> {
    entries.lazy.filter { $0.users > 0 }.map { $0.options }
  }

  /// Returns the index of the options and counts one more user.
  mutating func take(_ options: MonitoringOptions) -> Int32 {
    if let index = indices[options] {
      entries[Int(index)].users += 1
      return index
    }
    let index: Int32
    if let unused = free.popLast() {
      index = unused
      entries[Int(index)] = (options, 1)
    } else {
      index = Int32(entries.count)
      entries.append((options, 1))
    }
    indices[options] = index
    return index
  }

  /// Counts one user less.
  mutating func release(_ index: Int32) {
    entries[Int(index)].users -= 1
    guard entries[Int(index)].users == 0 else { return }
    indices[entries[Int(index)].options] = nil
    free.append(index)
  }
}
