internal import CCairnCore
internal import Cairn
internal import CairnCore
internal import CairnHAL
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
