internal import CairnHAL
internal import Yams

extension ProfileReader {
  func supply(_ section: Section) -> HardwareProfile.Supply {
    var section = section
    defer { section.end() }
    var supply = HardwareProfile.Supply()
    supply.keepsBackup = section.flag("keeps_backup", or: false)
    if let node = section.value("switch") { supply.powerSwitch = powerSwitch(node, section) }
    return supply
  }

  /// `none`, or a mapping of one key that says what switches.
  private func powerSwitch(_ node: Node, _ section: Section) -> HardwareProfile.PowerSwitch {
    if node.scalar?.string == "none" { return .none }
    guard case .mapping = node,
      var inner = Section(node, path: section.inner("switch"), findings)
    else {
      section.report(
        node, "'\(section.inner("switch"))' is no switch",
        "write none, { gpio: ... }, { regulator: NAME } or { command: ... }")
      return .none
    }
    defer { inner.end() }
    var found: [HardwareProfile.PowerSwitch] = []
    if let gpio = inner.section("gpio"), let line = gpioLine(gpio) { found.append(line) }
    if let name = inner.optionalText("regulator") { found.append(.regulator(name: name)) }
    if let command = inner.section("command"), let pair = programs(command) { found.append(pair) }
    if found.count > 1 { inner.report(nil, "the supply has several switches", "keep one") }
    return found.first ?? .none
  }

  private func gpioLine(_ section: Section) -> HardwareProfile.PowerSwitch? {
    var section = section
    defer { section.end() }
    let chip = section.requiredText("chip")
    let isActiveLow = section.flag("active_low", or: false)
    guard let node = section.required("line"),
      let line = section.number(node, "line", in: UInt32(0)...65_535), let chip
    else { return nil }
    return .gpio(chip: chip, line: line, isActiveLow: isActiveLow)
  }

  private func programs(_ section: Section) -> HardwareProfile.PowerSwitch? {
    var section = section
    defer { section.end() }
    let on = section.texts("on")
    let off = section.texts("off")
    if !on.isEmpty && !off.isEmpty { return .command(on: on, off: off) }
    section.report(
      nil, "'\(section.path)' does not say how to switch on and off",
      "give both: on: [PROGRAM, ARGUMENT], off: [PROGRAM, ARGUMENT]")
    return nil
  }

  func wake(_ section: Section) -> HardwareProfile.Wake {
    var section = section
    defer { section.end() }
    let sources: [HardwareProfile.WakeSource] = section.words("by")
    if sources.isEmpty {
      section.report(
        section.value("by"), "'wake' does not say what wakes the receiver",
        "add by: [rxd], or remove 'wake'")
    }
    return HardwareProfile.Wake(sources: sources, latency: section.time("latency"))
  }

  func startTimes(_ section: Section) -> HardwareProfile.StartTimes {
    var section = section
    defer { section.end() }
    let times = HardwareProfile.StartTimes(
      cold: section.time("cold"), warm: section.time("warm"), aided: section.time("aided"),
      hot: section.time("hot"), ephemerisValidity: section.time("ephemeris_validity"),
      ephemerisDownload: section.time("ephemeris_download"))
    let order = [
      ("hot", times.hot), ("aided", times.aided), ("warm", times.warm), ("cold", times.cold),
    ].compactMap { name, time in time.map { (name, $0.value) } }
    for (faster, slower) in zip(order, order.dropFirst()) where faster.1 > slower.1 {
      section.report(
        section.value(slower.0), "'\(slower.0)' is shorter than '\(faster.0)'",
        "who knows more starts faster: check both numbers")
    }
    if let validity = times.ephemerisValidity?.value, let download = times.ephemerisDownload?.value,
      validity <= download
    {
      section.report(
        section.value("ephemeris_validity"), "an ephemeris is valid shorter than it takes to hear",
        "check both numbers")
    }
    return times
  }
}
