internal import CairnReceiver
internal import CairnTypes
internal import CairnUBX

extension SimulatedReceiver {
  /// Handles UBX-RXM-PMREQ: sleeps, without an acknowledgement.
  ///
  /// Source: UBX-21035062 R02, UBX-RXM-PMREQ; UBX-13003221 R28 for the short form.
  mutating func requestPower(_ payload: [UInt8]) {
    guard let generation = traits.uBlox else { return }
    var sleep = Sleep()
    let isForced: Bool
    if let request = try? RxmPMReq.decode(payload.span), request.version == 0 {
      guard request.flags.backup else { return }
      sleep.duration = request.duration.map { .milliseconds(Int64($0 * 1000 + 0.5)) }
      sleep.wakesOnReception = request.wakeUpSources.uart
      isForced = request.flags.force
    } else if generation.takesShortPowerRequest,
      let request = try? RxmPMReqShort.decode(payload.span)
    {
      guard request.flags.backup else { return }
      sleep.duration = request.duration.map { .milliseconds(Int64($0 * 1000 + 0.5)) }
      isForced = false
    } else {
      return
    }
    // A USB host keeps the receiver awake unless the request is forced.
    guard isForced || configuration.port != .usb else { return }
    fallAsleep(sleep)
  }

  /// Handles UBX-CFG-RST: clears memory, and resets, stops or starts; never acknowledges.
  ///
  /// Source: UBX-21035062 R02, UBX-CFG-RST.
  mutating func reset(_ payload: [UInt8]) {
    guard let request = try? CfgRst.decode(payload.span) else { return }
    noteTracking()
    switch request.mode {
    case .stopGNSS:
      if isNavigating { stopNavigation() }
      forget(request.cleared)
    case .startGNSS:
      forget(request.cleared)
      if !isNavigating { navigate() }
    case .softwareGNSSOnly:
      forget(request.cleared)
      navigate()
    case .hardware, .software, .hardwareAfterShutdown:
      forget(request.cleared)
      trackingSince = nil
      boot(at: now, after: traits.wakeTime)
    default: break
    }
  }

  private mutating func forget(_ sections: CfgRst.Sections) {
    if sections.ephemerides { memory.ephemerides = nil }
    if sections.position { memory.position = false }
    if sections.realTimeClock || sections.utc { memory.time = false }
    if sections.ephemerides || sections.position { memory.isAided = false }
    trackingSince = nil
  }

  // MARK: - Assistance

  /// Handles a message of class MGA.
  ///
  /// Source: UBX-21035062 R02, class MGA.
  mutating func assist(_ id: MessageID, _ payload: [UInt8]) {
    switch id.number {
    case 0x40: setStart(payload)
    case 0x80 where payload.isEmpty: dumpDatabase()
    case 0x80: restoreDatabase(payload)
    // The host's acknowledgements during a transfer.
    case 0x60: break
    // Ephemerides, almanacs and similar data of the systems.
    case 0x00, 0x02, 0x03, 0x05, 0x06, 0x20:
      guard payload.count >= 8 else { return acknowledgeAssistance(id, payload, .wrongLength) }
      guard memory.time else { return acknowledgeAssistance(id, payload, .timeUnknown) }
      acknowledgeAssistance(id, payload, .used)
    default: acknowledge(id, false)
    }
  }

  /// Handles MGA-INI: the receiver's initial position or time.
  private mutating func setStart(_ payload: [UInt8]) {
    let outcome: AssistanceOutcome
    switch payload.first {
    case 0x00, 0x01: outcome = payload.count == 20 ? .used : .wrongLength
    case 0x10, 0x11: outcome = payload.count == 24 ? .used : .wrongLength
    default: outcome = .unknownType
    }
    if outcome == .used {
      // Only information that the receiver lacked counts as aid.
      if payload[0] < 0x10 {
        if !memory.position { memory.isAided = true }
        memory.position = true
      } else {
        if !memory.time { memory.isAided = true }
        memory.time = true
      }
      aided()
    }
    acknowledgeAssistance(MessageID(.mga, 0x40), payload, outcome)
  }

  private mutating func acknowledgeAssistance(
    _ id: MessageID, _ payload: [UInt8], _ outcome: AssistanceOutcome
  ) {
    guard store[Key.acknowledgesAiding] != 0 else { return }
    let start = payload.prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    var answer = AssistanceAnswer()
    (answer.messageNumber, answer.payloadStart, answer.reason) = (id.number, start, outcome)
    if outcome == .used {
      var message = MgaAckData0()
      message.answer = answer
      reply(message.encode())
    } else {
      var message = MgaNakData0()
      message.answer = answer
      reply(message.encode())
    }
  }

  // MARK: - The navigation database

  /// Marks a database of this simulation; a real one is just as opaque to the host.
  private static let databaseMark: [UInt8] = [0xCA, 0x1B]

  /// Sends one message for each satellite with ephemerides, then their number.
  private mutating func dumpDatabase() {
    noteTracking()
    var count: UInt32 = 0
    if memory.position, let time = memory.ephemerides {
      for satellite in lastSolution.satellites where satellite.isUsed {
        var message = MgaDBD()
        let seconds = UInt32(clamping: time.wholeNanoseconds / 1_000_000_000)
        message.data =
          Self.databaseMark + [satellite.system.rawValue, satellite.number ?? 0]
          + (0..<4).map { UInt8(truncatingIfNeeded: seconds >> (8 * $0)) }
        reply(message.encode())
        count += 1
      }
    }
    guard store[Key.acknowledgesAiding] != 0 else { return }
    var end = MgaAckData0()
    end.answer.messageNumber = 0x80
    end.answer.payloadStart = count
    reply(end.encode())
  }

  private mutating func restoreDatabase(_ payload: [UInt8]) {
    let data = (try? MgaDBD.decode(payload.span))?.data ?? []
    guard data.count >= 8, data.starts(with: Self.databaseMark) else {
      return acknowledgeAssistance(MgaDBD.id, payload, .notStored)
    }
    let seconds = data[4..<8].reversed().reduce(Int64(0)) { $0 << 8 | Int64($1) }
    memory.ephemerides = max(memory.ephemerides ?? .seconds(seconds), .seconds(seconds))
    memory.position = true
    acknowledgeAssistance(MgaDBD.id, payload, .used)
    aided()
  }

  // MARK: - Flash memory over a sleep

  /// Handles UBX-UPD-SOS: stores the memory in flash, deletes it there, or reports a restore.
  ///
  /// Source: UBX-13003221 R28, UBX-UPD-SOS.
  mutating func storeOverSleep(_ payload: [UInt8]) {
    guard traits.uBlox?.hasFlash == true else { return acknowledge(UpdSos.id, false) }
    var result = UpdSosResult()
    if payload.isEmpty {
      result.kind = .restored
      result.response = storedMemory == nil ? 3 : 2
    } else if let request = try? UpdSos.decode(payload.span), request.command == .create {
      noteTracking()
      storedMemory = memory
      result.kind = .saved
      result.response = 1
    } else {
      storedMemory = nil
      return acknowledge(UpdSos.id, true)
    }
    reply(result.encode())
  }
}
