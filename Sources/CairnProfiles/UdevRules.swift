public import CairnHAL

/// Writes the udev rules for a set of profiles.
///
/// A device that is certainly a receiver gets a group, a link and the service, and ModemManager is
/// told to leave it alone. A bridge gets nothing: a user who knows what is behind it sets
/// `ID_CAIRN_PROBE` in a rule of their own. The file's number must be between 60 and 69: after the
/// rules that set `ID_USB_...`, before ModemManager's.
public enum UdevRules {
  /// Returns the rules file, as it is installed.
  ///
  /// - Parameters:
  ///   - profiles: in any order, which does not affect the text.
  ///   - service: the systemd unit that a receiver starts.
  /// - Returns: the file's text, ending in a line end.
  public static func text(
    for profiles: [HardwareProfile], service: String = "cairn.service"
  ) -> String {
    var lines = [
      "# Serial receivers that are surely some. Written by `hw-profile rules` from hw-profiles/*.yaml: change those.",
      #"ACTION=="remove", GOTO="cairn_end""#,
      #"SUBSYSTEM=="gnss", GOTO="cairn_gnss""#,
      #"SUBSYSTEM=="pps", GROUP="dialout", MODE="0660", GOTO="cairn_end""#,
      #"SUBSYSTEM!="tty", GOTO="cairn_end""#,
    ]
    lines += matchLines(profiles)
    lines += [
      #"GOTO="cairn_end""#,
      #"LABEL="cairn_gnss""#,
      #"ENV{ID_CAIRN_GNSS}="1", ENV{ID_MM_DEVICE_IGNORE}="1", GROUP="dialout", MODE="0660""#,
      #"SYMLINK+="gnss/%k""#,
      #"TAG+="systemd", ENV{SYSTEMD_WANTS}+="\#(service)""#,
      #"LABEL="cairn_end""#,
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns sorted rules: one per vendor, and one per match with further conditions. The vendor
  /// and product numbers must be of the same parent, hence in one rule.
  private static func matchLines(_ profiles: [HardwareProfile]) -> [String] {
    var plain: [String: Set<String>] = [:]
    var special: Set<String> = []
    for profile in profiles {
      for match in profile.identity.usb where match.certainty == .certain {
        if match.productName == nil && match.serialNumber == nil && match.interface == nil {
          plain[match.vendor, default: []].insert(udevPattern(match.product))
        } else {
          special.insert(line(match))
        }
      }
    }
    let grouped = plain.sorted { $0.key < $1.key }.map { vendor, products in
      rule(vendor, products.sorted().joined(separator: "|"), "")
    }
    return grouped + special.sorted()
  }

  private static func line(_ match: HardwareProfile.USBMatch) -> String {
    var conditions = ""
    if let name = match.productName { conditions += #", ATTRS{product}=="\#(name)""# }
    if let serial = match.serialNumber { conditions += #", ATTRS{serial}=="\#(serial)""# }
    if let interface = match.interface {
      conditions += #", ENV{ID_USB_INTERFACE_NUM}=="\#(interface)""#
    }
    return rule(match.vendor, udevPattern(match.product), conditions)
  }

  private static func rule(_ vendor: String, _ products: String, _ conditions: String) -> String {
    #"SUBSYSTEMS=="usb", ATTRS{idVendor}=="\#(vendor)", ATTRS{idProduct}=="\#(products)"\#(conditions), GOTO="cairn_gnss""#
  }

  private static func udevPattern(_ product: String) -> String {
    String(product.map { $0 == "x" ? "?" : $0 })
  }
}
