import CairnHAL
import CairnTypes
import CairnProfiles

extension ProfileItem {
  /// Creates the item of a profile, with the keys of its file.
  init(_ profile: HardwareProfile) {
    self = .object(
      [
        ("name", .text(profile.name)),
        ("title", .text(profile.title)),
        ("vendor", .text(profile.vendor)),
        ("kind", .text(profile.kind.rawValue)),
        ("includes", .texts(profile.includes)),
        ("identity", Self.identity(profile.identity)),
        ("protocols", .texts(profile.protocols.map(\.rawValue))),
        ("dialects", .texts(profile.dialects.map(\.name))),
        ("write", .text(profile.writeAccess.name)),
        ("ports", .object(profile.ports.map { ($0.name.name, Self.port($0)) })),
        ("startup", .list(profile.startup.map(Self.setting))),
        (
          "persistence",
          .object([
            ("memories", .texts(profile.persistence.memories.map(\.rawValue))),
            ("write", .texts(profile.persistence.written.map(\.rawValue))),
          ])
        ),
        ("supply", Self.supply(profile.supply)),
        ("wake", Self.wake(profile.wake)),
        ("start_times", Self.startTimes(profile.startTimes)),
        ("pulses", .texts(profile.pulses.map { [$0] } ?? [])),
        ("modem", Self.modem(profile.modemPort)),
        ("geolocation", .texts(profile.geolocation.map { [RedactedAddress($0).text] } ?? [])),
      ] + Self.members(profile.figures.entries.filter { !$0.isOfSite }[...], depth: 0)
        + [
          ("site", Self.site(profile.figures.entries.filter(\.isOfSite))),
          ("floors", Self.floors(profile.floors)),
        ])
  }

  private static func floors(_ plan: HardwareProfile.FloorPlan?) -> Self {
    guard let plan else { return .object([]) }
    return .object([
      ("latitude", .number(plan.center.latitude)), ("longitude", .number(plan.center.longitude)),
      ("radius_m", .number(plan.radius)), ("base_m", .number(plan.base)),
      ("heights_m", .list(plan.heights.map { .number($0) })),
      ("lowest", .number(Double(plan.lowest))), origin(plan.provenance),
    ])
  }

  private static func identity(_ identity: HardwareProfile.Identity) -> Self {
    let usb = identity.usb.map { match in
      let optional: [(String, String?)] = [
        ("interface", match.interface), ("product_name", match.productName),
        ("serial", match.serialNumber),
      ]
      let id: [(String, Self)] = [
        ("vendor", .text(match.vendor)), ("product", .text(match.product)),
      ]
      return Self.object(
        id + optional.compactMap { key, text in text.map { (key, .text($0)) } }
          + [
            ("certainty", .text(match.certainty.name)), origin(match.provenance),
          ])
    }
    return .object([
      ("usb", .list(usb)), ("kernel_types", .texts(identity.kernelTypes)),
      ("compatible", .texts(identity.compatible)), ("paths", .texts(identity.paths)),
      ("models", .texts(identity.models)),
      ("hardware_versions", .texts(identity.hardwareVersions)),
    ])
  }

  /// Returns the numbers of the site, which have one origin.
  private static func site(_ entries: [HardwareProfile.Figures.Entry]) -> Self {
    .object(
      entries.map { ($0.figure.keys.last ?? "", .number($0.number.value)) }
        + (entries.first.map { [origin($0.number.provenance)] } ?? []))
  }

  private static func origin(_ provenance: Provenance) -> (String, Self) {
    switch provenance {
    case .datasheet(let text): ("source", .text(text))
    case .measured(let text): ("measured", .text(text))
    case .estimated(let text): ("estimate", .text(text))
    }
  }

  private static func port(_ port: HardwareProfile.Port) -> Self {
    var members: [(String, Self)] = []
    if let rates = port.baudRates {
      let list = Self.list(rates.value.map { .number(Double($0)) })
      members.append(("speeds", .sourced(list, unit: "baud", plusMinus: nil, rates.provenance)))
    }
    if let rate = port.workingBaudRate {
      let number = Self.number(Double(rate.value))
      members.append(
        ("working_speed", .sourced(number, unit: "baud", plusMinus: nil, rate.provenance)))
    }
    if let address = port.i2cAddress {
      let number = Self.number(Double(address.value))
      members.append(
        ("address", .sourced(number, unit: "", plusMinus: nil, address.provenance)))
    }
    return .object(members)
  }

  private static func setting(_ setting: HardwareProfile.StartupSetting) -> Self {
    .object([
      ("key", .text(setting.name)), ("number", .number(Double(setting.key))),
      ("value", .number(Double(setting.bits))), ("reason", .text(setting.reason)),
    ])
  }

  private static func supply(_ supply: HardwareProfile.Supply) -> Self {
    let known: [(String, Self)] = [
      ("switch", powerSwitch(supply.powerSwitch)), ("keeps_backup", .flag(supply.keepsBackup)),
      ("stays_on", .flag(supply.staysOn)),
    ]
    return .object(known + times([("start_up", supply.startUp)]))
  }

  private static func powerSwitch(_ powerSwitch: HardwareProfile.PowerSwitch) -> Self {
    switch powerSwitch {
    case .none: return .text("none")
    case .gpio(let chip, let line, let isActiveLow):
      let members: [(String, Self)] = [
        ("chip", .text(chip)), ("line", .number(Double(line))), ("active_low", .flag(isActiveLow)),
      ]
      return .object([("gpio", .object(members))])
    case .gpioName(let name, let chip, let isActiveLow):
      let place: [(String, Self)] = chip.map { [("chip", .text($0))] } ?? []
      return .object([
        (
          "gpio",
          .object(place + [("name", .text(name)), ("active_low", .flag(isActiveLow))])
        )
      ])
    case .regulator(let name): return .object([("regulator", .text(name))])
    case .modem: return .text("modem")
    }
  }

  private static func modem(_ port: HardwareProfile.ModemPort?) -> Self {
    guard let port else { return .object([]) }
    return .object(
      [("port", .text(port.path))]
        + (port.baudRate.map { [("baud", .number(Double($0)))] } ?? []))
  }

  private static func wake(_ wake: HardwareProfile.Wake?) -> Self {
    guard let wake else { return .object([]) }
    return .object(
      [("by", .texts(wake.sources.map(\.rawValue)))] + times([("latency", wake.latency)]))
  }

  private static func startTimes(_ times: HardwareProfile.StartTimes) -> Self {
    .object(
      Self.times([
        ("cold", times.cold), ("warm", times.warm), ("aided", times.aided), ("hot", times.hot),
        ("ephemeris_validity", times.ephemerisValidity),
        ("ephemeris_download", times.ephemerisDownload),
      ]))
  }

  private static func times(_ times: [(String, Sourced<Duration>?)]) -> [(String, Self)] {
    times.compactMap { key, time in
      time.map {
        let plusMinus = $0.plusMinus.map { Self.number($0 / .seconds(1)) }
        return (
          key,
          .sourced(
            .number($0.value / .seconds(1)), unit: "s", plusMinus: plusMinus, $0.provenance)
        )
      }
    }
  }

  /// Returns the figures, nested according to their keys.
  private static func members(
    _ entries: ArraySlice<HardwareProfile.Figures.Entry>, depth: Int
  ) -> [(String, Self)] {
    var members: [(String, Self)] = []
    var rest = entries
    while let first = rest.first {
      let keys = first.figure.keys
      let group = rest.prefix { $0.figure.keys[depth] == keys[depth] }
      rest = rest.dropFirst(group.count)
      if keys.count > depth + 1 {
        members.append((keys[depth], .object(Self.members(group, depth: depth + 1))))
      } else {
        let number = first.number
        let item = Self.sourced(
          .number(number.value), unit: first.figure.unit,
          plusMinus: number.plusMinus.map { .number($0) }, number.provenance)
        members.append((keys[depth], item))
      }
    }
    return members
  }
}

extension HardwareProfile.Figures.Entry {
  fileprivate var isOfSite: Bool { figure.keys.first == "site" }
}
