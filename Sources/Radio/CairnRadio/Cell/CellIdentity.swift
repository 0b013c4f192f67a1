/// The radio technology of a cell.
@nonexhaustive
public enum CellTechnology: UInt8, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  case gsm = 0
  /// UMTS.
  case wcdma = 1
  case lte = 2
  /// 5G.
  case nr = 3
  /// NB-IoT and LTE-M; their identities are those of LTE.
  case narrowband = 4
}

/// The identity of a cell of a mobile network, unique in the world.
///
/// Source: 3GPP TS 23.003.
public struct CellIdentity: Hashable, Sendable, BitwiseCopyable {
  /// The radio technology.
  public let technology: CellTechnology
  /// Mobile country code, 0...999.
  public let countryCode: UInt16
  /// Mobile network code, 0...999.
  public let networkCode: UInt16
  /// Location area code, or tracking area code from LTE on: 16 bits, for NR 24; `nil` when unknown.
  public let area: UInt32?
  /// The cell within the area for GSM (16 bits), within the network for WCDMA and LTE (28 bits)
  /// and NR (36 bits). 16 bits for WCDMA are a cell within the area as well.
  public let cell: UInt64

  /// Creates an identity; `nil` if a number is too large for the technology, or if the area is
  /// missing that a short cell number needs.
  public init?(
    _ technology: CellTechnology, countryCode: UInt16, networkCode: UInt16, area: UInt32?,
    cell: UInt64
  ) {
    guard countryCode <= 999, networkCode <= 999,
      area ?? 0 < 1 << Self.areaBits(technology), cell < 1 << Self.cellBits(technology)
    else { return nil }
    self.technology = technology
    self.countryCode = countryCode
    self.networkCode = networkCode
    self.area = area
    self.cell = cell
    guard !isShort || area != nil else { return nil }
  }

  /// The cell as one number below 2^59, for databases: technology (3 bits), country (10),
  /// network (10) and cell (36). It includes the area only where the cell number needs it, so that
  /// a network may renumber its areas.
  public var key: UInt64 {
    var number = cell
    if isShort { number |= UInt64(area ?? 0) << 16 }
    // Apart from the numbers of 28 bits.
    if technology == .wcdma, isShort { number |= 1 << 35 }
    return networkKey | number
  }

  /// The area as one number below 2^59, in a table of its own; `nil` when the area is unknown.
  public var areaKey: UInt64? { area.map { networkKey | UInt64($0) } }

  private var networkKey: UInt64 {
    UInt64(technology.rawValue) << 56 | UInt64(countryCode) << 46 | UInt64(networkCode) << 36
  }

  /// Whether the cell's number is unique in its area only.
  private var isShort: Bool {
    technology == .gsm || (technology == .wcdma && cell < 1 << 16)
  }

  private static func areaBits(_ technology: CellTechnology) -> UInt32 {
    technology == .nr ? 24 : 16
  }

  private static func cellBits(_ technology: CellTechnology) -> UInt64 {
    switch technology {
    case .gsm: 16
    case .nr: 36
    default: 28
    }
  }
}

extension CellIdentity: CustomStringConvertible {
  /// Technology, country, network, area and cell, as in `lte 228-1-12984-31608612`.
  public var description: String {
    let area = area.map(String.init) ?? "?"
    return "\(technology) \(countryCode)-\(networkCode)-\(area)-\(cell)"
  }
}
