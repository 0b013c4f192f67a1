import CairnTypes

/// A column of a fix table, beyond time, position and horizontal accuracy.
enum FixColumn: String, CaseIterable {
  /// Metres above the ellipsoid; its accuracy in metres, 68 %.
  case alt, vacc
  /// Metres per second; degrees true; metres per second, 68 %.
  case speed, course, sacc
  /// Name of the provider.
  case source
  /// Quality as in field 6 of GGA; satellites in the solution; dilution of precision.
  case quality, nsat, hdop
  /// Metres, one standard deviation towards east and north; used where both are known.
  case sigmaEast = "sigma_e"
  case sigmaNorth = "sigma_n"

  /// The range of the column's numbers; `nil` for a name.
  var range: ClosedRange<Double>? {
    switch self {
    case .source: nil
    case .alt: -20_000...1e9
    case .vacc, .sacc, .hdop, .sigmaEast, .sigmaNorth: 0...1e8
    case .speed: 0...1e6
    case .course: -360...720
    case .quality, .nsat: 0...255
    }
  }

  /// Whether -1 means unknown, as it does where Core Location's values are recorded.
  var hasUnknown: Bool { [.vacc, .speed, .sacc, .course].contains(self) }

  func set(_ value: Double, in fix: inout Location) {
    switch self {
    case .alt: fix.ellipsoidalAltitude = value
    case .vacc: fix.verticalAccuracy = value
    case .speed: fix.speed = value
    case .course: fix.course = value
    case .sacc: fix.speedAccuracy = value
    case .quality: fix.source.fix = Self.quality(Int(value))
    case .nsat: fix.source.satellitesUsed = UInt8(value)
    case .hdop: fix.source.hdop = Float(value)
    case .sigmaEast:
      fix.errorEllipse = ErrorEllipse(semiMajor: value, semiMinor: 0, orientation: 90)
    case .sigmaNorth:
      fix.errorEllipse = fix.errorEllipse.map { ErrorEllipse(east: $0.semiMajor, north: value) }
    case .source: break
    }
  }

  func name(_ text: String, in fix: inout Location) {
    fix.source.provider = ProviderID(text)
    fix.source.technology = Self.technologies[text.lowercased()] ?? .external
  }

  private static let technologies: [String: Technology] = [
    "gnss": .gnss, "gps": .gnss, "wifi": .wifi, "cell": .cellular, "cellular": .cellular,
    "network": .network, "bluetooth": .bluetooth, "fused": .fused, "fixed": .fixed,
  ]

  /// Source: NMEA 0183 as given in u-blox UBX-21035062 R02, "GGA", quality.
  private static func quality(_ code: Int) -> FixQuality {
    switch code {
    case 0: .none
    case 1, 3: .threeD
    case 2: .differential
    case 4: .rtkFixed
    case 5: .rtkFloat
    case 6: .deadReckoning
    case 7: .fixedPosition
    default: .unknown
    }
  }
}
