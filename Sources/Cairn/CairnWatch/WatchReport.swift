internal import CairnTypes
package import CairnWire

/// What the service tells a program that watches it. A program that reads too slowly misses reports, and the next ones
/// tell the same anew.
package enum WatchReport: Sendable {
  /// Some or all clients of the service.
  case clients(WatchedClients)
  /// The energy drawn since the start.
  case energy(WatchedEnergy)
  /// The satellites of an epoch.
  case satellites(WatchedSky)
  /// What a receiver says of itself.
  case receiver(WatchedReceiver)

  /// The types on the wire.
  package enum Kind: UInt16, CaseIterable, Sendable {
    case clients = 96
    case energy, satellites, receiver
  }

  package var kind: Kind {
    switch self {
    case .clients: .clients
    case .energy: .energy
    case .satellites: .satellites
    case .receiver: .receiver
    }
  }

  private init(_ kind: Kind) {
    self =
      switch kind {
      case .clients: .clients(WatchedClients())
      case .energy: .energy(WatchedEnergy())
      case .satellites: .satellites(WatchedSky())
      case .receiver: .receiver(WatchedReceiver())
      }
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    switch self {
    case .clients(var clients):
      clients.wire(&f)
      self = .clients(clients)
    case .energy(var energy):
      energy.wire(&f)
      self = .energy(energy)
    case .satellites(var sky):
      sky.wire(&f)
      self = .satellites(sky)
    case .receiver(var receiver):
      receiver.wire(&f)
      self = .receiver(receiver)
    }
  }

  /// Returns the message, which belongs to the connection.
  package var encoded: [UInt8] {
    var copy = self
    return WireHeader(type: kind.rawValue, service: 0).message { copy.fields(&$0) }
  }

  /// Reads a message.
  package static func decode(_ message: borrowing Span<UInt8>) throws(WireError) -> WatchReport {
    var (header, reader) = try WireHeader.read(message)
    guard let kind = Kind(rawValue: header.type) else { throw .unknown(header) }
    var report = WatchReport(kind)
    report.fields(&reader)
    guard !reader.hasFailed else { throw .content(header) }
    return report
  }
}

extension WatchRequest {
  /// Returns a request for everything.
  package static func all(every interval: Duration = .seconds(1)) -> WatchRequest {
    var request = WatchRequest(every: interval)
    request.wantsClients = true
    request.wantsEnergy = true
    request.wantsSatellites = true
    request.wantsReceivers = true
    return request
  }
}
