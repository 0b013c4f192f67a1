internal import CairnJSON
package import CairnTypes

/// The receivers of the service, as the clients of gpsd see them: what is reported goes in, lines for
/// clients come out, each written once for all of them.
package struct GPSDDevices {
  /// In the order in which they were added.
  package private(set) var all: [GPSDDevice] = []
  private var isWanted = false

  /// Creates an empty list.
  package init() {}

  /// When `fire` is due; `nil` if nothing is.
  package var deadline: MonotonicTime? { all.compactMap(\.deadline).min() }

  func has(_ path: String) -> Bool { all.contains { $0.path == path } }

  /// Adds a device; ignored if there is one of that path.
  package mutating func add(_ path: String, at moment: GPSDMoment) {
    guard !has(path) else { return }
    var device = GPSDDevice(path: path)
    if isWanted { device.begin(at: moment) }
    all.append(device)
  }

  /// Removes a device that will not come back under its path.
  package mutating func remove(_ path: String) { all.removeAll { $0.path == path } }

  /// Notes whether any client wants positions.
  package mutating func setWanted(_ isWanted: Bool, at moment: GPSDMoment) {
    guard isWanted != self.isWanted else { return }
    self.isWanted = isWanted
    for index in all.indices {
      if isWanted { all[index].begin(at: moment) } else { all[index].end() }
    }
  }

  /// Takes a report about a device.
  ///
  /// - Returns: lines in the order in which clients get them.
  package mutating func note(
    _ event: GPSDDevice.Event, of path: String, at moment: GPSDMoment
  ) -> [GPSDLine] {
    guard let index = all.firstIndex(where: { $0.path == path }) else { return [] }
    return all[index].note(event, at: moment)
  }

  /// Notes that a device has sent a sentence, so that none need be made of its next fix.
  package mutating func noteSentence(of path: String) {
    guard let index = all.firstIndex(where: { $0.path == path }) else { return }
    all[index].noteSentence()
  }

  /// Tells of positions that have not come.
  package mutating func fire(at moment: GPSDMoment) -> [GPSDLine] {
    all.indices.flatMap { all[$0].fire(at: moment) }
  }

  // MARK: Replies

  func writeList(to text: inout GPSDText) {
    text.line {
      $0.member("class", "DEVICES")
      $0.array("devices") { list in
        for device in all { list.object { device.members(&$0) } }
      }
    }
  }

  /// Writes POLL. There is always a TPV and a SKY with a list for a client that watches: some take the
  /// last of each without a look at their number.
  func writePoll(_ policy: GPSDPolicy, _ moment: GPSDMoment, to text: inout GPSDText) {
    let shown = policy.enable ? all.filter { policy.covers($0.path) } : []
    text.line {
      $0.member("class", "POLL")
      if let utc = moment.utc { $0.member("time", utc.gpsdText) }
      $0.member("active", shown.count(where: \.isPresent))
      $0.array("tpv") { list in
        for device in shown {
          list.object { GPSDText.members(of: device.position, device.path, &$0) }
        }
        if policy.enable, shown.isEmpty {
          list.object { GPSDText.members(of: GPSDPosition(), nil, &$0) }
        }
      }
      $0.array("gst") { _ in }
      $0.array("sky") { list in
        for device in shown {
          list.object { GPSDText.members(of: device.sky, device.path, listsNone: true, &$0) }
        }
        if policy.enable, shown.isEmpty {
          list.object { GPSDText.members(of: GPSDSky(), nil, listsNone: true, &$0) }
        }
      }
    }
  }
}
