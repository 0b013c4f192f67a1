internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// Parts that a board adds to its receiver: a supply switch, and a pin for its pulses.

extension GNSSProvider {
  /// Switches on all supplies in the profiles, because a receiver without supply is not detected. A
  /// modem's supply is left out: the modem's port exists as long as the modem does.
  func rouseReceivers() {
    for profile in profiles where profile.supply.powerSwitch != .modem {
      do throws(DeviceError) { _ = try supplies.switchOn(profile.supply) } catch {
        report(LocationError(.noProvider, provider: descriptor.id, cause: error))
      }
    }
  }

  /// Handles a supply that could not be switched on after all.
  func supplyFailed(_ error: DeviceError, _ words: String) {
    guard let candidate = session?.candidate else { return }
    closeSession()
    failed(error, with: candidate, explanation: words)
  }

  /// Watches a receiver's pulses until its session ends, if that is wanted and a source exists.
  func watchPulses(of candidate: ReceiverCandidate) {
    guard watchesPulses, case .device(let node) = candidate.address,
      let path = candidate.knowledge.pulses ?? access.findPulses(node)
    else { return }
    pulses = PulseWatch(path: path, loop: loop, access: access, onPulse: onPulse) { [self] in
      // `closeSession` makes the watch release it.
      assumeIsolated { $0.sendReportIfDue() }
    }
  }
}
