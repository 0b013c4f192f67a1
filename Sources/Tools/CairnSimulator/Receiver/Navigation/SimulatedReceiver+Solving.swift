internal import CairnTypes

extension SimulatedReceiver {
  mutating func solve(at elapsed: Duration) -> Solution {
    var solution = Solution()
    solution.uptime = elapsed - poweredOn
    let isBlocked = isBlocked(at: elapsed)
    let hasFix = elapsed >= fixDue && !isBlocked
    let knowsTime =
      configuration.knowsTimeAtStart || memory.time || lastState != nil || hasFix
    solution.isTimeConfirmed = lastState != nil || hasFix
    if knowsTime {
      solution.civil = configuration.clock.civil(at: elapsed)
      solution.timeOfWeek = configuration.clock.timeOfWeek(at: elapsed)
    } else {
      solution.timeOfWeek = SimulatedClock.weekMilliseconds(solution.uptime)
    }
    let truth = configuration.track.state(at: elapsed.inSeconds)
    // The error also moves during an outage, so later bytes do not depend on the outage's length.
    let measured = noise.apply(to: truth, after: period)
    skyView.update(at: elapsed, sky)
    if hasFix {
      (solution.satellites, solution.isWholeView) = (skyView.used.satellites, true)
    } else {
      solution.satellites = searched(at: elapsed, isBlocked: isBlocked)
    }
    if hasFix, let dilution = skyView.used.dilution {
      solution.dilution = dilution
      solution.state = measured
      lastState = measured
      solution.isCorrected = corrections.isUsed(at: elapsed)
      solution.isFloating = corrections.isFloating(at: elapsed)
    }
    solution.lastState = lastState
    let claimed = configuration.claimedAccuracy ?? max(0.5, configuration.positionNoise)
    solution.horizontalAccuracy = solution.isFloating ? min(claimed, 0.3) : claimed
    solution.verticalAccuracy = solution.horizontalAccuracy * 1.5
    solution.timeToFirstFix = max(.zero, min(elapsed, fixDue) - searchStart)
    return solution
  }

  /// Returns the satellites during a search: ever more are tracked, or none while blocked.
  private func searched(at elapsed: Duration, isBlocked: Bool) -> [Satellite] {
    var satellites = skyView.satellites
    let search = fixDue - searchStart
    let share = search > .zero ? min(1, (elapsed - searchStart).inSeconds / search.inSeconds) : 1
    // Strong satellites are found first.
    let threshold = share >= 1 ? 0 : Float(50 - 22 * share)
    for index in satellites.indices
    where isBlocked || (satellites[index].carrierToNoise ?? 0) < threshold {
      satellites[index].carrierToNoise = nil
    }
    return satellites
  }
}
