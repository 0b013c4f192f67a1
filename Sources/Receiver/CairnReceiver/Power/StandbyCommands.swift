/// How to stop and start an NMEA-only receiver by sentences, by family.
///
/// Contains only commands after which a byte on the line or the sentence itself wakes the receiver.
/// Excludes `$PMTK225,4`, `$PAIR650,0`, `$PSTMFORCESTANDBY` and `$PSRF117,16`, which only a pin or
/// the supply ends, and `$PCAS12`, which AT6558 modules in the field ignore.
struct StandbyCommands {
  /// The sentences that stop GNSS.
  let stop: [UInt8]
  /// The beginning of the sentence that confirms the stop.
  let stopped: [UInt8]
  /// The sentences that start GNSS; empty if a byte on the line is enough.
  let start: [UInt8]

  /// Creates the commands of a dialect; `nil` if it has none.
  init?(_ dialect: CommandDialect) {
    switch dialect {
    case .pmtk:
      // Source: Quectel L76 Series GNSS Protocol Specification, PMTK161: any byte ends standby.
      self.init(stop: ["PMTK161,0"], stopped: "PMTK001,161,3", start: [])
    case .pair:
      // With GNSS stopped it sleeps and hears nothing, unless sleep is locked first. Source:
      // Quectel LC26G&LC76G&LC86G Series GNSS Protocol Specification, PAIR002, PAIR003, PAIR382.
      self.init(
        stop: ["PAIR382,1", "PAIR003"], stopped: "PAIR001,003,0", start: ["PAIR002", "PAIR382,0"])
    case .pstm:
      // Source: ST UM2229 (Teseo-LIV3F), $PSTMGPSSUSPEND and $PSTMGPSRESTART.
      self.init(
        stop: ["PSTMGPSSUSPEND"], stopped: "PSTMGPSSUSPENDED", start: ["PSTMGPSRESTART"])
    case .none, .uBloxKeys, .uBloxLegacy, .pqtm, .pcas, .psrf, .pubx: return nil
    }
  }

  private init(stop: [String], stopped: String, start: [String]) {
    self.stop = stop.flatMap { VendorSentence.encode($0) }
    self.stopped = [0x24] + [UInt8](stopped.utf8)
    self.start = start.flatMap { VendorSentence.encode($0) }
  }

  /// Returns whether a frame confirms the stop.
  func confirmsStop(_ frame: Span<UInt8>) -> Bool {
    guard frame.count > stopped.count else { return false }
    for index in 0..<stopped.count where frame[index] != stopped[index] { return false }
    return true
  }
}
