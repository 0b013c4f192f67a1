internal import CairnHAL
internal import CairnLinux
internal import CairnTypes

// What a board adds to its receiver: a switch of its supply, and a pin for its pulses.

extension GNSSProvider {
  /// Gives supply to what the profiles know of: a receiver without it is not seen.
  func rouseReceivers() {
    for profile in profiles {
      do throws(DeviceError) { _ = try supplies.switchOn(profile.supply) } catch {
        report(LocationError(.noProvider, provider: descriptor.id, cause: error))
      }
    }
  }

  /// Watches a receiver's pulses until its session ends, where that is wanted and there is a source of them.
  func watchPulses(of candidate: ReceiverCandidate) {
    guard watchesPulses, case .device(let node) = candidate.address,
      let path = candidate.knowledge.pulses ?? access.findPulses(node)
    else { return }
    pulses = PulseWatch(path: path, loop: loop, access: access) { [self] in
      // `closeSession` makes the watch let go.
      assumeIsolated { $0.sendReportIfDue() }
    }
  }
}
