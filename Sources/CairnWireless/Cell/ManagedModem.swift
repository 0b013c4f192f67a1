internal import CairnDBus
internal import CairnRadio

/// A modem as ModemManager describes it.
struct ManagedModem: Equatable {
  /// Why a modem knows no cell, as long as somebody has not changed that.
  enum Obstacle: Equatable {
    case simMissing
    case simUnreadable
    case pinAsked
    case switchedOff
    case failed
  }

  let path: ObjectPath
  let state: ModemManager.State
  /// Why it has failed.
  let failure: UInt32
  /// What it is registered with.
  let access: UInt32
  /// Whether it tells its serving cell.
  let tellsCell: Bool

  /// Creates a modem from the properties of its object; `nil` if it is no modem.
  init?(_ path: ObjectPath, _ interfaces: DBusValue) {
    guard let modem = interfaces[ModemManager.modem.text] else { return nil }
    self.path = path
    state = modem["State"]?.int32.flatMap(ModemManager.State.init) ?? .unknown
    failure = modem["StateFailedReason"]?.uint32 ?? 0
    access = modem["AccessTechnologies"]?.uint32 ?? 0
    let capabilities = interfaces[ModemManager.location.text]?["Capabilities"]?.uint32 ?? 0
    tellsCell = capabilities & ModemManager.servingCell != 0
  }

  /// What keeps it from a network; `nil` also while it is only looking for one.
  var obstacle: Obstacle? {
    switch (state, failure) {
    case (.failed, ModemManager.Failure.simMissing): .simMissing
    case (.failed, ModemManager.Failure.simError): .simUnreadable
    case (.failed, _): .failed
    case (.locked, _): .pinAsked
    case (.disabled, _), (.disabling, _): .switchedOff
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
