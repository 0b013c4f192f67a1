internal import CairnTypes

extension NL80211Dialogue {
  // MARK: Events

  /// Handles an unsolicited message.
  mutating func event(_ header: NetlinkHeader, _ content: Span<UInt8>, _ now: MonotonicTime) {
    guard let command = GenericNetlink.command(of: content) else { return }
    let attributes = GenericNetlink.attributes(of: content)
    if header.type == GenericNetlink.controller {
      familyEvent(command, attributes, now)
    } else if header.type == family?.id {
      switch command {
      case NL80211.Command.newInterface, NL80211.Command.deleteInterface:
        announce(.listInterfaces, now)
      case NL80211.Command.newScanResults: scanEnded(.finished, attributes, now)
      case NL80211.Command.scanAborted: scanEnded(.aborted, attributes, now)
      default: break
      }
    }
  }

  private mutating func familyEvent(
    _ command: UInt8, _ attributes: Span<UInt8>, _ now: MonotonicTime
  ) {
    guard let named = GenericNetlinkFamily(attributes: attributes), named.name == NL80211.family
    else { return }
    switch command {
    case GenericNetlink.newFamily where family == nil: announce(.resolve, now)
    case GenericNetlink.deleteFamily:
      exchange = nil
      (tasks, announced) = ([], [])
      becomeAbsent()
    default: break
    }
  }

  private mutating func scanEnded(
    _ outcome: WiFiScanOutcome, _ attributes: Span<UInt8>, _ now: MonotonicTime
  ) {
    var interface: UInt32?
    NetlinkAttributes.forEach(in: attributes) { number, value in
      if number == NL80211.Attribute.interfaceIndex { interface = value.native32(at: 0) }
    }
    guard let interface, interfaces.contains(where: { $0.index == interface }) else { return }
    if wait?.interface == interface, wait?.outcome == nil {
      wait?.outcome = outcome
    }
    announce(.read(interface: interface, isPartial: outcome == .aborted), now)
  }

  /// Reads everything again, because any event may have been lost.
  mutating func recover(_ now: MonotonicTime) {
    exchange?.isDamaged = true
    guard family != nil else { return }
    announce(.listInterfaces, now)
    for interface in interfaces where interface.canScan {
      announce(.read(interface: interface.index, isPartial: false), now)
    }
  }

  // MARK: Answers

  /// Handles a message with the number of a request; those of earlier requests are ignored.
  mutating func answer(_ header: NetlinkHeader, _ content: Span<UInt8>, _ now: MonotonicTime) {
    guard let current = exchange, header.sequence == current.sequence else { return }
    let task = current.task
    exchange?.deadline = min(now + Self.patience, current.end)
    if header.flags.contains(.dumpInterrupted) { exchange?.isDamaged = true }
    switch header.type {
    case NetlinkHeader.done, NetlinkHeader.error:
      end(task, NetlinkMessages.errno(in: content), now)
    case GenericNetlink.controller:
      guard case .resolve = task, GenericNetlink.command(of: content) == GenericNetlink.newFamily
      else { return }
      exchange?.family = GenericNetlinkFamily(attributes: GenericNetlink.attributes(of: content))
    case family?.id: part(content, of: task, now)
    default: break
    }
  }

  /// Takes one object of a dump.
  private mutating func part(_ content: Span<UInt8>, of task: Task, _ now: MonotonicTime) {
    guard let command = GenericNetlink.command(of: content) else { return }
    let attributes = GenericNetlink.attributes(of: content)
    switch (task, command) {
    case (.listInterfaces, NL80211.Command.newInterface):
      guard let interface = WiFiInterface(attributes: attributes) else { return }
      exchange?.interfaces.removeAll { $0.index == interface.index }
      if (exchange?.interfaces.count ?? 0) < Self.maximumInterfaces {
        exchange?.interfaces.append(interface)
      }
    case (.read, NL80211.Command.newScanResults):
      NetlinkAttributes.forEach(in: attributes) { number, value in
        guard number == NL80211.Attribute.bss else { return }
        if let sighting = AccessPointSighting(bss: value, now: now) { keep(sighting) }
      }
    default: break
    }
  }

  /// Keeps the younger of two sightings of one access point.
  private mutating func keep(_ sighting: AccessPointSighting) {
    guard let count = exchange?.sightings.count else { return }
    let known = exchange?.sightings[sighting.bssid]
    if known == nil, count >= Self.maximumSightings {
      exchange?.isDamaged = true
    } else if known.map({ $0.time < sighting.time }) ?? true {
      exchange?.sightings[sighting.bssid] = sighting
    }
  }

  private mutating func end(_ task: Task, _ errno: Int32, _ now: MonotonicTime) {
    guard let ended = exchange else { return }
    if errno == 0, ended.isDamaged, ended.attempts < Self.maximumAttempts {
      switch task {
      case .read, .listInterfaces: return repeatExchange(now)
      case .resolve, .trigger: break
      }
    }
    // Without a list nothing is known about interfaces, not even that there are none.
    if errno != 0, case .listInterfaces = task { return repeatExchange(now) }
    exchange = nil
    switch task {
    case .resolve: finishResolve(ended.family)
    case .listInterfaces: finishList(ended.interfaces)
    case .read(let interface, _):
      if errno == 0 { finishRead(ended, interface, now) } else { failRead(interface, errno) }
    case .trigger(let request): finishTrigger(request, errno, now)
    }
  }

  private mutating func finishResolve(_ found: GenericNetlinkFamily?) {
    guard let found else { return becomeAbsent() }
    family = found
    for name in [NL80211.scanGroup, NL80211.configurationGroup] {
      if let group = found.groups[name] { actions.append(.join(group: group)) }
    }
    add(.listInterfaces, first: true)
  }

  private mutating func becomeAbsent() {
    family = nil
    endRequests(.noInterface)
    change(to: .absent)
  }

  private mutating func finishList(_ found: [WiFiInterface]) {
    let old = Set(interfaces.map(\.index))
    change(to: .present(found.sorted { $0.index < $1.index }))
    if let wait, !found.contains(where: { $0.index == wait.interface }) {
      endRequests(.noInterface)
    }
    // Scans that the kernel remembers are useful at once.
    for interface in interfaces where interface.canScan && !old.contains(interface.index) {
      add(.read(interface: interface.index, isPartial: false), first: true)
    }
  }

  mutating func finishRead(_ ended: Exchange, _ interface: UInt32, _ now: MonotonicTime) {
    var isPartial = ended.isDamaged || ended.deadline <= now
    if case .read(_, true) = ended.task { isPartial = true }
    let sightings = Array(ended.sightings.values).inOrderOfAddress
    let scan = WiFiScan(sightings: sightings, time: now, isPartial: isPartial)
    actions.append(.report(.scan(scan, interface: interface)))
    endWait(interface)
  }

  private mutating func failRead(_ interface: UInt32, _ errno: Int32) {
    if errno == Errno.noDevice { add(.listInterfaces) }
    guard wait?.interface == interface, wait?.outcome != nil else { return }
    endRequests(errno == Errno.noDevice ? .noInterface : .failed(errno: errno))
  }

  /// Ends the requests if their scan has ended and its results have been read.
  mutating func endWait(_ interface: UInt32) {
    guard let wait, wait.interface == interface, !wait.isAsked, let outcome = wait.outcome
    else { return }
    // Results that were being read when the scan ended are older than its end.
    let tasks = tasks + announced + [exchange?.task].compactMap { $0 }
    let isOutdated = tasks.contains {
      if case .read(interface, _) = $0 { true } else { false }
    }
    if !isOutdated { endRequests(outcome) }
  }

  private mutating func finishTrigger(
    _ request: WiFiScanRequest, _ errno: Int32, _ now: MonotonicTime
  ) {
    switch errno {
    // Busy: a scan is already running, and its end serves as well.
    case 0, Errno.busy: wait(for: request, now)
    case Errno.notPermitted, Errno.accessDenied:
      isPermitted = false
      ask(request, now)
    case Errno.noDevice:
      endRequests(.noInterface)
      add(.listInterfaces)
    case Errno.networkDown, Errno.radioOff: endRequests(.interfaceDown)
    default: endRequests(.failed(errno: errno))
    }
  }

  /// Waits for a scan that another program starts.
  mutating func ask(_ request: WiFiScanRequest, _ now: MonotonicTime) {
    wait(for: request, now)
    wait?.isAsked = true
    actions.append(.ask(request))
  }

  private mutating func wait(for request: WiFiScanRequest, _ now: MonotonicTime) {
    wait = Wait(interface: request.interface ?? 0, deadline: now + Self.scanPatience)
  }

  /// Source: Linux, include/uapi/asm-generic/errno-base.h and errno.h.
  private enum Errno {
    static let notPermitted: Int32 = 1
    static let accessDenied: Int32 = 13
    static let busy: Int32 = 16
    static let noDevice: Int32 = 19
    static let networkDown: Int32 = 100
    static let radioOff: Int32 = 132
  }
}
