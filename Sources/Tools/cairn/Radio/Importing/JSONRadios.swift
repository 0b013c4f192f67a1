import CairnJSON
import CairnRadio
import CairnTypes

/// Access points and cells as ichnaea names them, in scans to locate and in submissions.
///
/// Source: mozilla/ichnaea, docs/api/geolocate.rst and geosubmit2.rst.
enum JSONRadios {
  /// An access point that was heard.
  struct AccessPoint {
    var bssid: BSSID
    /// `nil` if the file does not say.
    var ssid: SSID?
    /// dBm; `nil` if the file does not say.
    var signal: Double?
    /// How long ago it was heard.
    var age: Duration
  }

  /// A cell that was heard.
  struct Cell {
    var identity: CellIdentity
    var isServing: Bool
    /// dBm; `nil` if the file does not say.
    var signal: Double?
    var timingAdvance: TimingAdvance?
    /// How long ago it was heard.
    var age: Duration
  }

  /// Returns the entries of `wifiAccessPoints`, or what is wrong with them.
  static func accessPoints(in value: JSONValue) -> [Result<AccessPoint, BadRow>] {
    read(value, "wifiAccessPoints") { entry throws(BadRow) in
      guard let text = entry["macAddress"]?.asText, let bssid = BSSID(text) else {
        throw BadRow("macAddress is missing or no address")
      }
      return AccessPoint(
        bssid: bssid, ssid: entry["ssid"]?.asText.map { SSID($0.utf8) },
        signal: try signal(entry), age: age(entry))
    }
  }

  /// Returns the entries of `cellTowers`, or what is wrong with them.
  static func cells(in value: JSONValue) -> [Result<Cell, BadRow>] {
    let usual = value["radioType"]?.asText
    return read(value, "cellTowers") { entry throws(BadRow) in
      guard let technology = (entry["radioType"]?.asText ?? usual).flatMap(CellColumns.technology)
      else { throw BadRow("radioType is missing or not known") }
      guard let country = entry["mobileCountryCode"]?.asWhole,
        let network = entry["mobileNetworkCode"]?.asWhole, let cell = entry["cellId"]?.asWhole,
        let identity = CellIdentity(
          technology, countryCode: UInt16(clamping: country),
          networkCode: UInt16(clamping: network),
          area: entry["locationAreaCode"]?.asWhole.map { UInt32(clamping: $0) }, cell: cell)
      else {
        throw BadRow(
          "mobileCountryCode, mobileNetworkCode, locationAreaCode and cellId are no identity")
      }
      let serving = entry["serving"]
      return Cell(
        identity: identity, isServing: serving == .flag(true) || serving?.asNumber == 1,
        signal: try signal(entry), timingAdvance: advance(entry, technology), age: age(entry))
    }
  }

  /// Reads the entries of a list, or says which one is wrong and why.
  private static func read<Entry>(
    _ value: JSONValue, _ name: String, _ body: (JSONValue) throws(BadRow) -> Entry
  ) -> [Result<Entry, BadRow>] {
    guard let list = value[name], list != .null else { return [] }
    guard case .array(let entries) = list else { return [.failure(BadRow("\(name) is no list"))] }
    return entries.enumerated().map { index, entry in
      do throws(BadRow) { return .success(try body(entry)) } catch {
        return .failure(BadRow("\(name)[\(index)]: \(error.reason)"))
      }
    }
  }

  /// dBm; `nil` where the file does not say.
  private static func signal(_ entry: JSONValue) throws(BadRow) -> Double? {
    guard let value = entry["signalStrength"], value != .null else { return nil }
    guard let signal = value.asNumber, (-150...20).contains(signal) else {
      throw BadRow("signalStrength is no number from -150 to 20")
    }
    return signal
  }

  static func elements(_ value: JSONValue?) -> [JSONValue] {
    if case .array(let elements)? = value { return elements }
    return []
  }

  /// Milliseconds in the file, and 0 where it says nothing.
  private static func age(_ entry: JSONValue) -> Duration {
    .milliseconds(Int64(max(0, min(1e9, entry["age"]?.asNumber ?? 0))))
  }

  private static func advance(_ entry: JSONValue, _ technology: CellTechnology) -> TimingAdvance? {
    guard let steps = entry["timingAdvance"]?.asWhole.map({ UInt16(clamping: $0) }) else {
      return nil
    }
    switch technology {
    case .gsm: return .gsm(steps)
    case .lte: return .lte(steps)
    default: return nil
    }
  }
}

extension JSONValue {
  /// The number, if it is a whole one of up to 15 digits without a sign.
  var asWhole: UInt64? {
    if case .number(let digits) = self { DecimalText.whole(ArraySlice(digits.utf8)) } else { nil }
  }
}
