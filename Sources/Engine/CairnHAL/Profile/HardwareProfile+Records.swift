internal import CairnTypes

// A profile as bytes: each field is visited once, in the order of its declaration.

extension HardwareProfile {
  static let blank = HardwareProfile(name: "", title: "", vendor: "")

  mutating func fields(_ f: inout some RecordVisitor) {
    f.text(&name)
    f.text(&title)
    f.text(&vendor)
    f.word(&kind)
    f.texts(&includes)
    identity.fields(&f)
    f.list(&protocols, octets: 4, .nmea) { $0.word(&$1) }
    f.list(&dialects, octets: 1, .uBloxKeys) { $0.code(&$1) }
    f.code(&writeAccess)
    f.list(&ports, octets: 4, Port(.usb)) { $1.fields(&$0) }
    f.list(&startup, octets: 20, StartupSetting(key: 0, bits: 0, name: "", reason: "")) {
      $1.fields(&$0)
    }
    f.list(&persistence.memories, octets: 4, .flash) { $0.word(&$1) }
    f.list(&persistence.written, octets: 4, .flash) { $0.word(&$1) }
    supply.fields(&f)
    f.optional(&wake, Wake(sources: [])) { $1.fields(&$0) }
    startTimes.fields(&f)
    f.optional(&pulses)
    f.optional(&modemPort, ModemPort(path: "")) { f, port in
      f.text(&port.path)
      f.optional(&port.baudRate, 0) { $0.integer(&$1) }
    }
    f.optional(&geolocation)
    f.optional(&floors, .blank) { $1.fields(&$0) }
    figures.fields(&f)
  }
}

extension HardwareProfile.Identity {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    let match = HardwareProfile.USBMatch(
      vendor: "", product: "", certainty: .bridge, .estimated(""))
    f.list(&usb, octets: 17, match) { $1.fields(&$0) }
    f.texts(&kernelTypes)
    f.texts(&compatible)
    f.texts(&paths)
    f.texts(&models)
    f.texts(&hardwareVersions)
  }
}

extension HardwareProfile.USBMatch {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.text(&vendor)
    f.text(&product)
    f.optional(&interface)
    f.optional(&productName)
    f.optional(&serialNumber)
    f.code(&certainty)
    provenance.fields(&f)
  }
}

extension HardwareProfile.Port {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.code(&name)
    f.sourced(&baudRates, []) { f, rates in f.list(&rates, octets: 4, 0) { $0.integer(&$1) } }
    f.sourced(&workingBaudRate, 0) { $0.integer(&$1) }
    f.sourced(&i2cAddress, 0) { $0.integer(&$1) }
  }
}

extension HardwareProfile.StartupSetting {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.integer(&key)
    f.integer(&bits)
    f.text(&name)
    f.text(&reason)
  }
}

extension HardwareProfile.Supply {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    powerSwitch.fields(&f)
    f.flag(&keepsBackup)
    f.flag(&staysOn)
    f.sourced(&startUp, .zero) { $0.duration(&$1) }
  }
}

extension HardwareProfile.PowerSwitch {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    var (kind, name, chip, line, isActiveLow): (UInt8, String, String?, UInt32, Bool) =
      switch self {
      case .none: (0, "", nil, 0, false)
      case .gpio(let chip, let line, let isActiveLow): (1, "", chip, line, isActiveLow)
      case .gpioName(let name, let chip, let isActiveLow): (2, name, chip, 0, isActiveLow)
      case .regulator(let name): (3, name, nil, 0, false)
      case .modem: (4, "", nil, 0, false)
      }
    f.integer(&kind)
    f.text(&name)
    f.optional(&chip)
    f.integer(&line)
    f.flag(&isActiveLow)
    switch (kind, chip) {
    case (0, _): self = .none
    case (1, let chip?): self = .gpio(chip: chip, line: line, isActiveLow: isActiveLow)
    case (2, _): self = .gpioName(name, chip: chip, isActiveLow: isActiveLow)
    case (3, _): self = .regulator(name: name)
    case (4, _): self = .modem
    default: f.fail()
    }
  }
}

extension HardwareProfile.Wake {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.list(&sources, octets: 4, .supply) { $0.word(&$1) }
    f.sourced(&latency, .zero) { $0.duration(&$1) }
  }
}

extension HardwareProfile.StartTimes {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.sourced(&cold, .zero) { $0.duration(&$1) }
    f.sourced(&warm, .zero) { $0.duration(&$1) }
    f.sourced(&aided, .zero) { $0.duration(&$1) }
    f.sourced(&hot, .zero) { $0.duration(&$1) }
    f.sourced(&ephemerisValidity, .zero) { $0.duration(&$1) }
    f.sourced(&ephemerisDownload, .zero) { $0.duration(&$1) }
  }
}

extension HardwareProfile.FloorPlan {
  fileprivate static let blank = HardwareProfile.FloorPlan(
    center: Coordinate(latitude: 0, longitude: 0), radius: 0, base: 0, heights: [], .estimated(""))

  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.coordinate(&center)
    f.real(&radius)
    f.real(&base)
    f.list(&heights, octets: 8, 0) { $0.real(&$1) }
    var number = Int64(lowest)
    f.integer(&number)
    lowest = Int(number)
    provenance.fields(&f)
  }
}

extension HardwareProfile.Figures {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    var entries = self.entries
    f.list(&entries, octets: 14, Entry(.offPower, 0, .estimated(""))) { f, entry in
      f.code(&entry.figure)
      entry.number.fields(&f) { $0.real(&$1) }
    }
    self = HardwareProfile.Figures()
    for entry in entries { set(entry) }
  }
}

extension Provenance {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    var (kind, text): (UInt8, String) =
      switch self {
      case .measured(let text): (0, text)
      case .datasheet(let text): (1, text)
      case .estimated(let text): (2, text)
      }
    f.integer(&kind)
    f.text(&text)
    switch kind {
    case 0: self = .measured(text)
    case 1: self = .datasheet(text)
    case 2: self = .estimated(text)
    default: f.fail()
    }
  }
}

extension Sourced {
  fileprivate mutating func fields<Visitor: RecordVisitor>(
    _ f: inout Visitor, _ visit: (inout Visitor, inout Value) -> Void
  ) {
    visit(&f, &value)
    f.optional(&plusMinus, value, visit)
    provenance.fields(&f)
  }
}

extension RecordVisitor {
  fileprivate mutating func sourced<Value>(
    _ value: inout Sourced<Value>?, _ first: Value, _ visit: (inout Self, inout Value) -> Void
  ) {
    optional(&value, Sourced(first, .estimated(""))) { $1.fields(&$0, visit) }
  }

  /// Visits the raw value of a case.
  fileprivate mutating func word<Word: RawRepresentable>(_ value: inout Word)
  where Word.RawValue == String {
    var name = value.rawValue
    text(&name)
    if let known = Word(rawValue: name) { value = known } else { fail() }
  }

  fileprivate mutating func optional(_ value: inout String?) {
    optional(&value, "") { $0.text(&$1) }
  }

  fileprivate mutating func texts(_ texts: inout [String]) {
    list(&texts, octets: 4, "") { $0.text(&$1) }
  }
}
