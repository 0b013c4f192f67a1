public import CairnHAL

/// Writes the udev rules for a set of profiles.
///
/// A device that is certainly a receiver, or a port at a path that a profile names for one, gets a
/// group, a link and the service, and ModemManager is told to leave it alone. A bridge gets nothing: a user who knows what is behind it sets
/// `ID_CAIRN_PROBE` in a rule of their own. The port that a profile names for a modem's commands gets
/// the group where ModemManager will not use it: it is not installed, or an earlier rule has told it
/// to leave the port or the device alone. Sensors with a buffer get the group as well, and GPIO chips, which
/// switch supplies, the group gpio. The file's number must be between 60 and 69: after the
/// rules that set `ID_USB_...`, before ModemManager's.
public enum UdevRules {
  /// Returns the rules file, as it is installed.
  ///
  /// - Parameters:
  ///   - profiles: in any order, which does not affect the text.
  ///   - service: the systemd unit that a receiver starts.
  /// - Returns: the file's text, ending in a line end.
  public static func text(
    for profiles: [HardwareProfile], service: String = "cairnd.socket"
  ) -> String {
    var lines = [
      "# Serial receivers that are surely some. Written by `hw-profile rules` from hw-profiles/*.yaml: change those.",
      #"ACTION=="remove", GOTO="cairn_end""#,
      #"SUBSYSTEM=="gnss", GOTO="cairn_gnss""#,
      #"SUBSYSTEM=="pps", GROUP="dialout", MODE="0660", GOTO="cairn_end""#,
      #"SUBSYSTEM=="gpio", KERNEL=="gpiochip*", GROUP="gpio", MODE="0660", GOTO="cairn_end""#,
      sensorLine,
    ]
    let modems = modemLines(profiles)
    lines += modems
    lines.append(#"SUBSYSTEM!="tty", GOTO="cairn_end""#)
    lines += pathLines(profiles)
    lines += matchLines(profiles)
    lines += [
      #"GOTO="cairn_end""#,
      #"LABEL="cairn_gnss""#,
      #"ENV{ID_CAIRN_GNSS}="1", ENV{ID_MM_DEVICE_IGNORE}="1", GROUP="dialout", MODE="0660""#,
      #"SYMLINK+="gnss/%k""#,
      #"TAG+="systemd", ENV{SYSTEMD_WANTS}+="\#(service)""#,
    ]
    if !modems.isEmpty {
      lines += [
        #"GOTO="cairn_end""#,
        #"LABEL="cairn_modem""#,
        #"TEST=="\#(managerService)", ENV{ID_MM_DEVICE_IGNORE}!="1", ENV{ID_MM_PORT_IGNORE}!="1", GOTO="cairn_end""#,
        #"GROUP="dialout", MODE="0660""#,
      ]
    }
    lines.append(#"LABEL="cairn_end""#)
    return lines.joined(separator: "\n") + "\n"
  }

  /// Grants the buffers and events of sensors: their node, and the files that set them up.
  private static let sensorLine: String = {
    let files = "scan_elements buffer trigger events current_timestamp_clock *sampling_frequency"
    let grant = "chgrp -R dialout \(files); chmod -R g+w \(files)"
    return
      #"SUBSYSTEM=="iio", KERNEL=="iio:device*", GROUP="dialout", MODE="0660", "#
      + #"RUN+="/bin/sh -c 'cd /sys%p && { \#(grant); } 2>/dev/null'", GOTO="cairn_end""#
  }()

  /// There where ModemManager is installed, since the bus starts it by this file.
  private static let managerService =
    "/usr/share/dbus-1/system-services/org.freedesktop.ModemManager1.service"

  /// Returns two sorted rules for each port that is named for a modem's commands: by the name that the
  /// kernel gives it, and by a link of an earlier rule.
  private static func modemLines(_ profiles: [HardwareProfile]) -> [String] {
    namedLines(profiles.compactMap(\.modemPort?.path)) {
      #"SUBSYSTEM=="tty|wwan", \#($0), GOTO="cairn_modem""#
    }
  }

  /// Returns the same for each path of a receiver: a UART cannot say what is connected to it. An
  /// asterisk means the same in profiles and in rules.
  private static func pathLines(_ profiles: [HardwareProfile]) -> [String] {
    let ends = #", GOTO="cairn_gnss""#
    return namedLines(profiles.flatMap(\.identity.paths), isPattern: true) { $0 + ends }
  }

  private static func namedLines(
    _ paths: [String], isPattern: Bool = false, _ line: (String) -> String
  ) -> [String] {
    let names = paths.filter { $0.hasPrefix("/dev/") }.map { $0.dropFirst("/dev/".count) }.filter {
      $0.utf8.allSatisfy { $0.isPlainInRules || isPattern && $0 == UInt8(ascii: "*") }
    }
    return Set(names).sorted().flatMap { name in
      ["KERNEL", "SYMLINK"].map { line(#"\#($0)=="\#(name)""#) }
    }
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

extension UInt8 {
  /// Whether it stands for itself in a rule's pattern.
  fileprivate var isPlainInRules: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_-./:@+,".utf8.contains(self)
    }
  }
}
