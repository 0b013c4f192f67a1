public import CairnHAL

/// Writes profiles as Swift source, for firmware that reads no files.
public enum SwiftSource {
  /// Returns a file that imports `CairnHAL` and adds one constant per profile to `HardwareProfile`:
  /// `ublox-m9` becomes `ubloxM9`.
  ///
  /// - Parameters:
  ///   - profiles: in the order of the file.
  ///   - list: the name of a constant with all of them; `nil` for none.
  /// - Returns: the text of the file.
  public static func text(of profiles: [HardwareProfile], list: String? = nil) -> String {
    var text = "// Written by `hw-profile show --swift`: change hw-profiles/*.yaml instead.\n"
    text += "// swift-format-ignore-file\n"
    text += "import CairnHAL\n\nextension HardwareProfile {\n"
    if let list {
      text += "  static let \(list): [HardwareProfile] = [\n"
      for profile in profiles { text += "    .\(identifier(profile.name)),\n" }
      text += "  ]\n\n"
    }
    text += profiles.map(constant).joined(separator: "\n")
    return text + "}\n"
  }

  /// Returns the name of a profile's constant.
  public static func identifier(_ name: String) -> String {
    let words = name.split(separator: "-")
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = (words.first.map(String.init) ?? "") + rest.joined()
    return joined.first?.isNumber == true ? "_" + joined : joined
  }

  private static func constant(_ profile: HardwareProfile) -> String {
    var value = SwiftCall("HardwareProfile")
    value.add("name", profile.name.literal)
    value.add("title", profile.title.literal)
    value.add("vendor", profile.vendor.literal)
    value.add("kind", ".\(profile.kind)")
    if !profile.includes.isEmpty { value.add("includes", profile.includes.source(\.literal)) }
    value.add("identity", profile.identity.source)
    value.add("protocols", profile.protocols.source { ".\($0)" })
    value.add("dialects", profile.dialects.source { ".\($0)" })
    value.add("writeAccess", ".\(profile.writeAccess)")
    value.add("ports", profile.ports.source(\.source))
    value.add("startup", profile.startup.source(\.source))
    value.add("persistence", profile.persistence.source)
    value.add("supply", profile.supply.source)
    if let wake = profile.wake { value.add("wake", wake.source) }
    value.add("startTimes", profile.startTimes.source)
    if let pulses = profile.pulses { value.add("pulses", pulses.literal) }
    if let port = profile.modemPort { value.add("modemPort", port.source) }
    if let address = profile.geolocation { value.add("geolocation", address.literal) }
    if let floors = profile.floors { value.add("floors", floors.source) }
    if !profile.figures.entries.isEmpty { value.add("figures", profile.figures.source) }
    return """
        /// \(profile.title), by `\(profile.name).yaml`.
        static let \(identifier(profile.name)) =
          \(value.text(indentation: 4))

      """
  }
}

/// A call with labelled arguments, one per line.
struct SwiftCall {
  private let function: String
  private var arguments: [String] = []

  init(_ function: String) { self.function = function }

  mutating func add(_ label: String?, _ value: String) {
    arguments.append(label.map { "\($0): \(value)" } ?? value)
  }

  func text(indentation: Int) -> String {
    let margin = String(repeating: " ", count: indentation + 2)
    return function + "(\n" + arguments.map { margin + $0 }.joined(separator: ",\n") + ")"
  }

  /// The call on one line.
  var source: String { function + "(" + arguments.joined(separator: ", ") + ")" }
}

extension String {
  /// The text as a string literal.
  var literal: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}

extension Array {
  func source(_ element: (Element) -> String) -> String {
    "[" + map(element).joined(separator: ", ") + "]"
  }
}
