public import CairnLinux
public import CairnSensors
public import CairnTypes

/// A device of the kernel's Industrial I/O that measures something of use.
public struct IIODevice: Sendable {
  /// The kernel's name of it, such as `iio:device0`.
  public var device: String
  /// Quantities that it measures, and how to read them.
  public var description: IIODescription
  /// Why its buffer cannot be read, so that it is polled; `nil` if it can, and without a buffer.
  public var obstacle: DeviceError?

  /// Whether its buffer can be read.
  public var hasUsableBuffer: Bool { description.layout != nil && obstacle == nil }

  /// Looks at all devices. May block: not on an event loop.
  ///
  /// - Parameter folders: where the kernel shows them.
  /// - Returns: the devices that measure useful quantities, or would if they had no issues.
  public static func all(in folders: IIOFolders) -> [IIODevice] {
    folders.deviceNames().compactMap { device in
      let files = folders.files(of: device)
      var texts: [String: String] = [:]
      for file in files where IIODescription.isDescriptive(name(of: file)) {
        texts[file] = folders.text(file, of: device)
      }
      let description = IIODescription(files: files, texts: texts)
      guard !description.readings.isEmpty || !description.issues.isEmpty else { return nil }
      return IIODevice(
        device: device, description: description,
        obstacle: description.layout == nil ? nil : folders.obstacle(to: device))
    }
  }

  /// Returns whether there are sensors for all of these quantities, without starting one.
  static func canMeasure(_ quantities: [IIOQuantity], in folders: IIOFolders) -> Bool {
    let names = folders.deviceNames().reduce(into: Set<String>()) {
      $0.formUnion(folders.files(of: $1))
    }
    return quantities.allSatisfy { quantity in
      quantity.channels.allSatisfy { channel in
        names.contains("\(channel)_raw") || names.contains("\(channel)_input")
          || names.contains("scan_elements/\(channel)_en")
      }
    }
  }

  private static func name(of file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? file
  }
}

/// The devices that measure some quantities together.
struct IIOSelection: Sendable {
  /// A device and which of its measurements count.
  struct Part: Sendable {
    var device: IIODevice
    var quantities: Set<IIOQuantity>
  }

  var parts: [Part] = []

  /// Chooses the first device for each quantity, those with a usable buffer first.
  ///
  /// - Parameters:
  ///   - devices: the available devices.
  ///   - needed: quantities without which the selection is `nil`.
  ///   - useful: quantities that are taken only from buffers, because they mean nothing by
  ///     themselves.
  init?(_ devices: [IIODevice], needed: [IIOQuantity], useful: [IIOQuantity] = []) {
    for quantity in needed + useful {
      let able = devices.filter { $0.description.reading(of: quantity) != nil }
      let buffered = able.first { $0.hasUsableBuffer }
      let polled = able.first { $0.description.reading(of: quantity)?.isPolled ?? false }
      guard let chosen = needed.contains(quantity) ? buffered ?? polled : buffered else {
        if needed.contains(quantity) { return nil }
        continue
      }
      if let place = parts.firstIndex(where: { $0.device.device == chosen.device }) {
        parts[place].quantities.insert(quantity)
      } else {
        parts.append(Part(device: chosen, quantities: [quantity]))
      }
    }
  }

  /// Returns whether a quantity is measured.
  func measures(_ quantity: IIOQuantity) -> Bool {
    parts.contains { $0.quantities.contains(quantity) }
  }
}
