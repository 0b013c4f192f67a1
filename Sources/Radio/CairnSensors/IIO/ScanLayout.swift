/// One channel in a scan.
public struct ScanElement: Hashable, Sendable {
  /// Content of a channel.
  public enum Content: Hashable, Sendable {
    /// A measurement along one of the quantity's channels.
    case measurement(IIOQuantity, channel: Int)
    /// Nanoseconds of the clock that was selected for the device.
    case time
  }

  /// The channel's name, without `_en`.
  public var name: String
  /// Content of the channel.
  public var content: Content
  /// Its place among the channels of the device.
  public var index: Int
  /// How it is stored.
  public var format: ScanFormat

  /// Creates an element; the properties describe the values.
  public init(name: String, content: Content, index: Int, format: ScanFormat) {
    self.name = name
    self.content = content
    self.index = index
    self.format = format
  }
}

/// Positions of a buffer's channels in each scan: in the order of their index, each at a multiple
/// of its size, and the whole a multiple of the largest.
///
/// Source: Linux, drivers/iio/industrialio-buffer.c, `iio_compute_scan_bytes`.
public struct ScanLayout: Hashable, Sendable {
  /// Maximum number of channels that are read from a device.
  private static let capacity = 64

  /// The channels in the order of the scan.
  public let elements: [ScanElement]
  /// Offset of each channel, in bytes.
  private let offsets: [Int]
  /// Bytes of one scan.
  public let size: Int

  /// Lays the channels out; `nil` without any measurement, or if two have the same index.
  public init?(_ elements: [ScanElement]) {
    guard elements.contains(where: { $0.content != .time }), elements.count <= Self.capacity else {
      return nil
    }
    let sorted = elements.sorted { $0.index < $1.index }
    var (offsets, end, largest): ([Int], Int, Int) = ([], 0, 1)
    for (place, element) in sorted.enumerated() {
      if place > 0, sorted[place - 1].index == element.index { return nil }
      let size = element.format.size
      end = (end &+ size &- 1) / size &* size
      offsets.append(end)
      end = end &+ size
      largest = max(largest, size)
    }
    self.elements = sorted
    self.offsets = offsets
    size = (end &+ largest &- 1) / largest &* largest
  }

  /// Whether scans hold a time.
  public var hasTime: Bool { elements.contains { $0.content == .time } }

  /// Calls `body` with each number of the scan that begins at `start`.
  ///
  /// - Parameters:
  ///   - bytes: whole scans.
  ///   - start: a multiple of `size`.
  ///   - body: called with an element and its raw number.
  public func read(
    _ bytes: Span<UInt8>, at start: Int, _ body: (ScanElement, Int64) -> Void
  ) {
    guard start >= 0, start <= bytes.count &- size else { return }
    for (place, element) in elements.enumerated() {
      body(element, element.format.value(in: bytes, at: start &+ offsets[place]))
    }
  }
}
