internal import CCairnCore
internal import Cairn
internal import CairnCore
internal import CairnHAL
internal import CairnJSON
internal import CairnTypes

// Values that `cairn-core` does not tell, as the structs of cairn.h.

extension cairn_heading {
  init(_ heading: Heading) {
    self.init()
    size = bits(MemoryLayout<Self>.size)
    magnetic_heading = heading.magneticHeading
    true_heading = heading.trueHeading.orNaN
    accuracy = heading.accuracy.orNaN
    field_x = (heading.field?.x).orNaN
    field_y = (heading.field?.y).orNaN
    field_z = (heading.field?.z).orNaN
    boot_nanoseconds = heading.time.nanoseconds
  }
}

extension cairn_sky {
  /// All but the satellites.
  init(_ report: SatelliteReport) {
    unsafe self.init()
    unsafe size = bits(MemoryLayout<Self>.size)
    unsafe boot_nanoseconds = report.time.nanoseconds
    unsafe gdop = report.dilution.geometric.orNaN
    unsafe pdop = report.dilution.position.orNaN
    unsafe hdop = report.dilution.horizontal.orNaN
    unsafe vdop = report.dilution.vertical.orNaN
    unsafe tdop = report.dilution.time.orNaN
    unsafe withUnsafeMutableBytes(of: &provider) {
      unsafe $0.fill(with: SharedSystem.provider.name)
    }
  }
}

extension PowerPlan {
  /// The plan as `cairn monitor --json` writes it.
  var json: [UInt8] {
    var json = JSONText()
    json.object {
      $0.member("event", "plan")
      $0.member("milliwatts", estimatedPower)
      $0.member("unmetClients", unmetClients.count)
      $0.array("providers") { list in
        for entry in entries {
          list.object {
            $0.member("provider", entry.provider.name)
            $0.member("on", entry.demand != nil)
            $0.member("milliwatts", entry.estimatedPower)
            $0.member("expectedAccuracy", entry.expectedAccuracy)
            $0.member("interval", entry.demand?.interval.inSeconds)
            $0.member("reason", entry.reason)
          }
        }
      }
    }
    return json.bytes
  }
}
