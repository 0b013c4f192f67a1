internal import CairnDBus
internal import CairnRadio
internal import CairnTypes

// Cells as ModemManager reports them. Source: ModemManager 1.20, Modem.Location and Modem
// interfaces, and the cell information of libmm-glib.

extension CellSighting {
  /// Reads the serving cell of `GetLocation`: country, network, location area, cell and tracking
  /// area, separated by commas, the last three hexadecimal.
  ///
  /// - Parameters:
  ///   - text: for example `228,01,0,1E24F03,32C8`.
  ///   - modem: the modem, for the technology.
  ///   - time: when the modem was asked.
  init?(serving text: String, of modem: ManagedModem, at time: MonotonicTime) {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count >= 4, let country = UInt16(fields[0]), let network = UInt16(fields[1]),
      let cell = UInt64(fields[3], radix: 16)
    else { return nil }
    let location = UInt32(fields[2], radix: 16) ?? 0
    let tracking = fields.count > 4 ? UInt32(fields[4], radix: 16) ?? 0 : 0
    guard country > 0, cell > 0,
      let identity = CellIdentity(
        modem.technology(of: cell, hasTrackingArea: tracking != 0), countryCode: country,
        networkCode: network, area: tracking != 0 ? tracking : location, cell: cell)
    else { return nil }
    self.init(identity: identity, isServing: true, time: time)
  }

  /// Reads one cell of `GetCellInfo`; `nil` for a technology that Cairn does not know.
  ///
  /// - Parameters:
  ///   - cell: a dictionary of names and values.
  ///   - time: when the modem was asked.
  init?(_ cell: DBusValue, at time: MonotonicTime) {
    guard let type = cell["cell-type"]?.uint32 else { return nil }
    let advance = cell["timing-advance"]?.uint32.flatMap(UInt16.init(exactly:))
    var physical = cell["physical-ci"]?.string
    var (technology, area, channel, signal) = (CellTechnology.lte, "tac", "earfcn", "rsrp")
    var timing: TimingAdvance?
    switch type {
    case ModemManager.CellType.gsm:
      (technology, area, channel, signal) = (.gsm, "lac", "arfcn", "")
      physical = cell["base-station-id"]?.string
      timing = advance.flatMap(TimingAdvance.gsm)
    case ModemManager.CellType.umts:
      (technology, area, channel, signal) = (.wcdma, "lac", "uarfcn", "rscp")
    // Modems report the timing advance of LTE in different units, and that of NR in steps whose
    // length depends on a numerology that is not reported.
    case ModemManager.CellType.lte: break
    case ModemManager.CellType.nr: (technology, channel) = (.nr, "nrarfcn")
    default: return nil
    }
    self.init(
      identity: CellIdentity(
        technology, network: cell["operator-id"]?.string, area: cell[area]?.string,
        cell: cell["ci"]?.string),
      isServing: cell["serving"]?.boolean ?? false,
      signal: cell[signal]?.double ?? cell["rx-level"]?.uint32.flatMap(Self.receivedLevel),
      timingAdvance: timing,
      physicalID: physical.flatMap { UInt16($0, radix: 16) },
      channelNumber: cell[channel]?.uint32, time: time)
  }

  /// dBm of a level of GSM, 0...63, from 3GPP TS 45.008; `nil` for others.
  private static func receivedLevel(_ level: UInt32) -> Double? {
    level <= 63 ? Double(level) - 110 : nil
  }
}

extension CellIdentity {
  /// Creates an identity from a network such as `22801` and hexadecimal numbers; `nil` without
  /// network or cell, as for neighbours of which only the radio is known.
  fileprivate init?(
    _ technology: CellTechnology, network: String?, area: String?, cell: String?
  ) {
    guard let network, network.utf8.count == 5 || network.utf8.count == 6,
      let country = UInt16(network.prefix(3)), let code = UInt16(network.dropFirst(3)),
      let cell = cell.flatMap({ UInt64($0, radix: 16) }), cell > 0
    else { return nil }
    self.init(
      technology, countryCode: country, networkCode: code,
      area: area.flatMap { UInt32($0, radix: 16) }, cell: cell)
  }
}
