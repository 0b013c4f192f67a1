import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes

/// Result of probing a port.
struct ProbedPort: Sendable {
  let path: String
  /// The system's description of the device; `nil` if the system does not know it.
  let device: DiscoveredDevice?
  /// The receiver's report; `nil` if nothing was understood.
  var report: ReceiverReport?
  /// Why the port could not be used.
  var failure: String?
  /// The profile that fits, and the reason.
  private var choice: (profile: HardwareProfile, why: String)?

  init(path: String, device: DiscoveredDevice?) {
    self.path = path
    self.device = device
  }

  /// Whether anything that resembles a receiver was heard.
  var isReceiver: Bool { report != nil }

  /// Determines why the profile that was used for the receiver fits.
  mutating func choose(among profiles: [HardwareProfile]) {
    guard let profile = profiles.first(where: { $0.name == report?.profile }) else { return }
    choice = (profile, why(profile.identity) ?? "it is the nearest")
  }

  private func why(_ identity: HardwareProfile.Identity) -> String? {
    if let model = report?.model, let start = identity.models.first(where: model.raw.hasPrefix) {
      return start == model.raw
        ? "it says that it is a \(model)" : "its model \(model) begins with \(start)"
    }
    let traits = HardwareProfile.Traits(.device(path), device)
    if let match = identity.usb.first(where: { $0.matches(traits) }) {
      return "it is USB \(match.vendor):\(match.product)"
    }
    if let type = traits.kernelType, identity.kernelTypes.contains(type) {
      return "the kernel calls it \(type)"
    }
    guard identity.certainty(of: traits) != nil else {
      return identity.hardwareVersions.isEmpty ? nil : "of the hardware version it reports"
    }
    return "of its path"
  }

  // MARK: - Lines of a profile for it

  /// Lines of a profile's `identity` that recognise only this device, or its model.
  private var identityLines: [String] {
    var lines: [String] = []
    if let vendor = device?.vendorID, let product = device?.productID {
      let certainty = device?.classification == .bridge ? "bridge" : "certain"
      lines += [
        "usb:",
        "  - { vendor: \"\(vendor)\", product: \"\(product)\", certainty: \(certainty), "
          + "measured: \"seen by udev\" }",
      ]
    }
    if let type = device?.gnssType {
      lines.append("kernel_types: [\(ProfileItem.text(type).json)]")
    }
    if let stable = stablePath { lines.append("paths: [\(ProfileItem.text(stable).json)]") }
    // A UART whose receiver does not say what it is has no identity but its place.
    if lines.isEmpty, report?.model == nil, path.hasPrefix("/dev/") {
      lines.append("paths: [\(ProfileItem.text(path).json)]")
    }
    // The receiver chooses these characters; JSON's quotation marks and escapes are valid YAML.
    if let model = report?.model { lines.append("models: [\(ProfileItem.text(model.raw).json)]") }
    return lines
  }

  /// A path that survives replugging: by the device's serial number, else by its socket.
  private var stablePath: String? {
    let links = device?.links ?? []
    return links.first { $0.hasPrefix("/dev/serial/by-id/") && device?.serialNumber != nil }
      ?? links.first { $0.hasPrefix("/dev/serial/by-path/") }
      ?? links.first { $0.hasPrefix("/dev/gnss/") }
  }

  /// A whole profile for a receiver of which none is known, with the facts that were found.
  private var skeleton: [String] {
    let base = protocols.contains("nmea") ? "generic-nmea" : "any-receiver"
    let spoken = base == "any-receiver" ? ["protocols: [\(protocols.joined(separator: ", "))]"] : []
    return ["name: my-receiver", "title: My receiver", "vendor: unknown", "includes: [\(base)]"]
      + spoken + ["identity:"] + identityLines.map { "  " + $0 }
  }

  /// The protocols that were understood on the line.
  private var protocols: [String] {
    guard let report else { return [] }
    let counts = [
      (report.sentences, HardwareProfile.WireProtocol.nmea), (report.ubxFrames, .ubx),
      (report.rtcmFrames, .rtcm),
    ]
    return counts.filter { $0.0 > 0 }.map(\.1.rawValue)
  }

  // MARK: - Output

  var item: ProfileItem {
    func text(_ text: String?) -> ProfileItem { text.map { .text($0) } ?? .unknown }
    return .object([
      ("path", .text(path)), ("receiver", .flag(isReceiver)), ("model", text(report?.model?.raw)),
      ("firmware", text(report?.firmware?.raw)), ("protocols", .texts(protocols)),
      ("dialect", text(report?.dialect)), ("unique_id", text(report?.uniqueID)),
      ("baud", report?.baudRate.map { .number(Double($0)) } ?? .unknown),
      ("profile", text(choice?.profile.name)), ("reason", text(choice?.why)),
      ("stable_path", text(stablePath)), ("identity", .texts(identityLines)),
      ("failure", text(failure)),
    ])
  }

  /// What to use where no profile fits.
  private var fallback: String {
    protocols.contains("nmea")
      ? "none fits; generic-nmea describes any receiver that speaks NMEA" : "none fits"
  }

  func printLines(isFirst: Bool) {
    if !isFirst { say() }
    say(Terminal.bold(path))
    guard let report else {
      say(
        "  nothing was understood"
          + (failure.map { ": \($0)" } ?? "; is it powered, and its antenna on?"))
      return
    }
    let name = [report.model, report.firmware].compactMap { $0?.description }.joined(separator: " ")
    let rows = [
      ("receiver", name.isEmpty ? "does not say what it is" : name),
      (
        "line",
        (protocols.map { $0.uppercased() } + [report.baudRate.map { "\($0) baud" } ?? "no speed"])
          .joined(separator: ", ")
      ),
      ("commands", report.dialect ?? "none that it answered"),
      ("profile", choice.map { "\($0.profile.name), because \($0.why)" } ?? fallback),
    ]
    for (key, text) in rows { say("  \(key.padded(to: 9))\(text)") }
    guard !identityLines.isEmpty else { return }
    guard choice != nil else {
      say("  to describe it, write a file my-receiver.yaml, and check it with `hw-profile lint`:")
      for line in skeleton { say("    " + line) }
      return
    }
    say("  a profile of its own would need")
    say("    identity:")
    for line in identityLines { say("      " + line) }
  }
}
