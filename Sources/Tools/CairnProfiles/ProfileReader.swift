public import CairnHAL
internal import CairnTypes

/// Reads hardware profiles: YAML into `CairnHAL` values, or every error with line and column.
public struct ProfileReader {
  let findings: Findings
  let library: ProfileLibrary

  private init(file: String, _ library: ProfileLibrary) {
    findings = Findings(file: file)
    self.library = library
  }

  /// Reads one profile that includes no other.
  ///
  /// - Parameters:
  ///   - text: the file's content.
  ///   - file: its path, for messages; the profile must have the file's name.
  ///   - warn: receives warnings about a usable profile, such as unknown keys.
  /// - Returns: a profile without errors.
  /// - Throws: everything that is wrong with it, warnings included.
  public static func read(
    _ text: String, file: String, warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> HardwareProfile {
    try read(text, file: file, ProfileLibrary(), warn: warn)
  }

  /// Reads one profile that may include those of a library.
  package static func read(
    _ text: String, file: String, _ library: ProfileLibrary,
    warn: (ProfileError) -> Void = { _ in }
  ) throws(ProfileErrors) -> HardwareProfile {
    let (profile, findings) = reading(text, file: file, library)
    guard let profile, findings.errors.isEmpty else { throw ProfileErrors(all: findings.all) }
    findings.warnings.forEach(warn)
    return profile
  }

  /// Returns the profile, as far as it can be read, and the findings.
  static func reading(
    _ text: String, file: String, _ library: ProfileLibrary = ProfileLibrary()
  ) -> (HardwareProfile?, Findings) {
    let reader = ProfileReader(file: file, library)
    guard let root = reader.document(text), let section = Section(root, path: "", reader.findings)
    else { return (nil, reader.findings) }
    return (reader.profile(section), reader.findings)
  }

  private func profile(_ section: Section) -> HardwareProfile? {
    var root = section
    let name = root.requiredText("name")
    let title = root.requiredText("title")
    let vendor = root.requiredText("vendor")
    let kind: HardwareProfile.Kind = root.word("kind", or: .receiver)
    if let name { checkName(name, root) }
    var profile = HardwareProfile(
      name: name ?? "", title: title ?? "", vendor: vendor ?? "", kind: kind)
    includes(&root, into: &profile)
    let needsIdentity = kind == .receiver && !isVariant(profile)
    let identity = needsIdentity ? root.required("identity") : root.value("identity")
    if identity != nil, let section = root.section("identity") {
      profile.identity = self.identity(section)
    }
    profile.protocols = root.words("protocols", or: profile.protocols)
    profile.dialects = root.words("dialects", or: profile.dialects)
    writeAccess(&root, &profile)
    profile.ports = ports(&root, or: profile.ports)
    startup(&root, &profile)
    persistence(&root, &profile)
    if let section = root.section("supply") { profile.supply = supply(section) }
    if let section = root.section("wake") { profile.wake = wake(section) }
    if let section = root.section("start_times") {
      profile.startTimes = startTimes(section, or: profile.startTimes)
    }
    profile.pulses = pulses(&root) ?? profile.pulses
    if let section = root.section("modem") { profile.modemPort = modemPort(section) }
    profile.geolocation = geolocation(&root) ?? profile.geolocation
    if let section = root.section("floors") { profile.floors = floorPlan(section) }
    profile.figures = FigureReader(&root, including: profile.figures).figures
    root.end()
    return name == nil ? nil : profile
  }

  private func checkName(_ name: String, _ root: Section) {
    var root = root
    let node = root.value("name")
    let isPlain = name.utf8.allSatisfy {
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
        || $0 == UInt8(ascii: "-")
    }
    if !isPlain { root.report(node, "'\(name)' is no name", "use a to z, 0 to 9 and '-'") }
    let base = findings.file.split(separator: "/").last.map(String.init) ?? ""
    if base.hasSuffix(".yaml") && base != name + ".yaml" {
      root.report(node, "the profile '\(name)' is in the file \(base)", "name them alike")
    }
  }

  private func pulses(_ root: inout Section) -> String? {
    guard let path = root.optionalText("pulses") else { return nil }
    if !path.hasPrefix("/dev/") {
      root.report(
        root.value("pulses"), "'pulses' is '\(path)'", "write a path below /dev, such as /dev/pps0")
    }
    return path
  }

  private func modemPort(_ section: Section) -> HardwareProfile.ModemPort? {
    var section = section
    defer { section.end() }
    guard let path = section.requiredText("port") else { return nil }
    if !path.hasPrefix("/dev/") {
      section.report(
        section.value("port"), "'port' is '\(path)'", "write a path below /dev, such as /dev/ttyS1")
    }
    let baudRate = section.value("baud").flatMap {
      section.number($0, "baud", in: UInt32(300)...4_000_000)
    }
    return HardwareProfile.ModemPort(path: path, baudRate: baudRate)
  }

  private func geolocation(_ root: inout Section) -> String? {
    guard let address = root.optionalText("geolocation") else { return nil }
    if !address.hasPrefix("https://") && !address.hasPrefix("http://") {
      root.report(
        root.value("geolocation"), "'geolocation' is '\(RedactedAddress(address, isHTTP: true))'",
        "write the address of a service, such as https://api.beacondb.net")
    }
    return address
  }

  private func writeAccess(_ root: inout Section, _ profile: inout HardwareProfile) {
    profile.writeAccess = root.word("write", or: profile.writeAccess)
    guard profile.writeAccess == .whileSilent else { return }
    for match in profile.identity.usb where match.certainty == .bridge {
      root.report(
        root.value("write"),
        "'write' is while-silent, but \(match.vendor):\(match.product) is a bridge",
        "anything may be behind a bridge: write after-first-frame")
      return
    }
  }

  private func ports(
    _ root: inout Section, or inherited: [HardwareProfile.Port]
  ) -> [HardwareProfile.Port] {
    guard var section = root.section("ports") else { return inherited }
    defer { section.end() }
    var ports: [HardwareProfile.Port] = []
    for (word, name) in HardwareProfile.PortName.words {
      if let inner = section.section(word) { ports.append(port(name, inner)) }
    }
    return ports
  }

  private func persistence(_ root: inout Section, _ profile: inout HardwareProfile) {
    guard var section = root.section("persistence") else { return }
    defer { section.end() }
    profile.persistence.memories = section.words("memories")
    profile.persistence.written = section.words("write")
    for memory in profile.persistence.written
    where !profile.persistence.memories.contains(memory) {
      section.report(
        section.value("write"), "'\(memory.rawValue)' is written but not among 'memories'",
        "add it there if the receiver has it, or do not write it")
    }
  }
}
