import CairnNMEA
import CairnTypes
import CairnUBX

/// What a run of bytes decodes to, by the codecs alone.
struct WireReading {
  var ubx: [UBXWire] = []
  var nmea: [NMEAReport] = []
  /// Bytes in no checked frame.
  var skipped = 0

  init(_ bytes: [UInt8]) {
    var position = 0
    while position < bytes.count {
      let rest = bytes.span.extracting(droppingFirst: position)
      if case .frame(let length, true) = UBXFrame.check(rest),
        let id = UBXFrame.messageID(of: rest)
      {
        ubx.append(UBXWire(id: id, payload: UBXFrame.payload(of: rest)))
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
  var pvt: [NavPVT] { ubx.compactMap { $0.decode() } }
  var gga: [GGA] { nmea.compactMap { if case .gga(let gga) = $0 { gga } else { nil } } }
  var rmc: [RMC] { nmea.compactMap { if case .rmc(let rmc) = $0 { rmc } else { nil } } }
}

/// A UBX message as it came.
struct UBXWire {
  let id: MessageID
  let payload: [UInt8]

  init(id: MessageID, payload: Span<UInt8>) {
    self.id = id
    self.payload = payload.indices.map { payload[$0] }
  }

  /// `nil` when it is another message.
  func decode<M: UBXMessage>(_ type: M.Type = M.self) -> M? {
    id == M.id ? try? M.decode(payload.span) : nil
  }
}
