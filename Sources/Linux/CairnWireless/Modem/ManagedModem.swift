internal import CairnDBus
internal import CairnRadio

/// A modem as ModemManager describes it.
struct ManagedModem {
  let path: ObjectPath
  let state: ModemManager.State
  /// Why it has failed.
  let failure: UInt32
  /// Access technologies of the network that it is registered with, as bits.
  let access: UInt32
  /// The sources of positions that it has, as bits.
  let sources: UInt32
  /// The sources that are enabled, as bits.
  private var enabled: UInt32
  /// Whether positions are signalled to all programs.
  private var isSignalled: Bool
  /// The serving cell that was last signalled, in the format of `GetLocation`.
  private var servingCell: String?

  /// Whether it can report its serving cell.
  var tellsCell: Bool { sources & ModemManager.servingCell != 0 }

  /// Creates a modem from the properties of its object; `nil` if the object is not a modem.
  init?(_ path: ObjectPath, _ interfaces: DBusValue) {
    guard let modem = interfaces[ModemManager.modem.text] else { return nil }
    self.path = path
    state = modem["State"]?.int32.flatMap(ModemManager.State.init) ?? .unknown
    failure = modem["StateFailedReason"]?.uint32 ?? 0
    access = modem["AccessTechnologies"]?.uint32 ?? 0
    let location = interfaces[ModemManager.location.text]
    sources = location?["Capabilities"]?.uint32 ?? 0
    enabled = location?["Enabled"]?.uint32 ?? 0
    isSignalled = location?["SignalsLocation"]?.boolean ?? false
    servingCell = location?.servingCell
  }

  /// Whether it signals changes of its serving cell, because another program has enabled that.
  var tellsChanges: Bool { isSignalled && enabled & ModemManager.servingCell != 0 }

  /// Updates changed properties of its positions, and returns the resulting report about its cell.
  mutating func take(_ changed: DBusValue) -> CellCue? {
    let wereTold = tellsChanges
    enabled = changed["Enabled"]?.uint32 ?? enabled
    isSignalled = changed["SignalsLocation"]?.boolean ?? isSignalled
    guard tellsChanges else {
      servingCell = nil
      return wereTold ? .ended : nil
    }
    // The signal is also sent with every position of the receiver, while the cell stays the same.
    guard let cell = changed.servingCell, cell != servingCell else { return nil }
    servingCell = cell
    return .changed
  }

  /// Obstacle to a network connection; `nil` also while it is only searching for a network.
  var obstacle: ModemTrouble? {
    switch (state, failure) {
    case (.failed, ModemManager.Failure.simMissing):
      ModemTrouble(.obstacle(.simMissing), "the modem has no SIM card")
    case (.failed, ModemManager.Failure.simError):
      ModemTrouble(.obstacle(.simUnreadable), "the modem cannot read its SIM card")
    case (.failed, _):
      ModemTrouble(
        .obstacle(.failed), "ModemManager cannot use the modem: `mmcli -m any` says why")
    case (.locked, _):
      ModemTrouble(
        .obstacle(.pinAsked),
        "the SIM card asks for its PIN: enter it with `mmcli -i any --pin=PIN`")
    case (.disabled, _), (.disabling, _):
      ModemTrouble(
        .obstacle(.switchedOff),
        "the modem's radio is switched off: `mmcli -m any --enable` switches it on")
    default: nil
    }
  }

  /// The technology of the serving cell.
  ///
  /// - Parameters:
  ///   - cell: its number. The access technology may have changed since the modem was described; a
  ///     number that is too large for it shows that.
  ///   - hasTrackingArea: whether it has a tracking area instead of a location area.
  /// - Returns: the technology.
  func technology(of cell: UInt64, hasTrackingArea: Bool) -> CellTechnology {
    if hasTrackingArea {
      if cell >= 1 << 28 { return .nr }
      // With both technologies, the cell is one of LTE, and 5G only assists it.
      if access & ModemManager.Access.lte != 0 { return .lte }
      if access & ModemManager.Access.nr != 0 { return .nr }
      return access & ModemManager.Access.narrowband != 0 ? .narrowband : .lte
    }
    return cell >= 1 << 16 || access & ModemManager.Access.umts != 0 ? .wcdma : .gsm
  }
}

extension DBusValue {
  /// The serving cell among properties of positions.
  fileprivate var servingCell: String? {
    self["Location"]?[.uint32(ModemManager.servingCell)]?.string
  }
}
