/// Measurements of a device of the kernel's Industrial I/O, and how to read them, by the texts of
/// its files.
///
/// No text is trusted before it is checked; defects are listed in `issues`.
///
/// Source: Linux, Documentation/ABI/testing/sysfs-bus-iio.
public struct IIODescription: Hashable, Sendable {
  /// How one quantity is read.
  public struct Reading: Hashable, Sendable {
    /// Quantity that is measured.
    public var quantity: IIOQuantity
    /// For each of the quantity's channels: the number added to a raw number.
    public var offsets: [Double]
    /// For each of the quantity's channels: the factor that converts the sum to Cairn's unit.
    public var scales: [Double]
    /// Rotation from the sensor's axes to those of the device.
    public var mount = MountMatrix.identity
    /// Whether each channel has a file with its present raw number.
    public var isPolled: Bool
    /// Whether the file holds the pressure itself, in kilopascal.
    public var isProcessed: Bool

    /// Returns a measurement along one channel in Cairn's unit.
    public func value(of raw: Double, channel: Int) -> Double {
      guard scales.indices.contains(channel), offsets.indices.contains(channel) else { return 0 }
      return (raw + offsets[channel]) * scales[channel]
    }

    /// Returns a measurement in the frame of the device.
    public func vector(of raw: [Double]) -> Vector3? {
      guard raw.count == 3, quantity != .pressure else { return nil }
      return mount.applied(
        to: Vector3(
          value(of: raw[0], channel: 0), value(of: raw[1], channel: 1),
          value(of: raw[2], channel: 2)))
    }

    /// The files with the present raw numbers.
    public var files: [String] {
      quantity.channels.map { isProcessed ? "\($0)_input" : "\($0)_raw" }
    }
  }

  /// Defect in a device's files.
  public enum Issue: Hashable, Sendable {
    /// A number or a format cannot be read, or has an impossible value.
    case unreadable(file: String)
    /// The rotation is left out: see the failure.
    case mount(file: String, MountMatrix.Failure)
    /// A quantity has only some of its axes, and is left out.
    case axes(IIOQuantity)
  }

  /// The chip or its driver; empty if the kernel has no name for it.
  public let name: String
  /// Quantities that it measures.
  public private(set) var readings: [Reading] = []
  /// Layout of its buffer; `nil` without a buffer.
  public private(set) var layout: ScanLayout?
  /// Measurements per second that the kernel offers, ascending; empty if it does not list them.
  public private(set) var frequencies: [Double] = []
  /// The file that sets the measurements per second; `nil` without one.
  public private(set) var frequencyFile: String?
  /// How it wakes the host when it is moved; `nil` if it cannot.
  public let motionEvent: IIOMotionEvent?
  /// Whether its clock can be chosen.
  public let hasClockChoice: Bool
  /// Defects in its files; empty if there are none.
  public private(set) var issues: [Issue] = []

  /// Returns whether the text of a file describes the device. Other files hold measurements, which
  /// cost the device work, or are of no use here.
  public static func isDescriptive(_ file: String) -> Bool {
    if ["name", "current_timestamp_clock"].contains(file) { return true }
    guard file.hasPrefix("in_") || file.hasPrefix("sampling_frequency") || file == "mount_matrix"
    else { return false }
    return [
      "_scale", "_offset", "mount_matrix", "_type", "_index", "sampling_frequency",
      "sampling_frequency_available",
    ].contains { file.hasSuffix($0) }
  }

  /// Returns the number that a file holds; `nil` for anything else.
  public static func number(in text: String) -> Double? {
    Decimal.value(of: Source.trimmed(text).utf8)
  }

  /// Reads a description.
  ///
  /// - Parameters:
  ///   - files: names in the device's folder, and those in `scan_elements` and `events` with the
  ///     folder's name before them.
  ///   - texts: the contents of the descriptive files that can be read.
  public init(files: Set<String>, texts: [String: String]) {
    hasClockChoice = files.contains("current_timestamp_clock")
    var source = Source(files: files, texts: texts)
    name = String((source.text("name") ?? "").prefix(80))
    motionEvent = IIOMotionEvent(files: files, chip: name)
    for quantity in IIOQuantity.allCases {
      if let reading = source.reading(of: quantity) { readings.append(reading) }
    }
    layout = ScanLayout(source.elements(of: readings))
    for file in ["sampling_frequency"]
      + readings.map({ "in_\($0.quantity.word)_sampling_frequency" })
    where files.contains(file) && frequencyFile == nil {
      frequencyFile = file
      frequencies = source.numbers(in: file + "_available")
    }
    issues = source.issues
  }

  /// Returns how a quantity is read; `nil` if the device does not measure it.
  public func reading(of quantity: IIOQuantity) -> Reading? {
    readings.first { $0.quantity == quantity }
  }

  /// Returns the lowest offered frequency of at least `wanted`, or else the highest offered.
  public func frequency(for wanted: Double) -> Double {
    frequencies.first { $0 >= wanted } ?? frequencies.last ?? wanted
  }
}

/// The files of a device while they are read.
private struct Source {
  let files: Set<String>
  let texts: [String: String]
  var issues: [IIODescription.Issue] = []

  /// Returns the text of a file without surrounding blanks.
  func text(_ file: String) -> Substring? { texts[file].map(Self.trimmed) }

  static func trimmed(_ text: String) -> Substring {
    let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x0A || byte == 0x09 }
    let start = text.utf8.firstIndex { !isBlank($0) } ?? text.endIndex
    let last = text.utf8.lastIndex { !isBlank($0) }
    return last.map { text[start...$0] } ?? ""
  }

  /// The first of the files that exists.
  private func first(_ names: [String]) -> String? { names.first { files.contains($0) } }

  private mutating func number(_ names: [String], else absent: Double) -> Double? {
    guard let file = first(names) else { return absent }
    let value = text(file).flatMap { Decimal.value(of: $0.utf8) }
    if value == nil { issues.append(.unreadable(file: file)) }
    return value
  }

  /// Numbers between blanks, ascending; brackets of a range are left out.
  func numbers(in file: String) -> [Double] {
    let fields = texts[file]?.utf8.prefix(2_000)
      .split { [0x20, 0x0A, 0x09].contains($0) }
    return (fields ?? []).prefix(100).compactMap { Decimal.value(of: $0) }.filter { $0 > 0 }
      .sorted()
  }

  mutating func reading(of quantity: IIOQuantity) -> IIODescription.Reading? {
    let channels = quantity.channels
    let isProcessed = quantity == .pressure && files.contains("in_pressure_input")
    let polled = channels.filter { files.contains($0 + (isProcessed ? "_input" : "_raw")) }
    let scanned = channels.filter { files.contains("scan_elements/\($0)_type") }
    guard !polled.isEmpty || !scanned.isEmpty else { return nil }
    guard polled.count == channels.count || scanned.count == channels.count else {
      issues.append(.axes(quantity))
      return nil
    }
    var (offsets, scales): ([Double], [Double]) = ([], [])
    for channel in channels {
      let common = "in_\(quantity.word)"
      guard let scale = number(["\(channel)_scale", "\(common)_scale"], else: 1),
        let offset = number(["\(channel)_offset", "\(common)_offset"], else: 0)
      else { return nil }
      guard scale != 0 else {
        issues.append(.unreadable(file: "\(common)_scale"))
        return nil
      }
      // A pressure that the driver has already scaled is not scaled again.
      let isDone = isProcessed && scanned.isEmpty
      scales.append((isDone ? 1 : scale) * quantity.unit)
      offsets.append(isDone ? 0 : offset)
    }
    return IIODescription.Reading(
      quantity: quantity, offsets: offsets, scales: scales, mount: mount(of: quantity),
      isPolled: polled.count == channels.count, isProcessed: isProcessed)
  }

  private mutating func mount(of quantity: IIOQuantity) -> MountMatrix {
    let names = [
      "in_\(quantity.word)_mount_matrix", "in_\(quantity.word)_x_mount_matrix", "in_mount_matrix",
      "mount_matrix",
    ]
    guard let file = first(names), let text = text(file) else { return .identity }
    do throws(MountMatrix.Failure) {
      return try MountMatrix(text)
    } catch {
      issues.append(.mount(file: file, error))
      return .identity
    }
  }

  /// The elements of a scan, with the time at the end.
  mutating func elements(of readings: [IIODescription.Reading]) -> [ScanElement] {
    var elements: [ScanElement] = []
    for reading in readings {
      for (channel, name) in reading.quantity.channels.enumerated() {
        if let element = element(name, .measurement(reading.quantity, channel: channel)) {
          elements.append(element)
        }
      }
    }
    if let time = element("in_timestamp", .time) { elements.append(time) }
    return elements
  }

  private mutating func element(_ name: String, _ content: ScanElement.Content) -> ScanElement? {
    let (type, index) = ("scan_elements/\(name)_type", "scan_elements/\(name)_index")
    guard files.contains(type) else { return nil }
    guard let format = text(type).flatMap({ ScanFormat($0) }),
      let place = text(index).flatMap({ Decimal.count(of: $0.utf8) })
    else {
      issues.append(.unreadable(file: type))
      return nil
    }
    return ScanElement(name: name, content: content, index: place, format: format)
  }
}
