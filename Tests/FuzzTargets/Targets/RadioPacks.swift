import CairnRadio
import CairnTypes

/// Reads bytes as a pack, and a pack that is changed as they say.
func packs(_ bytes: [UInt8]) {
  _ = judge(bytes)
  var changed = SoundPack.bytes
  var choices = Choices(bytes[...])
  while !choices.isEmpty {
    let place = Int(choices.byte()) << 8 | Int(choices.byte())
    changed[place % changed.count] ^= choices.byte()
  }
  require(
    !judge(changed) || changed == SoundPack.bytes, "damage to a pack that its checks do not find")
}

/// A pack of each kind of entry.
enum SoundPack {
  static let bytes: [UInt8] = {
    var writer = RadioPackWriter(day: 20_000)
    do throws(PackError) {
      for number in 1...70 as ClosedRange<UInt64> {
        guard let bssid = BSSID(rawValue: 0x0400_0000_0000 + number * number) else { continue }
        let place = Coordinate(latitude: Double(number), longitude: 0 - Double(number))
        try writer.add(bssid, KnownAccessPoint(coordinate: place, accuracy: Double(number)))
      }
      if let cell = CellIdentity(.gsm, countryCode: 228, networkCode: 1, area: 3, cell: 9) {
        let known = KnownCell(coordinate: Coordinate(latitude: 46, longitude: 7), range: 900)
        try writer.add(cell, known)
        try writer.addArea(of: cell, known)
      }
    } catch {
      require(false, "a pack that cannot be written: \(error)")
    }
    var (bytes, header) = writer.finish()
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }()
}

/// Returns whether all of a pack is sound.
private func judge(_ bytes: [UInt8]) -> Bool {
  do throws(PackError) {
    let pack = try RadioPack(bytes)
    for number in 0..<80 as Range<UInt64> {
      guard let bssid = BSSID(rawValue: 0x0400_0000_0000 + number * number) else { continue }
      if let known = pack.accessPoints.accessPoint(bssid) {
        require(known.coordinate.isValid, "a place that is none")
      }
    }
    if let cell = CellIdentity(.gsm, countryCode: 228, networkCode: 1, area: 3, cell: 9) {
      _ = pack.cells.cell(cell)
      _ = pack.cells.area(of: cell)
    }
    try pack.verify()
    return true
  } catch {
    require(!error.description.isEmpty, "an error without words")
    return false
  }
}
