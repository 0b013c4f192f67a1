internal import CairnDBus
internal import CairnRadio

/// A modem as ModemManager describes it.
struct ManagedModem {
  let path: ObjectPath
  let state: ModemManager.State
  /// Why it has failed.
  let failure: UInt32
  /// What it is registered with.
  let access: UInt32
  /// The sources of positions that it has, as bits.
  let sources: UInt32
  /// The sources that are enabled, as bits.
  private var enabled: UInt32
  /// Whether positions are told to all programs.
  private var isSignalled: Bool
  /// The serving cell that was told last without a question, as `GetLocation` has it.
  private var servingCell: String?

  /// Whether it tells its serving cell.
  var tellsCell: Bool { sources & ModemManager.servingCell != 0 }

  /// Creates a modem from the properties of its object; `nil` if it is no modem.
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

  /// Whether it tells changes of its serving cell without a question, since another program wants
  /// them told.
  var tellsChanges: Bool { isSignalled && enabled & ModemManager.servingCell != 0 }

  /// Takes properties of its positions that have changed, and returns what that says of its cell.
  mutating func take(_ changed: DBusValue) -> CellCue? {
    let wereTold = tellsChanges
    enabled = changed["Enabled"]?.uint32 ?? enabled
    isSignalled = changed["SignalsLocation"]?.boolean ?? isSignalled
    guard tellsChanges else {
      servingCell = nil
      return wereTold ? .ended : nil
    }
    // Sent with every position of the receiver as well, the cell being the same.
    guard let cell = changed.servingCell, cell != servingCell else { return nil }
    servingCell = cell
    return .changed
  }

  /// What keeps it from a network; `nil` also while it is only looking for one.
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
  ///   - cell: its number. What a modem is registered with may have changed since it was described,
  ///     which the number shows where it is too large.
  ///   - hasTrackingArea: whether it has a tracking area instead of a location area.
  /// - Returns: the technology.
  func technology(of cell: UInt64, hasTrackingArea: Bool) -> CellTechnology {
    if hasTrackingArea {
      if cell >= 1 << 28 { return .nr }
      // With both, 5G only helps a cell of LTE.
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
