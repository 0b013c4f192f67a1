extension CellIdentity {
  /// The members that name the cell in JSON of a geolocation service; without `locationAreaCode` if the area is unknown.
  ///
  /// Source: mozilla/ichnaea, docs/api/geolocate.rst and geosubmit2.rst.
  package var serviceMembers: String {
    let area = area.map { #","locationAreaCode":\#($0)"# } ?? ""
    return #""radioType":"\#(technology.serviceName)","mobileCountryCode":\#(countryCode),"#
      + #""mobileNetworkCode":\#(networkCode),"cellId":\#(cell)\#(area)"#
  }
}

extension CellTechnology {
  fileprivate var serviceName: String {
    switch self {
    case .gsm: "gsm"
    case .wcdma: "wcdma"
    // Services list narrowband cells with those of LTE, whose masts they share.
    case .lte, .narrowband: "lte"
    case .nr: "nr"
    }
  }
}
