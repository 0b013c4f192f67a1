internal import CairnTypes

// The encoding of stored regions: the shared options, then each region with its state.

extension RegionMonitor {
  private static let version: UInt64 = 1

  /// All regions with their options and states as bytes. Pending changes are left out.
  public var encoded: [UInt8] {
    var numbers: [Int32: UInt32] = [:]
    var shared: [MonitoringOptions] = []
    var regions = RecordWriter()
    for watched in slots {
      guard let watched else { continue }
      var (number, state, region) = (
        numbers[watched.options] ?? UInt32(clamping: shared.count), watched.state, watched.region
      )
      if number == UInt32(clamping: shared.count) {
        numbers[watched.options] = number
        shared.append(options[watched.options])
      }
      regions.integer(&number)
      regions.code(&state)
      region.fields(&regions)
    }
    for watched in beacons.regions {
      // Their options are few, and not shared.
      var (number, state, region) = (UInt32(clamping: shared.count), watched.state, watched.region)
      shared.append(watched.options)
      regions.integer(&number)
      regions.code(&state)
      region.fields(&regions)
    }
    var whole = RecordWriter()
    whole.number(Self.version, 1)
    whole.options(&shared)
    return whole.bytes + regions.bytes
  }

  /// Decodes regions; `nil` if the bytes do not come from `encoded`.
  ///
  /// The first conclusive fix decides at once against the stored state, so that a boundary crossed
  /// meanwhile is reported then.
  public init?(decoding bytes: [UInt8]) {
    self.init()
    var reader = RecordReader(bytes[...])
    guard reader.number(1) == Self.version else { return nil }
    var shared: [MonitoringOptions] = []
    reader.options(&shared)
    while !reader.isAtEnd {
      var (number, state) = (UInt32(0), RegionState.unknown)
      var region = Region(identifier: "", shape: .polygon([]))
      reader.integer(&number)
      reader.code(&state)
      region.fields(&reader)
      guard !reader.hasFailed, number < shared.count else { return nil }
      var options = shared[Int(number)]
      options.initialState = state
      do throws(RegionError) { try add(region, options: options) } catch { return nil }
    }
    guard !reader.hasFailed else { return nil }
  }
}

extension RecordVisitor {
  fileprivate mutating func options(_ options: inout [MonitoringOptions]) {
    list(&options, octets: 38, MonitoringOptions()) { $1.fields(&$0) }
  }
}

extension MonitoringOptions {
  /// Without the state, which is stored with each region.
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.real(&confidence)
    f.duration(&dwell)
    f.real(&hysteresis)
    desiredAccuracy.fields(&f)
    f.duration(&responsiveness)
    wake.fields(&f)
  }
}

extension DesiredAccuracy {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    var (kind, size): (UInt8, Double) =
      switch level {
      case .metres(let metres): (0, metres)
      case .best: (1, 0)
      case .bestForNavigation: (2, 0)
      case .reduced: (3, 0)
      }
    f.integer(&kind)
    if kind == 0 { f.real(&size) }
    switch kind {
    case 0: self = Self(.metres(size))
    case 1: self = .best
    case 2: self = .bestForNavigation
    case 3: self = .reduced
    default: f.fail()
    }
  }
}

extension Region {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.text(&identifier)
    f.flag(&notifyOnEntry)
    f.flag(&notifyOnExit)
    var (kind, points, size): (UInt8, [Coordinate], Double) =
      switch shape {
      case .circle(let center, let radius): (0, [center], radius)
      case .polygon(let corners): (1, corners, 0)
      case .corridor(let line, let width): (2, line, width)
      case .beacon: (3, [], 0)
      }
    f.integer(&kind)
    f.real(&size)
    f.list(&points, octets: 16, Coordinate(latitude: 0, longitude: 0)) { $0.coordinate(&$1) }
    var constraint = BeaconConstraint(uuid: UUID128(high: 0, low: 0))
    if case .beacon(let own) = shape { constraint = own }
    if kind == 3 { constraint.fields(&f) }
    switch (kind, points.first) {
    case (3, _): shape = .beacon(constraint)
    case (0, let center?): shape = .circle(center: center, radius: size)
    case (1, _): shape = .polygon(points)
    case (2, _): shape = .corridor(points, width: size)
    default: f.fail()
    }
  }
}

extension BeaconConstraint {
  fileprivate mutating func fields(_ f: inout some RecordVisitor) {
    f.integer(&uuid.high)
    f.integer(&uuid.low)
    f.optional(&major, 0) { $0.integer(&$1) }
    f.optional(&minor, 0) { $0.integer(&$1) }
  }
}
