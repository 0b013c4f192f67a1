internal import CairnHAL
internal import CairnLinux

extension ProfileReader {
  func identity(_ section: Section) -> HardwareProfile.Identity {
    var section = section
    defer { section.end() }
    var identity = HardwareProfile.Identity()
    for match in section.sections("usb") {
      if let match = usbMatch(match) { identity.usb.append(match) }
    }
    identity.kernelTypes = section.texts("kernel_types")
    identity.compatible = section.texts("compatible")
    identity.paths = paths(&section)
    identity.models = section.texts("models")
    identity.hardwareVersions = section.texts("hardware_versions")
    return identity
  }

  /// Returns paths of devices, of which a udev rule may be made, and addresses of servers.
  private func paths(_ section: inout Section) -> [String] {
    section.list(section.value("paths"), "paths").compactMap { node in
      guard let text = section.text(node, "paths") else { return nil }
      // Relative to what, nobody knows.
      let isServer = text.hasPrefix("tcp://") && SourceAddress.fault(of: text) == nil
      if text.hasPrefix("/") || text.hasPrefix("file:/") || isServer { return text }
      section.report(
        node, "'\(section.inner("paths"))' has '\(text)'",
        "write the whole path of a device, such as /dev/ttyS3, in which * is any text, or "
          + "tcp://HOST:PORT")
      return nil
    }
  }

  private func usbMatch(_ section: Section) -> HardwareProfile.USBMatch? {
    var section = section
    defer { section.end() }
    let vendor = digits(&section, "vendor", count: 4, allowingAny: false)
    let product = digits(&section, "product", count: 4, allowingAny: true)
    let interface =
      section.value("interface") == nil
      ? nil : digits(&section, "interface", count: 2, allowingAny: false)
    let productName = pattern(&section, "product_name")
    let serialNumber = pattern(&section, "serial")
    if section.required("certainty") == nil { return nil }
    let certainty: HardwareProfile.Certainty = section.word("certainty", or: .bridge)
    guard let provenance = section.provenance(), let vendor, let product else { return nil }
    return HardwareProfile.USBMatch(
      vendor: vendor, product: product, interface: interface, productName: productName,
      serialNumber: serialNumber, certainty: certainty, provenance)
  }

  /// Returns lower-case hexadecimal digits, with `x` for any digit if allowed.
  private func digits(
    _ section: inout Section, _ key: String, count: Int, allowingAny: Bool
  ) -> String? {
    guard let node = section.required(key), let text = section.text(node, key) else { return nil }
    let isRight = text.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0
        || allowingAny && $0 == UInt8(ascii: "x")
    }
    if isRight && text.utf8.count == count { return text }
    section.report(
      node, "'\(section.inner(key))' is '\(text)'",
      "write \(count) hexadecimal digits in lower case, as lsusb prints them"
        + (allowingAny ? "; x is any digit" : ""))
    return nil
  }

  /// Returns text that is safe in a udev rule.
  private func pattern(_ section: inout Section, _ key: String) -> String? {
    guard let node = section.value(key), let text = section.text(node, key) else { return nil }
    if !text.utf8.contains(where: { "\"\\?[]|".utf8.contains($0) || $0 >= 0x7F }) { return text }
    section.report(
      node, "'\(section.inner(key))' is '\(text)'",
      "write printable ASCII without quotes, backslashes and ?[]|; * is any text")
    return nil
  }
}
