public import CairnTypes

/// Turns the bytes of a device's buffer into measurements in Cairn's units.
public struct ScanReader: Sendable {
  /// One measurement.
  public enum Measurement: Hashable, Sendable {
    /// In the frame of the device; not of a pressure.
    case vector(IIOQuantity, Vector3)
    /// Hectopascals.
    case pressure(Double)
  }

  /// Description of the device that is read.
  public let description: IIODescription
  private let layout: ScanLayout
  private let interval: Duration?
  private var clock = ScanClock()
  /// The end of a reading that is not a whole scan.
  private var rest: [UInt8] = []

  /// Begins to read; `nil` for a device without a buffer.
  ///
  /// - Parameters:
  ///   - description: the description of the device.
  ///   - interval: the interval between two scans that the device was set to; `nil` if unknown.
  public init?(_ description: IIODescription, interval: Duration? = nil) {
    guard let layout = description.layout else { return nil }
    self.description = description
    self.layout = layout
    self.interval = interval
  }

  /// Number of scans whose own time was unusable.
  public var repairedTimes: Int { clock.repaired }

  /// Reads the bytes of one reading.
  ///
  /// - Parameters:
  ///   - bytes: scans; one that is cut short is continued by the next reading.
  ///   - arrival: when they were read.
  ///   - body: called with each measurement and its time.
  /// - Returns: the number of scans.
  @discardableResult
  public mutating func read(
    _ bytes: Span<UInt8>, at arrival: MonotonicTime, _ body: (Measurement, MonotonicTime) -> Void
  ) -> Int {
    var all = rest
    for place in bytes.indices { all.append(bytes[place]) }
    let count = all.count / layout.size
    var stamps: [Int64?] = []
    stamps.reserveCapacity(count)
    for scan in 0..<count {
      var stamp: Int64?
      layout.read(all.span, at: scan &* layout.size) { element, raw in
        if element.content == .time { stamp = raw }
      }
      stamps.append(stamp)
    }
    let times = clock.times(of: stamps, arrival: arrival, interval: interval)
    for scan in 0..<count {
      give(all.span, at: scan &* layout.size) { body($0, times[scan]) }
    }
    rest = Array(all[(count &* layout.size)...])
    return count
  }

  private func give(_ bytes: Span<UInt8>, at start: Int, _ body: (Measurement) -> Void) {
    for reading in description.readings {
      let count = reading.quantity.channels.count
      var (raw, found) = ([Double](repeating: 0, count: count), 0)
      layout.read(bytes, at: start) { element, number in
        guard case .measurement(reading.quantity, let channel) = element.content,
          raw.indices.contains(channel)
        else { return }
        raw[channel] = Double(number)
        found &+= 1
      }
      guard found == count else { continue }
      if let vector = reading.vector(of: raw) {
        body(.vector(reading.quantity, vector))
      } else {
        body(.pressure(reading.value(of: raw[0], channel: 0)))
      }
    }
  }
}
