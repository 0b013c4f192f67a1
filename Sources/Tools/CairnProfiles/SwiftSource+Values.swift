internal import CairnHAL
internal import CairnTypes

extension Provenance {
  fileprivate var source: String {
    switch self {
    case .measured(let text): ".measured(\(text.literal))"
    case .datasheet(let text): ".datasheet(\(text.literal))"
    case .estimated(let text): ".estimated(\(text.literal))"
    }
  }
}

extension Sourced {
  fileprivate func source(_ print: (Value) -> String) -> String {
    var call = SwiftCall("Sourced")
    call.add(nil, print(value))
    if let plusMinus { call.add("plusMinus", print(plusMinus)) }
    call.add(nil, provenance.source)
    return call.source
  }
}

extension Sourced<Duration> {
  fileprivate var source: String {
    source { duration in
      let (seconds, attoseconds) = duration.components
      let milliseconds = attoseconds / 1_000_000_000_000_000
      guard milliseconds * 1_000_000_000_000_000 == attoseconds else {
        return "Duration(secondsComponent: \(seconds), attosecondsComponent: \(attoseconds))"
      }
      return milliseconds == 0
        ? ".seconds(\(seconds))" : ".milliseconds(\(seconds * 1000 + milliseconds))"
    }
  }
}

extension HardwareProfile.FloorPlan {
  var source: String {
    var call = SwiftCall("HardwareProfile.FloorPlan")
    call.add(
      "center", "Coordinate(latitude: \(center.latitude), longitude: \(center.longitude))")
    call.add("radius", "\(radius)")
    call.add("base", "\(base)")
    call.add("heights", heights.source { "\($0)" })
    call.add("lowest", "\(lowest)")
    call.add(nil, provenance.source)
    return call.source
  }
}

extension HardwareProfile.Identity {
  var source: String {
    var call = SwiftCall("Identity")
    call.add("usb", usb.source(\.source))
    call.add("kernelTypes", kernelTypes.source(\.literal))
    call.add("compatible", compatible.source(\.literal))
    call.add("paths", paths.source(\.literal))
    call.add("models", models.source(\.literal))
    call.add("hardwareVersions", hardwareVersions.source(\.literal))
    return call.source
  }
}

extension HardwareProfile.USBMatch {
  fileprivate var source: String {
    var call = SwiftCall("USBMatch")
    call.add("vendor", vendor.literal)
    call.add("product", product.literal)
    if let interface { call.add("interface", interface.literal) }
    if let productName { call.add("productName", productName.literal) }
    if let serialNumber { call.add("serialNumber", serialNumber.literal) }
    call.add("certainty", ".\(certainty)")
    call.add(nil, provenance.source)
    return call.source
  }
}

extension HardwareProfile.Port {
  var source: String {
    var call = SwiftCall("Port")
    call.add(nil, ".\(name)")
    if let baudRates {
      call.add("baudRates", baudRates.source { $0.source { "\($0)" } })
    }
    if let workingBaudRate { call.add("workingBaudRate", workingBaudRate.source { "\($0)" }) }
    if let i2cAddress { call.add("i2cAddress", i2cAddress.source { "\($0)" }) }
    return call.source
  }
}

extension HardwareProfile.StartupSetting {
  var source: String {
    var call = SwiftCall("StartupSetting")
    call.add("key", "0x" + String(key, radix: 16))
    call.add("bits", "\(bits)")
    call.add("name", name.literal)
    call.add("reason", reason.literal)
    return call.source
  }
}

extension HardwareProfile.Persistence {
  var source: String {
    var call = SwiftCall("Persistence")
    call.add("memories", memories.source { ".\($0)" })
    call.add("written", written.source { ".\($0)" })
    return call.source
  }
}

extension HardwareProfile.Supply {
  var source: String {
    var call = SwiftCall("Supply")
    call.add("powerSwitch", powerSwitch.source)
    call.add("keepsBackup", "\(keepsBackup)")
    if staysOn { call.add("staysOn", "true") }
    if let startUp { call.add("startUp", startUp.source) }
    return call.source
  }
}

extension HardwareProfile.PowerSwitch {
  fileprivate var source: String {
    switch self {
    case .none: "PowerSwitch.none"
    case .gpio(let chip, let line, let isActiveLow):
      ".gpio(chip: \(chip.literal), line: \(line), isActiveLow: \(isActiveLow))"
    case .gpioName(let name, let chip, let isActiveLow):
      ".gpioName(\(name.literal), chip: \(chip?.literal ?? "nil"), isActiveLow: \(isActiveLow))"
    case .regulator(let name): ".regulator(name: \(name.literal))"
    case .modem: ".modem"
    }
  }
}

extension HardwareProfile.ModemPort {
  var source: String {
    var call = SwiftCall("ModemPort")
    call.add("path", path.literal)
    if let baudRate { call.add("baudRate", "\(baudRate)") }
    return call.source
  }
}

extension HardwareProfile.Wake {
  var source: String {
    var call = SwiftCall("Wake")
    call.add("sources", sources.source { ".\($0)" })
    if let latency { call.add("latency", latency.source) }
    return call.source
  }
}

extension HardwareProfile.StartTimes {
  var source: String {
    var call = SwiftCall("StartTimes")
    for (label, time) in [
      ("cold", cold), ("warm", warm), ("aided", aided), ("hot", hot),
      ("ephemerisValidity", ephemerisValidity), ("ephemerisDownload", ephemerisDownload),
    ] {
      if let time { call.add(label, time.source) }
    }
    return call.source
  }
}

extension HardwareProfile.Figures {
  var source: String {
    let margin = String(repeating: " ", count: 8)
    let lines = entries.map { entry in
      var call = SwiftCall("Figures.Entry")
      call.add(nil, ".\(entry.figure)")
      call.add(nil, "\(entry.number.value)")
      if let plusMinus = entry.number.plusMinus { call.add("plusMinus", "\(plusMinus)") }
      call.add(nil, entry.number.provenance.source)
      return margin + call.source
    }
    return "Figures([\n" + lines.joined(separator: ",\n") + "])"
  }
}
