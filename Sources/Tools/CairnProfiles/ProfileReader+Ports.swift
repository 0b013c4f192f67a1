internal import CairnHAL

extension ProfileReader {
  /// Reads a port's speeds or address, each with its provenance.
  func port(_ name: HardwareProfile.PortName, _ section: Section) -> HardwareProfile.Port {
    var section = section
    defer { section.end() }
    var port = HardwareProfile.Port(name)
    if name == .uart1 || name == .uart2 {
      port.baudRates = speeds(&section)
      port.workingBaudRate = workingSpeed(&section, among: port.baudRates?.value)
    }
    if name == .i2c, var address = section.section("address") {
      if let provenance = address.provenance(), let node = address.required("number"),
        let number = address.number(node, "number", in: UInt8(0x08)...0x77)
      {
        port.i2cAddress = Sourced(number, provenance)
      }
      address.end()
    }
    return port
  }

  private func speeds(_ section: inout Section) -> Sourced<[UInt32]>? {
    guard var speeds = section.section("speeds") else { return nil }
    defer { speeds.end() }
    let provenance = speeds.provenance()
    var rates: [UInt32] = []
    let list = speeds.required("baud")
    for node in speeds.list(list, "baud") {
      guard let rate = speeds.number(node, "baud", in: UInt32(300)...4_000_000) else { continue }
      if rates.contains(rate) { speeds.report(node, "\(rate) stands here twice", "remove one") }
      rates.append(rate)
    }
    if let list, rates.isEmpty { speeds.report(list, "no speed to try", "name one") }
    return provenance.map { Sourced(rates, $0) }
  }

  private func workingSpeed(
    _ section: inout Section, among tried: [UInt32]?
  ) -> Sourced<UInt32>? {
    guard var working = section.section("working_speed") else { return nil }
    defer { working.end() }
    guard let provenance = working.provenance(), let node = working.required("baud"),
      let rate = working.number(node, "baud", in: UInt32(300)...4_000_000)
    else { return nil }
    if tried?.contains(rate) != true {
      working.report(
        node, "\(rate) baud is not among the speeds that are tried",
        "add it to 'speeds': a host that starts anew would not find the receiver")
    }
    return Sourced(rate, provenance)
  }
}
