package import CairnRadio
internal import CairnTypes

/// A pack of the access point 7 and a cell, and the same damaged.
package enum SmallPack {
  package static func bytes(_ cell: CellIdentity) throws -> [UInt8] {
    let place = Coordinate(latitude: 47, longitude: 8)
    var writer = RadioPackWriter(day: 20_782)
    try writer.add(AccessPoints.bssid(7), KnownAccessPoint(coordinate: place, accuracy: 20))
    try writer.add(cell, KnownCell(coordinate: place, range: 900))
    let (rest, header) = writer.finish()
    var bytes = rest
    bytes.replaceSubrange(..<header.count, with: header)
    return bytes
  }

  /// With a changed byte that only look-ups in a section meet.
  package static func damaged(_ section: PackSection, _ cell: CellIdentity) throws -> RadioPack {
    let sound = try bytes(cell)
    for index in sound.indices {
      var bytes = sound
      bytes[index] ^= 0x10
      guard let pack = try? RadioPack(bytes) else { continue }
      do throws(PackError) { try pack.verify() } catch {
        if error == .bucket(section, 0) { return pack }
      }
    }
    throw PackError.layout(section)
  }
}
