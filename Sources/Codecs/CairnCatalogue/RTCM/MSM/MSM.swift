public import CairnRTCM
public import CairnTypes

/// 1071 to 1137, multiple signal message: a station's measurements of one system's satellites in
/// one epoch. The last digit of the number gives the content: 1 code, 2 phase, 3 both, 4 with
/// signal strength, 5 with Doppler, 6 and 7 like 4 and 5 in finer steps.
///
/// Two masks list satellites and signals. A cell is one signal of one satellite; a range is sent in
/// two parts, one for the satellite and one for the cell.
///
/// Source: RTCM 10403.3, section 3.5.16.
public struct MSM: RTCMMessage, Hashable {
  /// 107d GPS, 108d GLONASS, 109d Galileo, 110d SBAS, 111d QZSS, 112d BeiDou, 113d NavIC; d 1...7.
  public private(set) var number = MessageNumber(rawValue: 1077)

  /// 0...4095, chosen by the operator.
  public var stationID: UInt16 = 0
  /// The time of measurement.
  public var epoch = MSMEpoch()
  /// Whether more messages of this epoch follow.
  public var hasMore = false
  /// Counts changes of the station's description, 0...7.
  public var issueOfStation: UInt8 = 0
  /// 0 not steered, 1 steered, 2 not known, 3 reserved.
  public var clockSteering: UInt8 = 0
  /// 0 internal, 1 external and locked, 2 external and not locked, 3 not known.
  public var externalClock: UInt8 = 0
  /// Whether code ranges are smoothed free of divergence.
  public var hasDivergenceFreeSmoothing = false
  /// 0 not smoothed; 1...6 for 2^(n-1) times 30 seconds; 7 unlimited.
  public var smoothingInterval: UInt8 = 0
  /// The satellites, written in ascending order of their numbers.
  public var satellites: [Satellite] = []
  /// The signals that the message has room for, 1...32, written in ascending order.
  public var signals: [UInt8] = []
  /// The cells, written by satellite, then by signal; at most satellites times signals, which is at
  /// most 64.
  public var cells: [Cell] = []

  /// Creates a message 1077 without satellites.
  public init() {}

  /// Creates a message without satellites; `nil` if there is none of that system and form.
  ///
  /// - Parameters:
  ///   - system: any but IMES.
  ///   - form: 1...7, the last digit of the number.
  public init?(_ system: SatelliteSystem, form: Int) {
    guard let family = Self.families.first(where: { $0.system == system }), 1...7 ~= form else {
      return nil
    }
    number = MessageNumber(rawValue: family.base + UInt16(form))
  }

  /// The system of the message's satellites.
  public var system: SatelliteSystem { Self.system(of: number) ?? .gps }

  /// The form 1...7, the last digit of the number.
  public var form: Int { Int(number.rawValue % 10) }

  public static func accepts(_ number: MessageNumber) -> Bool {
    system(of: number) != nil && 1...7 ~= number.rawValue % 10
  }

  public mutating func fields(_ f: inout some RTCMFieldVisitor & ~Escapable) {
    number = f.form(number)
    f.integer(.df003, &stationID)
    epoch.fields(system, &f)
    f.flag(.df393, &hasMore)
    f.integer(.df409, &issueOfStation)
    f.reserved(.df001part7)
    f.integer(.df411, &clockSteering)
    f.integer(.df412, &externalClock)
    f.flag(.df417, &hasDivergenceFreeSmoothing)
    f.integer(.df418, &smoothingInterval)
    guard masks(&f) else { return }
    for column in Satellite.columns(form) {
      for index in satellites.indices {
        f.beginElement(index)
        satellites[index].field(column, system, &f)
        f.endElement()
      }
    }
    for column in Cell.columns(form) {
      for index in cells.indices {
        f.beginElement(index)
        cells[index].field(column, system, &f)
        f.endElement()
      }
    }
  }

  private static var families: [(base: UInt16, system: SatelliteSystem)] {
    [
      (1070, .gps), (1080, .glonass), (1090, .galileo), (1100, .sbas), (1110, .qzss),
      (1120, .beidou), (1130, .navic),
    ]
  }

  private static func system(of number: MessageNumber) -> SatelliteSystem? {
    switch number.rawValue / 10 {
    case 107: .gps
    case 108: .glonass
    case 109: .galileo
    case 110: .sbas
    case 111: .qzss
    case 112: .beidou
    case 113: .navic
    default: nil
    }
  }
}

extension MSM {
  /// Visits the three masks and makes room for the satellites and cells in them.
  ///
  /// - Returns: false if there are more cells than a message can have.
  private mutating func masks(_ f: inout some RTCMFieldVisitor & ~Escapable) -> Bool {
    if !f.isReading { order() }
    var satelliteMask: UInt64 = 0
    for satellite in satellites { satelliteMask |= 1 &<< (64 &- UInt64(satellite.number)) }
    var signalMask: UInt64 = 0
    for signal in signals { signalMask |= 1 &<< (32 &- UInt64(signal)) }
    f.mask(.df394, &satelliteMask)
    f.mask(.df395, &signalMask)
    let width = satelliteMask.nonzeroBitCount &* signalMask.nonzeroBitCount
    guard width <= 64 else {
      f.refuse(.df396)
      return false
    }
    var cellMask = f.isReading ? 0 : self.cellMask
    f.mask(.df396.widened(to: width), &cellMask)
    f.derived("NSat", .unsigned(UInt64(satelliteMask.nonzeroBitCount)))
    f.derived("NSig", .unsigned(UInt64(signalMask.nonzeroBitCount)))
    f.derived("NCell", .unsigned(UInt64(cellMask.nonzeroBitCount)))
    if f.isReading { makeRoom(satelliteMask, signalMask, cellMask) }
    return true
  }

  /// Creates satellites, signals and cells from their numbers.
  private mutating func makeRoom(_ satelliteMask: UInt64, _ signalMask: UInt64, _ cellMask: UInt64)
  {
    satellites.removeAll(keepingCapacity: true)
    signals.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    for number in 1...64 where satelliteMask &>> UInt64(64 &- number) & 1 != 0 {
      satellites.append(Satellite(UInt8(number)))
    }
    for number in 1...32 where signalMask &>> UInt64(32 &- number) & 1 != 0 {
      signals.append(UInt8(number))
    }
    var left = UInt64(satellites.count &* signals.count)
    for satellite in satellites {
      for signal in signals {
        left &-= 1
        if cellMask &>> left & 1 != 0 { cells.append(Cell(satellite.number, signal)) }
      }
    }
  }

  /// Sorts into wire order and drops cells of satellites or signals that are not in the message.
  private mutating func order() {
    satellites.removeAll { !(1...64 ~= $0.number) }
    satellites.sort { $0.number < $1.number }
    var previous: UInt8 = 0
    satellites.removeAll { satellite in
      defer { previous = satellite.number }
      return satellite.number == previous
    }
    signals = (1...32).filter { signals.contains($0) }
    var ordered: [Cell] = []
    for satellite in satellites {
      for signal in signals {
        let cell = cells.first { $0.satellite == satellite.number && $0.signal == signal }
        if let cell { ordered.append(cell) }
      }
    }
    cells = ordered
  }

  /// The mask of the cells, in wire order.
  private var cellMask: UInt64 {
    var mask: UInt64 = 0
    var next = 0
    for satellite in satellites {
      for signal in signals {
        mask = mask &<< 1
        guard next < cells.count else { continue }
        let cell = cells[next]
        if cell.satellite == satellite.number, cell.signal == signal {
          mask |= 1
          next &+= 1
        }
      }
    }
    return mask
  }
}
