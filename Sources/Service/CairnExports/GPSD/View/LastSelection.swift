internal import CairnNMEA
internal import CairnTypes

/// Content of the last GSA sentences, which may come only every fifth epoch, or after their epoch.
struct LastSelection {
  /// 1 no fix, 2 or 3 dimensions; `nil` until there has been such a sentence.
  private(set) var dimensions: UInt8?
  /// Dilution of precision.
  private(set) var dilution = DilutionOfPrecision()
  private var used: [Satellite] = []
  /// Systems of the sentences since the list began.
  private var systems: [SatelliteSystem?] = []
  /// Whether the previous sentence was a GSA too.
  private var isOpen = false

  /// Notes a sentence of another kind.
  mutating func endRun() { isOpen = false }

  mutating func receive(_ sentence: GSA) {
    if !isOpen, systems.contains(sentence.system) {
      used.removeAll(keepingCapacity: true)
      systems.removeAll(keepingCapacity: true)
    }
    isOpen = true
    if systems.last != sentence.system { systems.append(sentence.system) }
    sentence.appendSatellites(to: &used)
    dimensions = sentence.navigationMode.flatMap { UInt8(exactly: $0) }
    dilution.position = sentence.pdop.map { Float($0) }
    dilution.horizontal = sentence.hdop.map { Float($0) }
    dilution.vertical = sentence.vdop.map { Float($0) }
  }

  /// Marks the used satellites in a list that marks none itself.
  func mark(_ rows: inout [GPSDSky.Row]) {
    guard !rows.contains(where: { $0.satellite.isUsed }) else { return }
    for index in rows.indices {
      let satellite = rows[index].satellite
      rows[index].satellite.isUsed = used.contains {
        $0.system == satellite.system && $0.number == satellite.number
      }
    }
  }
}
