internal import CairnUBX

extension SentenceDialect {
  /// Changes the speed at once; `nil` where there is no such command, or it takes a restart.
  static func rate(
    _ baudRate: UInt32, _ dialect: CommandDialect, _ port: ReceiverPort
  ) -> [UInt8]? {
    switch dialect {
    case .pmtk:
      var text = SentenceBuilder("PMTK251")
      text.field(UInt64(baudRate))
      return text.sentence
    case .pcas:
      let speeds: [UInt32] = [4800, 9600, 19_200, 38_400, 57_600, 115_200]
      guard let code = speeds.firstIndex(of: baudRate) else { return nil }
      var text = SentenceBuilder("PCAS01")
      text.field(UInt64(code))
      return text.sentence
    case .psrf:
      var text = SentenceBuilder("PSRF100,1")
      text.field(UInt64(baudRate))
      text.append(",8,1,0")
      return text.sentence
    case .pubx:
      // Takes UBX, NMEA and RTCM, and sends UBX and NMEA: after the next search it is configured by UBX.
      var text = SentenceBuilder("PUBX,41")
      text.field(UInt64(port.rawValue))
      text.append(",0007,0003")
      text.field(UInt64(baudRate))
      text.field(0)
      return text.sentence
    case .pair, .pqtm, .pstm, .none, .uBloxKeys, .uBloxLegacy: return nil
    }
  }

  /// Whether an acknowledged command is done: Teseo receivers acknowledge parameters that count from the
  /// next start only, and whether a list of sentences counts at once is not documented publicly.
  static func isProof(_ dialect: CommandDialect) -> Bool { dialect != .pstm }

  /// Whether what is saved counts from the next start on, which the commands of `save` bring about.
  static func startsToApply(_ dialect: CommandDialect) -> Bool { dialect == .pstm }

  /// Saves the configuration, each command after the answer to the one before; empty where nothing does.
  /// It depends on the milliseconds from one position to the next, as configured.
  static func save(_ dialect: CommandDialect, period milliseconds: UInt64) -> [SentenceCommand] {
    switch dialect {
    case .pair:
      let save = store("PAIR513", .pair(513))
      guard milliseconds < 1000 else { return [save] }
      // More than one position a second is saved while GNSS is off only. A chip that sleeps then takes
      // no command, which is prevented; one that does not know the way back is started anew.
      // Source: Quectel LC26G&LC76G&LC86G Series GNSS Protocol Specification, PAIR003, 382 and 513.
      var start = command(SentenceBuilder("PAIR004"), [], .pair(4))
      start.condition = .afterFailure
      return [
        command(SentenceBuilder("PAIR382,1"), [], .pair(382)),
        command(SentenceBuilder("PAIR003"), [], .pair(3)), save,
        command(SentenceBuilder("PAIR002"), [], .pair(2)), start,
        command(SentenceBuilder("PAIR382,0"), [], .pair(382)),
      ]
    case .pqtm: return [store("PQTMSAVEPAR", .named("PQTMSAVEPAR"))]
    case .pcas: return [store("PCAS00", .none)]
    case .pstm:
      // Source: ST UM2229, PSTMSAVEPAR and PSTMSRR.
      var start = command(SentenceBuilder("PSTMSRR"), [], .none)
      start.condition = .afterSuccess
      return [store("PSTMSAVEPAR", .suffixed("PSTMSAVEPAR")), start]
    case .pmtk, .psrf, .pubx, .none, .uBloxKeys, .uBloxLegacy: return []
    }
  }

  private static func store(
    _ address: StaticString, _ reply: SentenceCommand.Reply
  ) -> SentenceCommand {
    var save = command(SentenceBuilder(address), [], reply)
    save.isStoring = true
    return save
  }
}
