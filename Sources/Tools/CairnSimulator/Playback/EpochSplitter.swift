internal import CairnNMEA
internal import CairnTypes
internal import CairnUBX

/// One navigation epoch of a recording, with the bytes that follow it and belong to no epoch.
public struct RecordedEpoch: Hashable, Sendable {
  /// The epoch's bytes in the recording.
  public var range: Range<Int>
  /// Time since the previous epoch; zero for the first one and if the recording does not tell.
  public var pause: Duration

  /// Creates an epoch; see the properties.
  public init(range: Range<Int>, pause: Duration) {
    self.range = range
    self.pause = pause
  }
}

/// Finds the navigation epochs in a recorded stream by the times in its messages.
///
/// An epoch begins with the first frame that has a new time: the time of day of an NMEA sentence,
/// or the time of week of a UBX navigation message. Other bytes belong to the epoch before them.
/// The epochs cover the recording without gaps, so playing them in turn reproduces the recording.
public enum EpochSplitter {
  /// Milliseconds of a GPS week.
  private static let week: Int64 = 604_800_000
  /// Milliseconds of a day.
  private static let day: Int64 = 86_400_000

  /// Returns the epochs of a recording.
  ///
  /// - Parameters:
  ///   - bytes: the whole recording; a part of it gives the epochs of that part.
  ///   - longestPause: the limit of a pause, so that a recording with a gap does not play for
  ///     hours; a step back in time gives no pause.
  /// - Returns: the epochs in order; one for a recording without times, none for an empty one.
  public static func split(
    _ bytes: Span<UInt8>, longestPause: Duration = .seconds(5)
  ) -> [RecordedEpoch] {
    var epochs: [RecordedEpoch] = []
    var start = 0
    var pause = Duration.zero
    var current = Keys()
    var previous = Keys()
    var position = 0
    while position < bytes.count {
      guard let frame = frame(in: bytes, at: position) else {
        position += 1
        continue
      }
      defer { position += frame.length }
      guard let key = frame.key else { continue }
      guard !current.join(key) else { continue }
      if position > start {
        epochs.append(RecordedEpoch(range: start..<position, pause: pause))
      }
      start = position
      previous = current
      current = Keys()
      _ = current.join(key)
      pause = current.step(from: previous, longest: longestPause)
    }
    if start < bytes.count {
      epochs.append(RecordedEpoch(range: start..<bytes.count, pause: pause))
    }
    return epochs
  }

  /// The time in a frame, in milliseconds.
  private enum Key {
    case timeOfDay(Int64)
    case timeOfWeek(Int64)
  }

  /// The times of one epoch; UTC and GPS time differ by leap seconds, so they are not compared.
  private struct Keys {
    var timeOfDay: Int64?
    var timeOfWeek: Int64?

    /// Whether a frame with this time belongs to the epoch; if so, the epoch takes on the time.
    mutating func join(_ key: Key) -> Bool {
      switch key {
      case .timeOfDay(let time):
        guard timeOfDay == nil || timeOfDay == time else { return false }
        timeOfDay = time
      case .timeOfWeek(let time):
        guard timeOfWeek == nil || timeOfWeek == time else { return false }
        timeOfWeek = time
      }
      return true
    }

    func step(from previous: Keys, longest: Duration) -> Duration {
      if let timeOfDay, let before = previous.timeOfDay {
        return Self.pause(timeOfDay - before, period: day, longest: longest)
      }
      if let timeOfWeek, let before = previous.timeOfWeek {
        return Self.pause(timeOfWeek - before, period: week, longest: longest)
      }
      return .zero
    }

    /// Treats a step across midnight or the week's end as small; one over half a period is back.
    private static func pause(_ step: Int64, period: Int64, longest: Duration) -> Duration {
      let forward = (step + period) % period
      return forward > period / 2 ? .zero : min(.milliseconds(forward), longest)
    }
  }

  private static func frame(
    in bytes: Span<UInt8>, at position: Int
  ) -> (length: Int, key: Key?)? {
    let rest = bytes.extracting(droppingFirst: position)
    switch rest[0] {
    case 0xB5:
      guard case .frame(let length, _) = UBXFrame.check(rest) else { return nil }
      return (length, timeOfWeek(rest.extracting(first: length)).map { .timeOfWeek($0) })
    case UInt8(ascii: "$"), UInt8(ascii: "!"):
      guard case .frame(let length, _) = NMEAFrame.check(rest) else { return nil }
      return (length, timeOfDay(rest.extracting(first: length)).map { .timeOfDay($0) })
    default: return nil
    }
  }

  /// Whether the payload of this NAV message begins with the time of week.
  ///
  /// Source: u-blox UBX-21035062 R02 and UBX-13003221 R28, class NAV.
  private static func beginsWithTimeOfWeek(_ number: UInt8) -> Bool {
    switch number {
    case 0x01...0x07, 0x11, 0x12, 0x20...0x26, 0x30...0x32, 0x34...0x36, 0x39, 0x43, 0x60, 0x61:
      true
    default: false
    }
  }

  private static func timeOfWeek(_ frame: Span<UInt8>) -> Int64? {
    guard let id = UBXFrame.messageID(of: frame), id.messageClass == .nav,
      beginsWithTimeOfWeek(id.number), frame.count >= UBXFrame.overhead + 4
    else { return nil }
    let time = (0..<4).reduce(Int64(0)) { $0 | Int64(frame[6 + $1]) << (8 * Int64($1)) }
    return time < week ? time : nil
  }

  private static func timeOfDay(_ frame: Span<UInt8>) -> Int64? {
    guard let report = try? NMEAReport.decode(frame) else { return nil }
    let time: TimeOfDay? =
      switch report {
      case .gga(let sentence): sentence.time
      case .rmc(let sentence): sentence.time
      case .gns(let sentence): sentence.time
      case .gll(let sentence): sentence.time
      case .gst(let sentence): sentence.time
      case .gbs(let sentence): sentence.time
      case .zda(let sentence): sentence.time
      default: nil
      }
    return time.map { $0.nanoseconds / 1_000_000 }
  }
}
