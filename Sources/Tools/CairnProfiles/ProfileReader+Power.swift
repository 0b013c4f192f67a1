internal import CairnHAL

extension ProfileReader {
  func supply(_ section: Section) -> HardwareProfile.Supply {
    var section = section
    defer { section.end() }
    var supply = HardwareProfile.Supply()
    supply.keepsBackup = section.flag("keeps_backup", or: false)
    supply.staysOn = section.flag("stays_on", or: false)
    supply.startUp = section.time("start_up")
    if let node = section.value("switch") { supply.powerSwitch = powerSwitch(node, section) }
    guard supply.powerSwitch == .none else { return supply }
    for key in ["stays_on", "start_up"] {
      guard let node = section.value(key) else { continue }
      section.report(
        node, "'\(key)' is about a switch, and the supply has none",
        "name the 'switch', or remove '\(key)'")
    }
    return supply
  }

  /// Reads `none` or `modem`, or a mapping with one key that names the kind of switch.
  private func powerSwitch(_ node: YAMLNode, _ section: Section) -> HardwareProfile.PowerSwitch {
    if node.text == "none" { return .none }
    if node.text == "modem" { return .modem }
    guard case .mapping = node,
      var inner = Section(node, path: section.inner("switch"), findings)
    else {
      section.report(
        node, "'\(section.inner("switch"))' is no switch",
        "write none, modem, { gpio: ... } or { regulator: NAME }")
      return .none
    }
    defer { inner.end() }
    var found: [HardwareProfile.PowerSwitch] = []
    if let gpio = inner.section("gpio"), let line = gpioLine(gpio) { found.append(line) }
    if let name = inner.optionalText("regulator") { found.append(.regulator(name: name)) }
    if found.count > 1 { inner.report(nil, "the supply has several switches", "keep one") }
    return found.first ?? .none
  }

  private func gpioLine(_ section: Section) -> HardwareProfile.PowerSwitch? {
    var section = section
    defer { section.end() }
    let chip = section.optionalText("chip")
    let isActiveLow = section.flag("active_low", or: false)
    let name = section.optionalText("name")
    let line = section.value("line").flatMap {
      section.number($0, "line", in: UInt32(0)...65_535)
    }
    switch (section.value("line"), name) {
    case (nil, nil):
      section.report(
        nil, "'\(section.path)' does not say which line",
        "add name: with the line's name, or chip: and line: with its number")
    case (_?, _?):
      section.report(
        section.value("line"), "'\(section.path)' names the line twice", "keep 'name' or 'line'")
    case (_?, nil) where chip == nil:
      section.report(
        section.value("line"), "'line' is a number on a chip, and no chip is named",
        "add chip: with the chip's label")
    case (_?, nil):
      if let chip, let line { return .gpio(chip: chip, line: line, isActiveLow: isActiveLow) }
    case (nil, let name?):
      return .gpioName(name, chip: chip, isActiveLow: isActiveLow)
    }
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

  /// Returns the file's times, and the inherited ones where it has none.
  func startTimes(
    _ section: Section, or inherited: HardwareProfile.StartTimes
  ) -> HardwareProfile.StartTimes {
    var section = section
    defer { section.end() }
    let times = HardwareProfile.StartTimes(
      cold: section.time("cold") ?? inherited.cold, warm: section.time("warm") ?? inherited.warm,
      aided: section.time("aided") ?? inherited.aided, hot: section.time("hot") ?? inherited.hot,
      ephemerisValidity: section.time("ephemeris_validity") ?? inherited.ephemerisValidity,
      ephemerisDownload: section.time("ephemeris_download") ?? inherited.ephemerisDownload)
    let order = [
      ("hot", times.hot), ("aided", times.aided), ("warm", times.warm), ("cold", times.cold),
    ].compactMap { name, time in time.map { (name, $0.value) } }
    for (faster, slower) in zip(order, order.dropFirst()) where faster.1 > slower.1 {
      section.report(
        section.value(slower.0) ?? section.value(faster.0),
        "'\(slower.0)' is shorter than '\(faster.0)'",
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
