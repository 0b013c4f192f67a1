internal import CairnJSON
package import CairnTypes

/// The receivers of the service, as the clients of gpsd see them: what is reported goes in, lines for
/// clients come out, each written once for all of them.
package struct GPSDDevices {
  /// In the order in which they were added.
  package private(set) var all: [GPSDDevice] = []
  /// The kinds of lines that any client wants; the others are not written.
  package var wanted = GPSDLine.Kinds.all
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
    let lines = all[index].note(event, wanted: wanted, at: moment)
    return all[index].hasPosition ? lines : addressed(lines, of: index)
  }

  /// Notes that a device has sent a sentence, so that none need be made of its next fix.
  package mutating func noteSentence(of path: String) {
    guard let index = all.firstIndex(where: { $0.path == path }) else { return }
    all[index].noteSentence()
  }

  /// Tells of positions that have not come.
  package mutating func fire(at moment: GPSDMoment) -> [GPSDLine] {
    all.indices.flatMap { addressed(all[$0].fire(at: moment), of: $0) }
  }

  /// That a device has no position is told to all only while no other device serves: many clients do
  /// not look at the device, and would believe that all is lost.
  private func addressed(_ lines: [GPSDLine], of index: Int) -> [GPSDLine] {
    let isReplaced = all.indices.contains { other in
      other != index
        && (all[other].hasPosition || (all[other].isInUse && !all[index].isInUse))
    }
    guard isReplaced else { return lines }
    return lines.map {
      var line = $0
      line.isForItsDevice = line.kind == .position
      return line
    }
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

  /// The last TPV and SKY of devices that serve, for a client that begins to watch.
  func lastLines(_ policy: GPSDPolicy) -> [GPSDLine] {
    serving(policy).flatMap { $0.lastLines() }
  }

  /// The devices that are in use; of these only those with a position, if any has one: some clients
  /// take the first of them, and some the last.
  private func serving(_ policy: GPSDPolicy) -> [GPSDDevice] {
    let used = all.filter { policy.covers($0.path) && $0.isInUse }
    let placed = used.filter(\.hasPosition)
    return placed.isEmpty ? used : placed
  }

  /// Writes POLL. There is always a TPV and a SKY with a list for a client that watches: some take the
  /// last of each without a look at their number.
  func writePoll(_ policy: GPSDPolicy, _ moment: GPSDMoment, to text: inout GPSDText) {
    var shown = policy.enable ? serving(policy) : []
    if policy.enable, shown.isEmpty {
      // Before the first sign of a device, the one that is there is expected to serve.
      let covered = all.filter { policy.covers($0.path) }
      shown = Array((covered.filter(\.isPresent) + covered).prefix(1))
    }
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
      $0.array("gst") { list in
        for device in shown {
          guard let noise = device.noise, let time = device.position.timestamp else { continue }
          list.object { GPSDText.members(of: noise, time, device.path, &$0) }
        }
      }
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
