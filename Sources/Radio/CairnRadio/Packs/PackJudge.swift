internal import CCairnMath
internal import CairnGeodesy
public import CairnTypes

/// Judges whether positions by a new pack are worse than by the one before, while satellite fixes come.
///
/// Places are the sample, not scans: a device that stands at one place all day has seen one. A place is a square of
/// `spacing` metres for access points, or one serving cell, and counts once. Where both packs are about as far from the
/// satellite fix, it is a tie. The new pack is worse if so many more places speak against it than for it that chance
/// does not explain it, also when that is asked after each place (`boundary`); if its positions are then farther away by
/// a factor that matters (`ratio`), at a share of all places that matters (`share`).
///
/// A pure value: what to do about a verdict is its owner's.
public struct PackJudge: Hashable, Sendable {
  /// What the places say so far.
  public enum Verdict: Hashable, Sendable {
    /// Not enough was seen.
    case open
    /// The new pack is worse: go back.
    case worse
    /// The new pack is no worse: compare no longer.
    case sound
  }

  /// Metres: the side of a place.
  public static let spacing = 200.0
  /// Metres: the least difference of two errors that is none by chance of the fix.
  static let tie = 15.0
  /// Fewest places that are no ties.
  static let leastPlaces = 12
  /// Standard deviations of a fair coin by which the places must be against the new pack.
  static let boundary = 3.25
  /// Least median of the ratio of its errors to those of the old one, where they differ.
  static let ratio = 1.25
  /// Least share of all places by which those against it are more than those for it.
  static let share = 0.1
  /// Places after which a pack that is not worse is sound.
  public static let enough = 300

  /// Identifies the two packs.
  public let subject: UInt64
  /// Hashes of the places, in order.
  private var places: [UInt32] = []
  /// Eighths of the binary logarithm of the ratio of both errors, of places that are no ties; positive where the new
  /// pack is worse.
  private var ratios: [Int8] = []

  /// Creates a judge that has seen nothing.
  ///
  /// - Parameters:
  ///   - new: `RadioPack.fingerprint` of the new pack.
  ///   - old: the same of the old one.
  public init(of new: UInt64, against old: UInt64) { subject = Self.mixed(new ^ Self.mixed(old)) }

  private init(subject: UInt64) { self.subject = subject }

  /// Number of places that were compared.
  public var count: Int { places.count }
  /// Number of places where the new pack was worse.
  public var worse: Int { ratios.count { $0 > 0 } }
  /// Number of places where the new pack was better.
  public var better: Int { ratios.count { $0 < 0 } }

  /// Median of the ratio of the new pack's errors to those of the old one, where they differ; 1 if they do not.
  public var medianRatio: Double {
    guard !ratios.isEmpty else { return 1 }
    let sorted = ratios.sorted()
    let middle = sorted.count / 2
    let sum = Double(sorted[middle]) + Double(sorted[(sorted.count &- 1) / 2])
    return cairn_exp(sum / 16 * cairn_log(2))
  }

  /// Returns whether a place was not compared yet.
  public func wants(_ place: Place) -> Bool {
    count < Self.enough && index(of: place.hash) == nil
  }

  /// Adds the comparison at a place that is wanted.
  ///
  /// - Parameters:
  ///   - place: the place.
  ///   - new: metres from the fix to the position by the new pack.
  ///   - old: the same by the old one.
  ///   - fixAccuracy: metres, the fix's own 68 % radius.
  /// - Returns: whether it counts: the numbers are sound, and the fix is accurate enough.
  @discardableResult
  public mutating func add(
    _ place: Place, new: Double, old: Double, fixAccuracy: Double
  ) -> Bool {
    guard new >= 0, old >= 0, new.isFinite, old.isFinite, fixAccuracy >= 0,
      fixAccuracy <= AccuracyScale.maximumFixAccuracy, wants(place)
    else { return false }
    let at = places.firstIndex { $0 > place.hash } ?? places.count
    places.insert(place.hash, at: at)
    let difference = new - old
    guard max(difference, 0 - difference) > max(Self.tie, fixAccuracy) else { return true }
    let eighths = cairn_round(8 * (cairn_log(new + 10) - cairn_log(old + 10)) / cairn_log(2))
    let bounded = Int8(max(-127, min(127, eighths)))
    // What differs by more than the tie is never equal.
    ratios.append(bounded == 0 ? (difference > 0 ? 1 : -1) : bounded)
    return true
  }

  /// What the places say so far.
  public var verdict: Verdict {
    let (against, by) = (worse, better)
    let decided = Double(against &+ by)
    let lead = Double(against &- by)
    let isClear =
      against &+ by >= Self.leastPlaces && lead * lead >= Self.boundary * Self.boundary * decided
    if isClear, lead > 0, lead >= Self.share * Double(count), medianRatio >= Self.ratio {
      return .worse
    }
    return count >= Self.enough || (isClear && lead < 0) ? .sound : .open
  }

  private func index(of hash: UInt32) -> Int? {
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low &+ high) / 2
      if places[middle] == hash { return middle }
      if places[middle] < hash { low = middle &+ 1 } else { high = middle }
    }
    return nil
  }

  /// Source: the finalizer of MurmurHash3, in the public domain.
  package static func mixed(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ bits >> 33) &* 0xFF51_AFD7_ED55_8CCD
    bits = (bits ^ bits >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return bits ^ bits >> 33
  }

  // MARK: - Between programs

  private static let version: UInt8 = 1

  /// The judge as bytes, five for a place. They hold no checksum, no times and no order of places.
  public var encoded: [UInt8] {
    var copy = self
    copy.ratios.sort()
    var subject = subject
    return RecordWriter.bytes(version: Self.version) { f in
      f.integer(&subject)
      copy.fields(&f)
    }
  }

  /// Decodes a judge; `nil` if the bytes do not come from `encoded`.
  public init?(decoding bytes: [UInt8]) {
    var subject: UInt64 = 0
    var judge = PackJudge(subject: 0)
    let isSound = RecordReader.read(bytes, version: Self.version) { f in
      f.integer(&subject)
      judge.fields(&f)
    }
    guard isSound else { return nil }
    self.init(subject: subject)
    (places, ratios) = (judge.places, judge.ratios)
  }

  private mutating func fields(_ f: inout some RecordVisitor) {
    f.list(&places, octets: 4, 0) { $0.integer(&$1) }
    f.list(&ratios, octets: 1, 0) { f, ratio in
      f.integer(&ratio)
      if ratio == 0 || ratio == .min { f.fail() }
    }
    if places.count > Self.enough || ratios.count > places.count
      || !zip(places, places.dropFirst()).allSatisfy({ $0 < $1 })
      || !zip(ratios, ratios.dropFirst()).allSatisfy({ $0 <= $1 })
    {
      f.fail()
    }
  }
}

extension PackJudge {
  /// A place that counts once.
  public struct Place: Hashable, Sendable {
    let hash: UInt32

    /// The square of `spacing` metres around a coordinate, which must be valid.
    public init(_ coordinate: Coordinate) {
      let metres = 111_320.0
      let row = (coordinate.latitude + 90) * metres / spacing
      let north = UInt64(max(0, min(1_000_000, row)))
      // All squares of a row are equally wide.
      let latitude = (Double(north) + 0.5) * spacing / metres - 90
      let width = max(0.01, cairn_cos(latitude * radiansPerDegree))
      let east = UInt64(
        max(0, min(1_000_000, (coordinate.longitude + 180) * metres * width / spacing)))
      hash = UInt32(truncatingIfNeeded: mixed(north << 32 | east & 0xFFFF_FFFF))
    }

    /// The places at which a cell serves.
    public init(_ cell: CellIdentity) {
      hash = UInt32(truncatingIfNeeded: mixed(cell.key ^ 1 << 63))
    }
  }
}
