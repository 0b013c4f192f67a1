import CairnHAL
import CairnLinux
import CairnProviders
import CairnTypes

/// What is known of a port after it was listened to.
struct ProbedPort: Sendable {
  let path: String
  /// What the system says of it; `nil` for one that it does not know.
  let device: DiscoveredDevice?
  /// What the receiver has said; `nil` when nothing was understood.
  var report: ReceiverReport?
  /// Why it could not be used.
  var failure: String?
  /// The profile that fits, and why.
  private var choice: (profile: HardwareProfile, why: String)?

  init(path: String, device: DiscoveredDevice?) {
    self.path = path
    self.device = device
  }

  /// Whether something spoke like a receiver.
  var isReceiver: Bool { report != nil }

  /// Finds out why the profile fits that it was worked with.
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
      return identity.hardwareVersions.isEmpty ? nil : "of the hardware version that it says"
    }
    return "of its path"
  }

  // MARK: - What a profile of it would need

  /// Lines of a profile's `identity` that recognise this device alone, or its model.
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
    // JSON's quotation marks and escapes are YAML's as well, and the receiver chooses these characters.
    if let model = report?.model { lines.append("models: [\(ProfileItem.text(model.raw).json)]") }
    return lines
  }

  /// The same after it was plugged in again: by its serial number, else by its socket.
  private var stablePath: String? {
    let links = device?.links ?? []
    return links.first { $0.hasPrefix("/dev/serial/by-id/") && device?.serialNumber != nil }
      ?? links.first { $0.hasPrefix("/dev/serial/by-path/") }
      ?? links.first { $0.hasPrefix("/dev/gnss/") }
  }

  /// What was understood on the line.
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
      ("commands", report.dialect ?? "none that it has answered"),
      ("profile", choice.map { "\($0.profile.name), because \($0.why)" } ?? "none fits"),
    ]
    for (key, text) in rows { say("  \(key.padded(to: 9))\(text)") }
    guard !identityLines.isEmpty else { return }
    say("  a profile of its own needs")
    say("    identity:")
    for line in identityLines { say("      " + line) }
  }
}
