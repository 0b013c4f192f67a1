public import CairnNMEA
public import CairnReceiver
public import CairnTypes

/// One report to a client of gpsd.
public enum GPSDReport: Hashable, Sendable {
  /// Class TPV.
  case position(GPSDPosition)
  /// Class SKY.
  case sky(GPSDSky)
  /// Class GST: the receiver's own errors for the preceding position.
  case noise(GST, Timestamp)
}

/// Shows a receiver as gpsd does: one position per epoch, and the sky as known at that time.
///
/// gpsd's clients expect values that no receiver sends. They are derived only here: a `Location`
/// holds only what the receiver sent. Each stage fills only the gaps of the one before: the
/// receiver's own values, dilution from geometry (`DilutionOfPrecision.init(directionsOf:)`), what
/// was last sent or shown (`LastSelection`, `dilution`, `rows`), heights (`GeoidTable`), errors
/// from dilution (`ErrorModel`), velocities from two positions (`MotionModel`).
public struct GPSDView {
  /// Slightly less than a second, because epochs are not exact.
  private static let listInterval = Duration.milliseconds(900)

  private var signals = SignalsInView()
  private var selection = LastSelection()
  private var firstPosition = FirstPosition()
  /// Errors the receiver expects, from the last epoch that had them.
  private var expectedErrors: GBS?
  /// Errors the receiver found, from the last epoch that had them.
  private var noise: GST?
  /// Signals of the incomplete epoch; empty where the receiver lists none.
  private var signalRows: [GPSDSky.Row] = []
  /// Rows shown last.
  private var rows: [GPSDSky.Row] = []
  private var listedAt: Timestamp?
  private var dilution = DilutionOfPrecision()
  private var sphericalError: Double?
  private var motion = MotionModel()

  /// Creates a view that knows nothing yet.
  public init() {}

  /// Takes a frame, before the events that it completes.
  ///
  /// - Returns: reports to show at once, in order.
  public mutating func receive(_ frame: Span<UInt8>, _ info: FrameInfo) -> [GPSDReport] {
    switch info.wireProtocol {
    case .ubx:
      if let rows = signals.receive(frame) { signalRows = rows }
      return []
    case .nmea: return receive(sentence: frame, info)
    case .rtcm3, .casic: return []
    }
  }

  private mutating func receive(
    sentence: Span<UInt8>, _ info: FrameInfo
  ) -> [GPSDReport] {
    let formatter = SentenceFormatter(of: sentence)
    do throws(NMEAError) {
      switch formatter {
      case GSA.formatter: selection.receive(try GSA.decode(sentence))
      case GBS.formatter: expectedErrors = try GBS.decode(sentence)
      case GST.formatter: noise = try GST.decode(sentence)
      default: break
      }
    } catch { return [] }
    if formatter != GSA.formatter { selection.endRun() }
    return firstPosition.isOver ? [] : reports(of: firstPosition.events(of: sentence, info))
  }

  /// Takes the events that a frame completed.
  ///
  /// - Parameter events: all events, in order.
  /// - Returns: reports to show, in order.
  public mutating func receive(_ events: [ReceiverEvent]) -> [GPSDReport] {
    firstPosition.note(events)
    return reports(of: events)
  }

  private mutating func reports(of events: [ReceiverEvent]) -> [GPSDReport] {
    var reports: [GPSDReport] = []
    for (index, event) in events.enumerated() {
      switch event {
      case .epoch(let epoch):
        // An epoch's satellites follow it.
        let view = events.indices.contains(index + 1) ? events[index + 1].satellites : nil
        show(epoch, view, in: &reports)
      case .satellites(let view):
        let isShown = index > 0 && events[index - 1].isEpoch
        if !isShown { show(view, in: &reports) }
      }
    }
    return reports
  }

  private mutating func show(
    _ epoch: Epoch, _ view: SatelliteView?, in reports: inout [GPSDReport]
  ) {
    let lists = takeLists(view)
    let geometry = updateDilution(epoch.dilution, lists, epoch.wireProtocol)
    var position = GPSDPosition(epoch)
    if epoch.wireProtocol == .nmea { adjust(&position, epoch) }
    // u-blox receivers send the dilution last; gpsd has by then used the geometry's for this error.
    var dilutionOfErrors = dilution
    if epoch.wireProtocol == .ubx, let geometry { dilutionOfErrors.position = geometry.position }
    // The error stays the same between two reports of dilution.
    if position.mode >= 2, lists.isEmpty, epoch.dilution.vertical == nil {
      position.sphericalError = sphericalError
    }
    GeoidTable.complete(&position)
    ErrorModel.complete(&position, dilutionOfErrors)
    sphericalError = position.sphericalError
    motion.complete(&position)
    reports.append(.position(position))
    if let noise, let timestamp = epoch.timestamp, noise.time == timestamp.timeOfDay {
      reports.append(.noise(noise, timestamp))
    }
    let again = isDue(at: epoch.timestamp) ? rows : []
    show(lists.isEmpty ? [again] : lists, epoch.timestamp, epoch.satellitesUsed, in: &reports)
  }

  /// Shows the satellites of an epoch that has been shown already, or of none.
  private mutating func show(_ view: SatelliteView, in reports: inout [GPSDReport]) {
    let lists = takeLists(view)
    _ = updateDilution(view.dilution, lists, view.wireProtocol)
    show(lists, view.timestamp, nil, in: &reports)
  }

  private mutating func show(
    _ lists: [[GPSDSky.Row]], _ timestamp: Timestamp?, _ usedCount: UInt8?,
    in reports: inout [GPSDReport]
  ) {
    for list in lists {
      var sky = GPSDSky()
      sky.timestamp = timestamp
      sky.dilution = dilution
      sky.rows = list
      sky.usedCount = list.isEmpty ? usedCount.map { Int($0) } : list.usedCount
      if !sky.isEmpty { reports.append(.sky(sky)) }
    }
    guard let last = lists.last, !last.isEmpty else { return }
    rows = last
    listedAt = timestamp
  }

  /// Returns whether to show the last list again: about a second later, not in each of ten epochs.
  private func isDue(at timestamp: Timestamp?) -> Bool {
    guard let timestamp, let listedAt else { return timestamp != nil }
    return !(Duration.zero..<Self.listInterval).contains(timestamp - listedAt)
  }

  /// Returns the rows received since the last call: satellites, signals, or both.
  private mutating func takeLists(_ view: SatelliteView?) -> [[GPSDSky.Row]] {
    defer { signalRows = [] }
    var satelliteRows = view?.rows ?? []
    if view?.wireProtocol == .nmea { selection.mark(&satelliteRows) }
    return [satelliteRows, signalRows].filter { !$0.isEmpty }
  }

  /// Updates the dilution from the receiver, else from the geometry, else from the last value.
  ///
  /// - Returns: dilution from the geometry.
  private mutating func updateDilution(
    _ received: DilutionOfPrecision, _ lists: [[GPSDSky.Row]], _ wireProtocol: WireProtocol
  ) -> DilutionOfPrecision? {
    let geometry = lists.lazy.compactMap {
      wireProtocol == .nmea
        ? DilutionOfPrecision(ofSystemsIn: $0) : DilutionOfPrecision(of: $0)
    }.first
    dilution = received.known.completed(by: geometry).completed(by: dilution)
    return geometry
  }

  /// Applies gpsd's own interpretation of sentences.
  private func adjust(_ position: inout GPSDPosition, _ epoch: Epoch) {
    guard epoch.hasPosition else { return }
    switch epoch.satellitesUsed {
    // Without satellites, only GSA can report a fix.
    case 0?: position.mode = selection.dimensions ?? 1
    case (1...2)?: position.mode = max(selection.dimensions ?? 2, 2)
    // With enough satellites, a height means that the fix is three-dimensional.
    default: if epoch.altitude != nil { position.mode = 3 }
    }
    guard position.mode >= 2 else {
      position = GPSDPosition()
      position.timestamp = epoch.timestamp
      return
    }
    if let expectedErrors, expectedErrors.time == epoch.timestamp?.timeOfDay {
      position.northError = expectedErrors.latitudeError
      position.eastError = expectedErrors.longitudeError
      position.verticalError = expectedErrors.altitudeError
    }
  }
}

extension ReceiverEvent {
  fileprivate var satellites: SatelliteView? {
    if case .satellites(let view) = self { view } else { nil }
  }

  fileprivate var isEpoch: Bool {
    if case .epoch = self { true } else { false }
  }
}

extension [GPSDSky.Row] {
  fileprivate var usedCount: Int { count { $0.satellite.isUsed } }
}

extension DilutionOfPrecision {
  /// Uses the geometry of the used rows; a satellite with two signals counts twice.
  fileprivate init?(of rows: some Sequence<GPSDSky.Row>) {
    self.init(directionsOf: rows.lazy.map { $0.satellite }.filter { $0.isUsed })
  }

  /// Uses the first sufficient part of a list sorted by system, as gpsd does; GPS counts together
  /// with the next system.
  fileprivate init?(ofSystemsIn rows: [GPSDSky.Row]) {
    for end in rows.indices.dropFirst() where rows[end - 1].endsPart(before: rows[end]) {
      guard let dilution = DilutionOfPrecision(of: rows[..<end]) else { continue }
      self = dilution
      return
    }
    self.init(of: rows)
  }
}

extension GPSDSky.Row {
  fileprivate func endsPart(before next: Self) -> Bool {
    switch satellite.system {
    case .gps, .sbas: false
    default: satellite.system != next.satellite.system || signal != next.signal
    }
  }
}
