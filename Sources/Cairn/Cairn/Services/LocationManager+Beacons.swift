public import CairnTypes

// Ranging: each constraint is a client of its own.

extension LocationManager {
  /// Reports to the delegate, which must be a `BeaconRangingDelegate`, once a second which beacons are
  /// in range and how far they are. The radio listens all the time meanwhile; nothing else is switched
  /// on. Does nothing for a constraint that is ranged already.
  ///
  /// Obstacles to hearing beacons are reported through `didFailRangingFor`. Without a Bluetooth
  /// adapter or permission, ranging has then ended; otherwise it continues as soon as the obstacle
  /// is gone.
  ///
  /// - Parameters:
  ///   - constraint: the beacons to range.
  ///   - isolation: the caller's; leave it out.
  public func startRangingBeacons(
    satisfying constraint: BeaconConstraint, isolation: isolated (any Actor)? = #isolation
  ) {
    adopt(isolation)
    guard conforms(delegate is any BeaconRangingDelegate, to: "BeaconRangingDelegate"),
      services.ranging[constraint] == nil
    else { return }
    services.ranging[constraint] = insert { id, identity, mailbox, authorization in
      RangingClient(
        id: id, identity: identity, constraint: constraint, authorization: authorization
      ) { mailbox.put($0, of: id) }
    }
  }

  /// Ends the ranging of a constraint; nothing of it is delivered after this returns.
  public func stopRangingBeacons(satisfying constraint: BeaconConstraint) {
    guard let id = services.ranging.removeValue(forKey: constraint) else { return }
    system.engine.perform { $0.removeClient(id) }
  }

  /// The constraints that are ranged, unordered.
  public var rangedConstraints: [BeaconConstraint] { Array(services.ranging.keys) }

  /// Returns the beacons in range once a second, as an async sequence. Each iteration is a client
  /// of its own; a slow reader sees the newest report only. Without a Bluetooth adapter or
  /// permission, the sequence ends after an element with the error.
  ///
  /// - Parameter constraint: the beacons to range.
  /// - Returns: a sequence that never fails; errors are elements.
  public func beacons(satisfying constraint: BeaconConstraint) -> AsyncStream<BeaconUpdate> {
    let id = system.shared.nextID()
    let (stream, continuation) = AsyncStream.makeStream(
      of: BeaconUpdate.self, bufferingPolicy: .bufferingNewest(1))
    continuation.onTermination = { [engine = system.engine] _ in
      engine.perform { $0.removeClient(id) }
    }
    system.engine.perform { [client] engine in
      engine.insert(
        RangingClient(
          id: id, identity: client, constraint: constraint,
          authorization: engine.authorization(of: client)
        ) { event in
          switch event {
          case .ranged(let beacons, _): continuation.yield(BeaconUpdate(beacons: beacons))
          case .rangingFailure(let error, _):
            continuation.yield(BeaconUpdate(beacons: [], error: error))
            if error.severity == .fatal { continuation.finish() }
          default: break
          }
        })
    }
    return stream
  }
}

/// One element of `LocationManager.beacons(satisfying:)`.
public struct BeaconUpdate: Hashable, Sendable {
  /// The beacons in range, the nearest first and those of unknown distance last.
  public var beacons: [Beacon]
  /// Why none can be heard at the moment.
  public var error: LocationError?
}
