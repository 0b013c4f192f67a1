public import CairnTypes

/// Solution from a vendor's own sentence: its errors, the position itself, or both.
///
/// Receivers that send no GST report their errors here, and some send a position in no other
/// sentence. An error of zero means that the receiver does not know it; it is then absent.
///
/// Sources: Garmin 190-00684-00, "PGRME"; SiRF NMEA reference manual 1050-0042, "EPE"; Quectel
/// LC29H and LG290P GNSS protocol specification, "PQTMEPE"; u-blox UBX-21035062 R02, "PUBX,00";
/// Unicore reference commands manual for N4 products, "KSXT"; Trimble BD9xx receiver help,
/// "PTNL,GGK"; Ashtech A12 reference manual, "PASHR,POS".
public struct VendorSolution: Hashable, Sendable, BitwiseCopyable {
  /// The sentence, which also identifies the vendor.
  public enum Sentence: UInt8, Sendable, CaseIterable, BitwiseCopyable {
    case pgrme, psrfepe, pqtmepe, pubx00, ksxt, ggk, pashrPos
  }

  /// Sentence that was read.
  public let sentence: Sentence
  /// UTC.
  public private(set) var time: TimeOfDay?
  /// UTC.
  public private(set) var date: CalendarDate?
  /// The kind of solution; `nil` where the sentence says nothing about a position.
  public private(set) var fix: FixQuality?
  /// Degrees, positive north.
  public private(set) var latitude: Double?
  /// Degrees, positive east.
  public private(set) var longitude: Double?
  /// Metres above mean sea level.
  public private(set) var altitude: Double?
  /// Metres above the ellipsoid.
  public private(set) var ellipsoidalAltitude: Double?
  /// Horizontal error, in metres.
  public private(set) var horizontalAccuracy: Double?
  /// Vertical error, in metres.
  public private(set) var verticalAccuracy: Double?
  /// Error of the latitude, in metres.
  public private(set) var northDeviation: Double?
  /// Error of the longitude, in metres.
  public private(set) var eastDeviation: Double?
  /// Metres per second over ground.
  public private(set) var speed: Double?
  /// Metres per second.
  public private(set) var speedAccuracy: Double?
  /// Degrees clockwise from true north.
  public private(set) var course: Double?
  /// Degrees.
  public private(set) var courseAccuracy: Double?
  /// Metres per second, positive up.
  public private(set) var verticalSpeed: Double?
  /// Seconds since the last correction.
  public private(set) var correctionAge: Double?
  /// Number of satellites in the solution.
  public private(set) var satellitesUsed: UInt8?
  /// Dilution of precision: horizontal.
  public private(set) var hdop: Double?
  /// Dilution of precision: vertical.
  public private(set) var vdop: Double?
  /// Dilution of precision: position.
  public private(set) var pdop: Double?

  /// Reads a sentence; `nil` for any other.
  ///
  /// - Parameter bytes: bytes from `$` on, with or without checksum and line ending.
  public init?(_ bytes: Span<UInt8>) {
    // Most sentences are rejected here.
    guard bytes.count > 6, bytes[1] == ascii("P") || bytes[1] == ascii("K") else { return nil }
    let layout: SentenceLayout
    do throws(NMEAError) { layout = try SentenceLayout(bytes) } catch { return nil }
    guard let sentence = Sentence(bytes) else { return nil }
    self.sentence = sentence
    var reader = NMEAReader(bytes, layout)
    switch sentence {
    case .pgrme: readGarmin(&reader)
    case .psrfepe: readSiRF(&reader)
    case .pqtmepe: readQuectel(&reader)
    case .pubx00: readUBlox(&reader)
    case .ksxt: readUnicore(&reader)
    case .ggk: readTrimble(&reader)
    case .pashrPos: readAshtech(&reader)
    }
  }

  // MARK: - Errors alone

  private mutating func readGarmin(_ f: inout NMEAReader) {
    horizontalAccuracy = f.error()
    f.skip(1)
    verticalAccuracy = f.error()
  }

  private mutating func readSiRF(_ f: inout NMEAReader) {
    f.timeOfDay("time", &time)
    var status: DataStatus?
    f.letter("status", &status)
    guard status == .valid else { return }
    f.decimal("hdop", &hdop, places: 1)
    horizontalAccuracy = f.error()
    verticalAccuracy = f.error()
    speedAccuracy = f.error()
    // 180 means that the direction is unknown.
    courseAccuracy = f.error().flatMap { $0 < 180 ? $0 : nil }
  }

  private mutating func readQuectel(_ f: inout NMEAReader) {
    f.skip(1)
    northDeviation = f.error()
    eastDeviation = f.error()
    verticalAccuracy = f.error()
    horizontalAccuracy = f.error()
  }

  // MARK: - Positions

  private mutating func readUBlox(_ f: inout NMEAReader) {
    f.skip(1)
    f.timeOfDay("time", &time)
    f.latitude(&latitude)
    f.longitude(&longitude)
    f.decimal("altRef", &ellipsoidalAltitude, places: 3)
    fix =
      switch f.pair() {
      case (ascii("G"), ascii("2")): .twoD
      case (ascii("G"), ascii("3")): .threeD
      case (ascii("D"), ascii("2")), (ascii("D"), ascii("3")): .differential
      case (ascii("D"), ascii("R")): .deadReckoning
      case (ascii("R"), ascii("K")): .gnssDeadReckoning
      case (ascii("T"), ascii("T")): .timeOnly
      default: FixQuality.none
      }
    horizontalAccuracy = f.error()
    verticalAccuracy = f.error()
    speed = f.number().map { $0 / 3.6 }
    f.decimal("course", &course, places: 2)
    verticalSpeed = f.number().map { -$0 }
    f.decimal("age", &correctionAge, places: 0)
    hdop = f.error()
    vdop = f.error()
    f.skip(1)
    satellitesUsed = f.small()
  }

  private mutating func readUnicore(_ f: inout NMEAReader) {
    f.instant(&date, &time)
    let (east, north) = (f.number(), f.number())
    if let east, let north, abs(east) <= 180, abs(north) <= 90 {
      (longitude, latitude) = (east, north)
    }
    f.decimal("height", &ellipsoidalAltitude, places: 4)
    f.skip(2)
    f.decimal("track", &course, places: 2)
    speed = f.number().map { $0 / 3.6 }
    f.skip(1)
    fix =
      switch f.small() {
      case 1?: .threeD
      case 2?: .rtkFloat
      case 3?: .rtkFixed
      default: FixQuality.none
      }
    f.skip(2)
    satellitesUsed = f.small()
    f.skip(5)
    verticalSpeed = f.number().map { $0 / 3.6 }
  }

  private mutating func readTrimble(_ f: inout NMEAReader) {
    f.skip(1)
    f.timeOfDay("time", &time)
    var packed: Int?
    f.integer("date", &packed, in: 10_100...123_199)
    if let packed {
      let year = packed % 100
      date = CalendarDate(
        year: year >= 80 ? 1900 + year : 2000 + year, month: packed / 10_000,
        day: packed / 100 % 100)
    }
    f.latitude(&latitude)
    f.longitude(&longitude)
    fix =
      switch f.small() {
      case 1?: .threeD
      case 2?, 6?, 8?: .rtkFloat
      case 3?, 7?, 9?, 12?: .rtkFixed
      case 4?, 5?, 10?, 11?, 13?, 14?, 15?: .differential
      default: FixQuality.none
      }
    satellitesUsed = f.small()
    pdop = f.error()
    // A prefix of the height names its reference, such as `EHT171.1`.
    f.skipBlanks()
    let isEllipsoidal = f.current == ascii("E")
    f.skipLetters()
    let height = f.number()
    if isEllipsoidal { ellipsoidalAltitude = height } else { altitude = height }
  }

  private mutating func readAshtech(_ f: inout NMEAReader) {
    f.skip(1)
    let quality = f.small()
    satellitesUsed = f.small()
    f.timeOfDay("time", &time)
    f.latitude(&latitude)
    f.longitude(&longitude)
    fix =
      switch quality {
      // The fields of the position are empty while there is none.
      case _ where latitude == nil || longitude == nil: FixQuality.none
      case 0?: .threeD
      case 1?, 9?: .differential
      case 2?: .rtkFloat
      case 3?: .rtkFixed
      case 5?: .deadReckoning
      default: FixQuality.none
      }
    f.decimal("height", &ellipsoidalAltitude, places: 2)
    f.decimal("age", &correctionAge, places: 0)
    f.decimal("course", &course, places: 1)
    speed = f.number().map { $0 * (1852.0 / 3600.0) }
    verticalSpeed = f.number()
    pdop = f.error()
    hdop = f.error()
    vdop = f.error()
  }
}

extension VendorSolution.Sentence {
  fileprivate init?(_ bytes: Span<UInt8>) {
    for candidate in Self.allCases where bytes.begins(with: candidate.beginning) {
      self = candidate
      return
    }
    return nil
  }

  private var beginning: StaticString {
    switch self {
    case .pgrme: "$PGRME,"
    case .psrfepe: "$PSRFEPE,"
    case .pqtmepe: "$PQTMEPE,"
    case .pubx00: "$PUBX,00,"
    case .ksxt: "$KSXT,"
    case .ggk: "$PTNL,GGK,"
    case .pashrPos: "$PASHR,POS,"
    }
  }
}

extension Span<UInt8> {
  fileprivate func begins(with text: StaticString) -> Bool {
    let width = text.utf8CodeUnitCount
    guard text.hasPointerRepresentation, count >= width else { return false }
    // `width` code units exist at the pointer, as just checked.
    let literal = unsafe UnsafeBufferPointer(start: text.utf8Start, count: width)
    for index in 0..<width where unsafe self[index] != literal[index] { return false }
    return true
  }
}

extension NMEAReader {
  fileprivate mutating func number() -> Double? {
    var value: Double?
    decimal("", &value, places: 3)
    return value
  }

  /// Reads a number; zero means unknown.
  fileprivate mutating func error() -> Double? { number().flatMap { $0 > 0 ? $0 : nil } }

  fileprivate mutating func small() -> UInt8? {
    var value: UInt8?
    integer("", &value, in: 0...255)
    return value
  }

  fileprivate mutating func skip(_ fields: Int) {
    for _ in 0..<fields {
      while current != ascii(",") { at &+= 1 }
      at &+= 1
    }
  }

  fileprivate mutating func skipLetters() {
    while isUpperCase(current) { at &+= 1 }
  }

  /// Reads two characters; zeros for a field of any other length.
  fileprivate mutating func pair() -> (UInt8, UInt8) {
    if skipEmpty() { return (0, 0) }
    let first = current
    at &+= 1
    if skipEmpty() { return (0, 0) }
    let second = current
    at &+= 1
    return finish() ? (first, second) : (0, 0)
  }
}
