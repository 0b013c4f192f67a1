import CairnRadio
import CairnTypes

/// The columns of a recording of the WiGLE app, in which each row is a position of the device and a
/// transmitter that it heard there.
///
/// Source: WiGLE CSV 1.6, api.wigle.net/csvFormat.html.
struct WigleColumns {
  /// The start of the line before the header, which names version and phone.
  static let mark = Array("WigleWifi-".utf8)
  /// Transmitters that are in no pack.
  private static let others: Set<String> = ["BT", "BLE", "CDMA"]

  private let address, ssid, signal, latitude, longitude, accuracy, type: Int?

  /// - Parameter names: the header, in lower case.
  /// - Throws: the columns that the header lacks.
  init(_ names: [String]) throws(BadRow) {
    let columns = ColumnNames(names)
    address = try columns.first(of: "mac")
    ssid = try columns.first(of: "ssid")
    signal = try columns.first(of: "rssi")
    latitude = try columns.first(of: "currentlatitude")
    longitude = try columns.first(of: "currentlongitude")
    accuracy = try columns.first(of: "accuracymeters")
    type = try columns.first(of: "type")
    for (name, column) in [
      ("MAC", address), ("SSID", ssid), ("CurrentLatitude", latitude),
      ("CurrentLongitude", longitude), ("Type", type),
    ] where column == nil {
      throw BadRow("the header has no column \(name)")
    }
  }

  func read(_ line: TableLine, into rows: inout ImportedRows) throws(BadRow) {
    let type = line.text(type)
    guard !Self.others.contains(type) else {
      rows.ineligible += 1
      return
    }
    let place = try line.coordinate(latitude, longitude)
    let stated = line[accuracy].isEmpty ? 0 : try line.number(accuracy, "accuracy", in: 0...1e9)
    // The app writes 0 where it does not know.
    let accuracy = try Submission.accuracy(stated == 0 ? nil : stated)
    if type == "WIFI" {
      guard let bssid = BSSID(line.text(address)) else {
        throw BadRow("MAC is no address: \"\(line.text(address).prefix(40))\"")
      }
      let level = line[signal].isEmpty ? nil : try line.number(signal, "RSSI", in: -1e9...1e9)
      rows.add(
        bssid, ssid: SSID(line[ssid]), place, accuracy: Submission.radius(of: level, accuracy))
    } else if let technology = CellColumns.technology(type) {
      guard let identity = Self.identity(technology, line[address]) else {
        throw BadRow("MAC is no cell: \"\(line.text(address).prefix(40))\"")
      }
      rows.cells.append(
        CellRow(identity: identity, place: ImportedPlace(place), range: 0, weight: 1))
    } else {
      throw BadRow("Type is not known: \"\(type.prefix(40))\"")
    }
  }

  /// Reads the numbers of country and network as one, area and cell, such as `26201_4321_28470273`.
  private static func identity(
    _ technology: CellTechnology, _ text: ArraySlice<UInt8>
  ) -> CellIdentity? {
    let parts = text.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
    guard parts.count == 3, (5...6).contains(parts[0].count),
      let country = DecimalText.whole(parts[0].prefix(3)),
      let network = DecimalText.whole(parts[0].dropFirst(3)),
      let area = DecimalText.whole(parts[1]), let cell = DecimalText.whole(parts[2])
    else { return nil }
    return CellIdentity(
      technology, countryCode: UInt16(clamping: country), networkCode: UInt16(clamping: network),
      area: UInt32(clamping: area), cell: cell)
  }
}
