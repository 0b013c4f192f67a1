internal import CairnTypes
internal import CairnUBX

/// The UBX messages that a simulated receiver can send, in the order of an epoch: by number, with
/// the end of the epoch last.
enum UBXOutput: CaseIterable {
  case navPosLLH, navStatus, navDOP, navPVT, navVelNED, navTimeUTC, navClock, navTimeLS, navSat
  case navSig, monTxBuf, monHW, monComms, monRF, secSig, rxmRTCM, navEOE

  var id: MessageID {
    switch self {
    case .navPosLLH: NavPosLLH.id
    case .navStatus: NavStatus.id
    case .navDOP: NavDOP.id
    case .navPVT: NavPVT.id
    case .navVelNED: NavVelNED.id
    case .navTimeUTC: NavTimeUTC.id
    case .navClock: NavClock.id
    case .navTimeLS: NavTimeLS.id
    case .navSat: NavSat.id
    case .navSig: NavSig.id
    case .monTxBuf: MonTxBuf.id
    case .monHW: MonHW.id
    case .monComms: MonComms.id
    case .monRF: MonRF.id
    case .secSig: SecSig.id
    case .rxmRTCM: RxmRTCM.id
    case .navEOE: NavEOE.id
    }
  }

  /// The message's part of its rate key's name, after `CFG_MSGOUT_UBX_`.
  var keyName: String {
    switch self {
    case .navPosLLH: "NAV_POSLLH"
    case .navStatus: "NAV_STATUS"
    case .navDOP: "NAV_DOP"
    case .navPVT: "NAV_PVT"
    case .navVelNED: "NAV_VELNED"
    case .navTimeUTC: "NAV_TIMEUTC"
    case .navClock: "NAV_CLOCK"
    case .navTimeLS: "NAV_TIMELS"
    case .navSat: "NAV_SAT"
    case .navSig: "NAV_SIG"
    case .monTxBuf: "MON_TXBUF"
    case .monHW: "MON_HW"
    case .monComms: "MON_COMMS"
    case .monRF: "MON_RF"
    case .secSig: "SEC_SIG"
    case .rxmRTCM: "RXM_RTCM"
    case .navEOE: "NAV_EOE"
    }
  }
}

extension SimulatedReceiver {
  /// Sends the messages of one epoch.
  mutating func sendMessages(_ solution: Solution) {
    for (output, every) in plan.messages where (epochCount - 1) % every == 0 {
      if output == .navSat && solution.isWholeView {
        offer(satellites(solution))
      } else if let bytes = message(output, solution) {
        offer(bytes)
      }
    }
  }

  /// Returns NAV-SAT, reusing the payload made earlier from the same view.
  private mutating func satellites(_ solution: Solution) -> [UInt8] {
    var payload = skyView.payloadSat ?? NavSat(solution).encodePayload()
    for index in 0..<4 {
      payload[index] = UInt8(truncatingIfNeeded: solution.timeOfWeek >> UInt32(8 * index))
    }
    skyView.payloadSat = payload
    return UBXFrame.encode(NavSat.id, payload.span)
  }

  /// Returns a message for a solution; `nil` for one that reports events instead of states.
  func message(_ output: UBXOutput, _ solution: Solution) -> [UInt8]? {
    switch output {
    case .navPosLLH: NavPosLLH(navPVT(solution)).encode()
    case .navStatus: status(solution).encode()
    case .navDOP: NavDOP(solution).encode()
    case .navPVT: navPVT(solution).encode()
    case .navVelNED: NavVelNED(navPVT(solution)).encode()
    case .navTimeUTC: NavTimeUTC(solution).encode()
    case .navClock: NavClock(solution).encode()
    case .navTimeLS: leapSeconds(solution).encode()
    case .navSat: NavSat(solution).encode()
    case .navSig: NavSig(solution).encode()
    case .monTxBuf: transmitBuffers.encode()
    case .monHW: hardware.encode()
    case .monComms: communication.encode()
    case .monRF: radioFrequency.encode()
    case .secSig: signalSecurity
    case .navEOE: NavEOE(solution).encode()
    case .rxmRTCM: nil
    }
  }

  private func navPVT(_ solution: Solution) -> NavPVT {
    NavPVT(solution, defaultYear: traits.uBlox?.defaultYear ?? 2015)
  }
}
