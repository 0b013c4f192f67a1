import CairnNMEA
import CairnTypes
import CairnUBX

/// What a run of bytes decodes to, by the codecs alone.
struct WireReading {
  var ubx: [UBXReport] = []
  var nmea: [NMEAReport] = []
  /// Bytes in no checked frame.
  var skipped = 0

  init(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      let rest = bytes.span.extracting(droppingFirst: position)
      if case .frame(let length, true) = UBXFrame.check(rest),
        let report = try? UBXReport.decode(rest.extracting(first: length))
      {
        ubx.append(report)
        position += length
      } else if case .frame(let length, true) = NMEAFrame.check(rest),
        let report = try? NMEAReport.decode(rest.extracting(first: length))
      {
        nmea.append(report)
        position += length
      } else {
        skipped += 1
        position += 1
      }
    }
  }

  var frames: Int { ubx.count + nmea.count }
  var pvt: [NavPVT] { ubx.compactMap { if case .navPVT(let pvt) = $0 { pvt } else { nil } } }
  var gga: [GGA] { nmea.compactMap { if case .gga(let gga) = $0 { gga } else { nil } } }
  var rmc: [RMC] { nmea.compactMap { if case .rmc(let rmc) = $0 { rmc } else { nil } } }
}
